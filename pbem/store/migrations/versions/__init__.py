"""One module a revision, numbered; its number is `pbem.store.database.SCHEMA` once it is newest."""
