"""Revisions of the schema; `versions/r0001_...` holds the first."""
