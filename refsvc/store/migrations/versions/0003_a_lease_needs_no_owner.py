"""A lease needs no owner."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version."""
    op.drop_column("jobs", "owner")


def downgrade() -> None:
    """Back to the version before."""
    op.add_column("jobs", sa.Column("owner", sa.String(length=32), nullable=True))
