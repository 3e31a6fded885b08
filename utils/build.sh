#!/usr/bin/env bash
# Sets up, configures and builds: what ./run.sh and ./test.sh have in common.
#
#   utils/build.sh [--with-tests] [--preset NAME] [TARGET...]
#
# NAME is a preset of CMakePresets.json, `release` unless given. Without a target
# everything is built.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

preset=release
setup=()
targets=()
while [ $# -gt 0 ]; do
  case "$1" in
    --with-tests) setup+=(--with-tests) ;;
    --preset)
      [ $# -ge 2 ] || { echo "build: --preset needs a name" >&2; exit 2; }
      preset=$2
      shift ;;
    -*) echo "build: unknown argument '$1'" >&2; exit 2 ;;
    *) targets+=("$1") ;;
  esac
  shift
done
case "$preset" in
  release | debug | sanitize) ;;
  *)
    echo "build: unknown preset '$preset'; there are release, debug and sanitize" >&2
    exit 2 ;;
esac
[ "$preset" != sanitize ] || setup+=(--with-sanitizers)

utils/setup.sh "${setup[@]}"

build=build
[ "$preset" = release ] || build=build-$preset
mkdir -p "$build"
echo "[3/5] configure $build"
if ! cmake --preset "$preset" >"$build/configure.log" 2>&1; then
  cat "$build/configure.log" >&2
  echo "build: CMake could not configure $build; its output is above" >&2
  exit 1
fi

echo "[4/5] build ${targets[*]:-everything}"
[ ${#targets[@]} = 0 ] || targets=(--target "${targets[@]}")
cmake --build --preset "$preset" "${targets[@]}" || {
  echo "build: the build in $build failed; its first error is above" >&2
  exit 1
}
