#!/usr/bin/env bash
# Builds the wheel of the Python package, of what is built in build/ where that is up to
# date:
#
#   utils/build_wheel.sh [--python PYTHON] [FOLDER]
#
# The wheel, in FOLDER (build/dist unless given), is for the Python that PYTHON is,
# build/venv's unless given. auditwheel puts all libraries into it but those of the C and
# C++ runtime, under names of their own, and tells for which systems it is.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

python=
folder=build/dist
while [ $# -gt 0 ]; do
  case "$1" in
    --python)
      [ $# -ge 2 ] || { echo "build_wheel: --python needs a program" >&2; exit 2; }
      python=$2
      shift ;;
    -*) echo "build_wheel: unknown argument '$1'" >&2; exit 2 ;;
    *) folder=$1 ;;
  esac
  shift
done
[ -x build/venv/bin/python ] || utils/setup.sh --with-tests

venv=$PWD/build/venv
isolation=()
if [ -z "$python" ]; then
  python=$venv/bin/python
  # It has what pyproject.toml asks for.
  isolation=(--no-build-isolation)
fi
raw=$(mktemp -d)
trap 'rm -rf "$raw"' EXIT
PATH=$venv/bin:$PATH "$python" -m pip wheel . --quiet --disable-pip-version-check \
  --no-deps "${isolation[@]}" --wheel-dir "$raw"
PATH=$venv/bin:$PATH "$venv/bin/auditwheel" repair --strip --wheel-dir "$folder" "$raw"/*.whl
