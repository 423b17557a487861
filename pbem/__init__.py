"""The post office: mail in, mail out, campaigns, deadlines, store and command line."""

from __future__ import annotations
