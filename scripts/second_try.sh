#!/usr/bin/env bash
# scripts/second_try.sh NAME COMMAND...: runs a test that watches real servers and clocks. If the
# machine was busy elsewhere at the wrong moment it may fail, so it has one more try, which is
# written down: ./test names it after the summary.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
name=$1
shift
"$@" && exit
echo "== $name failed; its second try:"
echo "$name" >>"$root/build/second-tries.txt"
exec "$@"
