"""Running the packaged migrations, without an `alembic.ini` on disk."""

from __future__ import annotations

from typing import Final

from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from pbem.errors import PbemError
from pbem.store.database import APPLICATION_ID, SCHEMA

MIGRATIONS: Final = "pbem.store:migrations"
"""Where the revisions are, in alembic's notation for a folder inside a package."""


def upgrade(engine: Engine) -> None:
    """Run the missing revisions and write the schema's number, all in one transaction.

    Two processes may come here at once: the second waits for the first and finds nothing to do.
    Raises `PbemError` `migration-failed`; the database is then as it was.
    """
    config = Config()
    config.set_main_option("script_location", MIGRATIONS)
    writing = engine.execution_options(pbem_begin="BEGIN IMMEDIATE")
    try:
        with writing.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.exec_driver_sql(f"PRAGMA user_version = {SCHEMA}")
    except (CommandError, SQLAlchemyError) as error:
        raise PbemError(
            "migration-failed",
            f"The database {engine.url.database} could not be brought to schema {SCHEMA}: {error}."
            " Nothing was changed.",
            "Keep a copy of the file and send this message to the authors; the pbem that wrote"
            " the database still reads it.",
        ) from error
