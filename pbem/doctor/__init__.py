"""The doctor: tries all that an office needs, and says how to mend what is wrong.

`examine(office, now, ...)` yields a `Finding` for each thing tried, in the order in which they
would be mended. Nothing is changed, and no letter is posted unless it is asked for.
"""

from pbem.doctor.examining import examine
from pbem.doctor.finding import Finding

__all__ = ["Finding", "examine"]
