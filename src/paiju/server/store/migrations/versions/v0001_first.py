"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "keys",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_keys"),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("banned", sa.BigInteger()),
        sa.Column("banned_why", sa.Text()),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
    )
    op.create_table(
        "rooms",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("number", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("closed", sa.BigInteger()),
        sa.Column("why", sa.Text()),
        sa.PrimaryKeyConstraint("id", name="pk_rooms"),
    )
    op.create_index(
        "uq_rooms_number_open", "rooms", ["number"], unique=True, sqlite_where=sa.text("closed IS NULL"), postgresql_where=sa.text("closed IS NULL")
    )
    op.create_table(
        "accounts",
        sa.Column("login", sa.Text(), nullable=False),
        sa.Column("password", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_accounts_player"),
        sa.PrimaryKeyConstraint("login", name="pk_accounts"),
        sa.UniqueConstraint("player", name="uq_accounts_player"),
    )
    op.create_table(
        "hands",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("room", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("finished", sa.BigInteger(), nullable=False),
        sa.Column("line", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_hands_room"),
        sa.PrimaryKeyConstraint("id", name="pk_hands"),
    )
    op.create_index("uq_hands_room_number", "hands", ["room", "number"], unique=True)
    op.create_table(
        "journal",
        sa.Column("room", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("entry", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_journal_room"),
        sa.PrimaryKeyConstraint("room", "seq", name="pk_journal"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "matches",
        sa.Column("room", sa.Text(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("hands", sa.Integer(), nullable=False),
        sa.Column("whole", sa.Boolean(), nullable=False),
        sa.Column("finished", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_matches_room"),
        sa.PrimaryKeyConstraint("room", name="pk_matches"),
    )
    op.create_table(
        "ratings",
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_ratings_player"),
        sa.PrimaryKeyConstraint("player", "variant", name="pk_ratings"),
    )
    op.create_index("ix_ratings_variant", "ratings", ["variant"], unique=False)
    op.create_table(
        "sessions",
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.Column("revoked", sa.BigInteger()),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_sessions_player"),
        sa.PrimaryKeyConstraint("token", name="pk_sessions"),
    )
    op.create_index("ix_sessions_expires", "sessions", ["expires"], unique=False)
    op.create_index("ix_sessions_player", "sessions", ["player"], unique=False)
    op.create_table(
        "hand_results",
        sa.Column("hand", sa.Text(), nullable=False),
        sa.Column("chair", sa.Integer(), nullable=False),
        sa.Column("player", sa.Text()),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("finished", sa.BigInteger(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("won", sa.Text(), nullable=False),
        sa.Column("fans", sa.Text(), nullable=False),
        sa.Column("gave", sa.Integer(), nullable=False),
        sa.Column("ready", sa.Boolean(), nullable=False),
        sa.Column("dealer", sa.Boolean(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["hand"], ["hands.id"], name="fk_hand_results_hand"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_hand_results_player"),
        sa.PrimaryKeyConstraint("hand", "chair", name="pk_hand_results"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_hand_results_player_variant_finished", "hand_results", ["player", "variant", "finished"], unique=False)
    op.create_table(
        "match_players",
        sa.Column("room", sa.Text(), nullable=False),
        sa.Column("chair", sa.Integer(), nullable=False),
        sa.Column("player", sa.Text()),
        sa.Column("bot", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("gone", sa.Boolean(), nullable=False),
        sa.Column("mu", sa.Double()),
        sa.Column("sigma", sa.Double()),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_match_players_player"),
        sa.ForeignKeyConstraint(["room"], ["matches.room"], name="fk_match_players_room"),
        sa.PrimaryKeyConstraint("room", "chair", name="pk_match_players"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_match_players_player", "match_players", ["player"], unique=False)
