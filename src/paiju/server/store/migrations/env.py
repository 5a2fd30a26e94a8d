"""What Alembic runs for the scripts in ``versions``, on the connection of ``migrating``. Imports fail anywhere else."""

from alembic.context import config, configure, run_migrations

from paiju.server.store.schema import metadata

configure(connection=config.attributes["connection"], target_metadata=metadata, transactional_ddl=True, render_as_batch=True)
run_migrations()
