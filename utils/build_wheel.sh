#!/usr/bin/env bash
# Builds the wheel of the Python package:
#
#   utils/build_wheel.sh [--build BUILD] [--python PYTHON] [FOLDER]
#
# The wheel, in FOLDER (build/dist unless given), is for the Python that PYTHON is,
# build/venv's unless given. The libraries are those of BUILD (build unless given), which
# is built as far as it is not up to date. auditwheel puts all others into the wheel but
# those that its tag promises, under names of their own, and finds the tag.
set -euo pipefail
given=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/.."

build=$PWD/build
python=
folder=$PWD/build/dist
while [ $# -gt 0 ]; do
  case "$1" in
    --build | --python)
      [ $# -ge 2 ] || { echo "build_wheel: $1 needs a value" >&2; exit 2; }
      if [ "$1" = --build ]; then build=$(realpath "$2"); else python=$2; fi
      shift ;;
    -*) echo "build_wheel: unknown argument '$1'" >&2; exit 2 ;;
    *) folder=$(cd "$given" && realpath "$1") ;;
  esac
  shift
done
utils/setup.sh --with-tests >/dev/null

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
  --no-deps "${isolation[@]}" --wheel-dir "$raw" \
  --config-settings=cmake.define.AMP_BUILD_DIR="$build"
if ! PATH=$venv/bin:$PATH "$venv/bin/auditwheel" repair --strip \
  --wheel-dir "$folder" "$raw"/*.whl >"$raw/log" 2>&1; then
  cat "$raw/log" >&2
  exit 1
fi
sed -n 's/^Fixed-up wheel written to //p' "$raw/log"
