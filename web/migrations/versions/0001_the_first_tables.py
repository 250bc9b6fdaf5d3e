"""The first tables"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("token", sa.String(length=32), nullable=False),
        sa.Column("code", sa.String(length=8), nullable=False),
        sa.Column("host_secret", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("variant", sa.String(length=20), nullable=False),
        sa.Column("expansions", sa.JSON(), nullable=False),
        sa.Column("several_phones", sa.Boolean(), nullable=False),
        sa.Column("is_locked", sa.Boolean(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("about_revision", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("scored_revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sa.UniqueConstraint("code", name=op.f("uq_games_code")),
        sa.UniqueConstraint("token", name=op.f("uq_games_token")),
    )
    op.create_table(
        "documents",
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=48), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("changed_by", sa.String(length=80), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_documents_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "name", name=op.f("pk_documents")),
    )
    op.create_table(
        "edits",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("document", sa.String(length=48), nullable=False),
        sa.Column("label", sa.String(length=120), nullable=False),
        sa.Column("before", sa.Text(), nullable=False),
        sa.Column("after", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("changed_by", sa.String(length=80), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_edits_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_edits")),
    )
    with op.batch_alter_table("edits", schema=None) as batch_op:
        batch_op.create_index("ix_edits_game_document", ["game_id", "document", "id"], unique=False)

    op.create_table(
        "players",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("folded_name", sa.String(length=160), nullable=False),
        sa.Column("is_removed", sa.Boolean(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=True),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_players_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
    )
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.create_index("ix_players_folded_name", ["folded_name"], unique=False)
        batch_op.create_index(batch_op.f("ix_players_game_id"), ["game_id"], unique=False)

    op.create_table(
        "members",
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("phone_id", sa.String(length=32), nullable=False),
        sa.Column("is_host", sa.Boolean(), nullable=False),
        sa.Column("looks_on", sa.Boolean(), nullable=False),
        sa.Column("player_id", sa.String(length=32), nullable=True),
        sa.Column("joined_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_members_game_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_members_player_id"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("game_id", "phone_id", name=op.f("pk_members")),
    )
    with op.batch_alter_table("members", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_members_phone_id"), ["phone_id"], unique=False)

    op.create_table(
        "photos",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("player_id", sa.String(length=32), nullable=True),
        sa.Column("key", sa.String(length=80), nullable=False),
        sa.Column("width_px", sa.Integer(), nullable=False),
        sa.Column("height_px", sa.Integer(), nullable=False),
        sa.Column("copy", sa.String(length=80), nullable=False),
        sa.Column("stage", sa.String(length=12), nullable=False),
        sa.Column("job", sa.Integer(), nullable=False),
        sa.Column("corners", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("reading", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("error", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_photos_game_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_photos_player_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_photos")),
    )
    with op.batch_alter_table("photos", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_photos_game_id"), ["game_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_photos_key"), ["key"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("photos", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_photos_key"))
        batch_op.drop_index(batch_op.f("ix_photos_game_id"))

    op.drop_table("photos")
    with op.batch_alter_table("members", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_members_phone_id"))

    op.drop_table("members")
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_players_game_id"))
        batch_op.drop_index("ix_players_folded_name")

    op.drop_table("players")
    with op.batch_alter_table("edits", schema=None) as batch_op:
        batch_op.drop_index("ix_edits_game_document")

    op.drop_table("edits")
    op.drop_table("documents")
    op.drop_table("games")
