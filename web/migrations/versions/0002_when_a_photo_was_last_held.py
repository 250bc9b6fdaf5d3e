"""When a reader last said that it was at work on a photograph"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    with op.batch_alter_table("photos") as batch_op:
        batch_op.add_column(sa.Column("held_at", sa.DateTime(timezone=True), nullable=True))
    op.execute("UPDATE photos SET held_at = created_at")
    with op.batch_alter_table("photos") as batch_op:
        batch_op.alter_column("held_at", existing_type=sa.DateTime(timezone=True), nullable=False)


def downgrade() -> None:
    with op.batch_alter_table("photos") as batch_op:
        batch_op.drop_column("held_at")
