#!/bin/sh
# One tick of an office, for cron:   tick.sh OFFICE
#
# Runs `pbem process` on the office (the folder that `pbem init` made) and says nothing while all
# is well, since cron mails every line that a job prints:
#
#   0   done, or nothing to do                          quiet
#   75  try again: another run holds the office, or     quiet, and 0 for cron
#       the mail server is away; the next tick does.
#       It refuses the account: that is a 1 once a day
#   1   something failed and is recorded                printed and handed on
#   2   wrong call or wrong settings                    printed and handed on
#
# pbem is found where this file belongs to: in the checkout (.venv/bin/pbem) or in the environment
# it was installed into; else on PATH. PBEM=/path/to/pbem says it outright.
set -u
umask 077

if [ $# -ne 1 ]; then
    echo "usage: tick.sh OFFICE" >&2
    exit 2
fi
PBEM_OFFICE=$1
export PBEM_OFFICE

if [ -z "${PBEM:-}" ]; then
    here=$(dirname "$(readlink -f "$0")")
    # The checkout's cron/, and lib/python3.N/site-packages/pbem/cron of an environment.
    for PBEM in "$here/../.venv/bin/pbem" "$here/../../../../../bin/pbem" pbem; do
        if [ -x "$PBEM" ]; then break; fi
    done
fi

said=$("$PBEM" process 2>&1)
code=$?
case $code in
    0 | 75) exit 0 ;;
esac
printf '%s\n' "$said"
exit $code
