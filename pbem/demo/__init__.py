"""The demonstration: a campaign by real letters, with both mail servers on loopback."""

from __future__ import annotations
