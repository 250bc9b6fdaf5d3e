"""Phones that help at every board without playing one"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    with op.batch_alter_table("members") as batch_op:
        batch_op.add_column(sa.Column("helps", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("members") as batch_op:
        batch_op.alter_column("helps", existing_type=sa.Boolean(), server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("members") as batch_op:
        batch_op.drop_column("helps")
