#!/usr/bin/env bash
# Sets up, builds and runs the whole test suite. The last line is
# `N passed, N failed, N skipped`; the exit status is 0 only if something ran and
# nothing failed.
#
#   ./test.sh [--preset NAME] [--cuda]
#
# --cuda runs only the tests that are labelled so, on an NVIDIA GPU.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

preset=release
arguments=()
while [ $# -gt 0 ]; do
  case "$1" in
    --preset)
      [ $# -ge 2 ] || { echo "test: --preset needs a name" >&2; exit 2; }
      preset=$2
      shift ;;
    --cuda) arguments+=(--cuda) ;;
    *)
      echo "test: unknown argument '$1'; known are --preset NAME and --cuda" >&2
      exit 2 ;;
  esac
  shift
done
build=build
[ "$preset" = release ] || build=build-$preset

# What does not build has failed: the run ends with its line all the same.
if ! utils/build.sh --with-tests --preset "$preset"; then
  echo "test: no test was run"
  echo "0 passed, 1 failed, 0 skipped"
  exit 1
fi
echo "[5/5] tests"
exec build/venv/bin/python utils/run_tests.py --build "$build" "${arguments[@]}"
