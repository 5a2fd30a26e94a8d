"""The tables. Times are whole seconds since 1970, ids and JSON are text. A change here needs a script in ``migrations/versions``."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    text,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

# -- people ------------------------------------------------------------------------------------------------------

players = Table(
    "players",
    metadata,
    Column("id", Text, primary_key=True),  # public: others see it
    Column("name", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("banned", BigInteger),
    Column("banned_why", Text),
)

accounts = Table(
    "accounts",
    metadata,
    Column("login", Text, primary_key=True),  # as ``identity.login_name`` writes it
    Column("password", Text, nullable=False),  # its argon2id hash
    Column("player", Text, ForeignKey("players.id"), nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", Text, primary_key=True),  # SHA-256 of it, hexadecimal
    Column("player", Text, ForeignKey("players.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False, index=True),
    Column("revoked", BigInteger),
)

keys = Table(
    "keys",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

# -- rooms -------------------------------------------------------------------------------------------------------

rooms = Table(
    "rooms",
    metadata,
    Column("id", Text, primary_key=True),
    Column("number", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("closed", BigInteger),
    Column("why", Text),
    Index("uq_rooms_number_open", "number", unique=True, sqlite_where=text("closed IS NULL"), postgresql_where=text("closed IS NULL")),
)

journal = Table(
    "journal",
    metadata,
    Column("room", Text, ForeignKey("rooms.id"), nullable=False),
    Column("seq", Integer, nullable=False),  # from 0, without a gap
    Column("at", BigInteger, nullable=False),
    Column("entry", Text, nullable=False),
    PrimaryKeyConstraint("room", "seq"),
    sqlite_with_rowid=False,
)

# -- what was played ---------------------------------------------------------------------------------------------

hands = Table(
    "hands",
    metadata,
    Column("id", Text, primary_key=True),
    Column("room", Text, ForeignKey("rooms.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("variant", Text, nullable=False),
    Column("finished", BigInteger, nullable=False),
    Column("line", LargeBinary, nullable=False),  # of its record, as zlib packs it
    Index("uq_hands_room_number", "room", "number", unique=True),
)

# Variant and time are repeated here, so that statistics read no record.
hand_results = Table(
    "hand_results",
    metadata,
    Column("hand", Text, ForeignKey("hands.id"), nullable=False),
    Column("chair", Integer, nullable=False),
    Column("player", Text, ForeignKey("players.id")),  # of a person who was there to the end
    Column("variant", Text, nullable=False),
    Column("finished", BigInteger, nullable=False),
    Column("points", Integer, nullable=False),
    Column("won", Text, nullable=False),  # how; empty: not
    Column("fans", Text, nullable=False),  # ids, with commas between
    Column("gave", Integer, nullable=False),  # how many won on a tile of this chair
    Column("ready", Boolean, nullable=False),
    Column("dealer", Boolean, nullable=False),
    Column("turns", Integer, nullable=False),
    PrimaryKeyConstraint("hand", "chair"),
    Index("ix_hand_results_player_variant_finished", "player", "variant", "finished"),
    sqlite_with_rowid=False,
)

matches = Table(
    "matches",
    metadata,
    Column("room", Text, ForeignKey("rooms.id"), primary_key=True),
    Column("variant", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("hands", Integer, nullable=False),
    Column("whole", Boolean, nullable=False),  # played to its end
    Column("finished", BigInteger, nullable=False),
)

match_players = Table(
    "match_players",
    metadata,
    Column("room", Text, ForeignKey("matches.room"), nullable=False),
    Column("chair", Integer, nullable=False),
    Column("player", Text, ForeignKey("players.id"), index=True),
    Column("bot", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("place", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("gone", Boolean, nullable=False),  # left before the end
    Column("mu", Double),  # the rating after the match, where it was rated
    Column("sigma", Double),
    PrimaryKeyConstraint("room", "chair"),
    sqlite_with_rowid=False,
)

ratings = Table(
    "ratings",
    metadata,
    Column("player", Text, ForeignKey("players.id"), nullable=False),
    Column("variant", Text, nullable=False, index=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("matches", Integer, nullable=False),
    PrimaryKeyConstraint("player", "variant"),
)
