"""Alembic's entry: run the migrations on the connection that `web.database` hands over."""

from alembic import context

from web.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,  # SQLite cannot alter a column otherwise
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
