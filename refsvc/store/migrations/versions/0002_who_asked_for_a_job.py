"""Who asked for a job."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version."""
    with op.batch_alter_table("jobs", schema=None) as batch_op:
        batch_op.add_column(sa.Column("who", sa.LargeBinary(length=32), nullable=True))


def downgrade() -> None:
    """Back to the version before."""
    with op.batch_alter_table("jobs", schema=None) as batch_op:
        batch_op.drop_column("who")
