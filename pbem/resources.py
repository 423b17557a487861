"""Files that travel with the package: templates, cron files, samples.

In an installed wheel they are below `pbem/`; in a checkout (an editable install) `templates/` and
`cron/` stand beside it.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path


def packaged(name: str) -> Path:
    """The folder or file called `name` that travels with the package, e.g. `templates`.

    Raises FileNotFoundError when the installation is not whole.
    """
    inside = Path(str(files("pbem").joinpath(name)))
    for found in (inside, inside.parent.parent / name):
        if found.exists():
            return found
    raise FileNotFoundError(f"{name} is missing from the installation of pbem ({inside.parent})")
