"""Runs migrations in the transaction that `refsvc.store.engine.upgrade` began."""

from __future__ import annotations

from alembic import context

from refsvc.store.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,  # SQLite can't change a table otherwise
    transactional_ddl=True,
)
context.run_migrations()
