#!/usr/bin/env bash
# Installs what the build needs and this machine lacks. Quick when there is
# nothing to do, and safe to run again.
#
#   utils/setup.sh                    what building and running needs
#   utils/setup.sh --with-tests       also what the tests and the Python package
#                                     need of Python, into build/venv
#   utils/setup.sh --with-sanitizers  also the runtime libraries of the sanitizers
#                                     and of libFuzzer, and GoogleTest's sources,
#                                     for the preset `sanitize`
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

packages=(llvm-22-dev libmlir-22-dev mlir-22-tools llvm-22-tools clang-22
          lld-22 libdnnl-dev libflatbuffers-dev
          flatbuffers-compiler libgtest-dev libbenchmark-dev libssl-dev
          libzip-dev zlib1g-dev pkg-config ninja-build cmake ccache g++)
with_tests=0
for argument in "$@"; do
  case "$argument" in
    --with-tests) with_tests=1 ;;
    --with-sanitizers) packages+=(libclang-rt-22-dev googletest) ;;
    *)
      echo "setup: unknown argument '$argument'; known are --with-tests and" \
           "--with-sanitizers" >&2
      exit 2 ;;
  esac
done

fail() {
  echo "setup: $*" >&2
  exit 1
}

step() { echo "[$1/5] $2"; }

# The python3 of PATH where it can make a virtual environment, else Debian's.
find_python() {
  local candidate
  for candidate in python3 /usr/bin/python3; do
    if "$candidate" -c 'import ensurepip, venv' >/dev/null 2>&1; then
      echo "$candidate"
      return
    fi
  done
}

# Whether what is compiled for the Python of build/venv finds its headers.
has_headers() {
  local python=build/venv/bin/python
  [ -x "$python" ] || python=$(find_python)
  "${python:-/usr/bin/python3}" -c 'import os, sys, sysconfig
sys.exit(not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))' \
    2>/dev/null
}

install_packages() {
  local as_root=() missing=() installed line=()
  command -v python3 >/dev/null || packages+=(python3)
  if [ "$with_tests" = 1 ] && [ ! -x build/venv/bin/python ] &&
     [ -z "$(find_python)" ]; then
    packages+=(python3-venv)
  fi
  if [ "$with_tests" = 1 ] && ! has_headers; then
    packages+=(python3-dev)
  fi
  if ! command -v dpkg-query >/dev/null; then
    fail "this is not Debian or Ubuntu; install by hand: ${packages[*]}"
  fi
  # Names may carry ":amd64"; only "ii" is wholly installed.
  installed=$(dpkg-query -W -f='${db:Status-Abbrev} ${Package}\n' \
              "${packages[@]}" 2>/dev/null || true)
  for package in "${packages[@]}"; do
    grep -q "^ii *$package\$" <<<"$installed" || missing+=("$package")
  done
  if [ ${#missing[@]} = 0 ]; then
    step 1 "system packages: all ${#packages[@]} are there"
    return
  fi
  step 1 "system packages: installing ${missing[*]}"
  line=(apt-get install -y --no-install-recommends "${missing[@]}")
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null ||
      fail "missing ${missing[*]}; as root run: ${line[*]}"
    as_root=(sudo)
  fi
  "${as_root[@]}" apt-get update -q ||
    fail "apt-get update failed; missing: ${missing[*]}"
  for package in "${missing[@]}"; do
    [ -n "$(apt-cache madison "$package" 2>/dev/null)" ] ||
      fail "no package source of this machine has $package; Debian 12 has it" \
           "with its security updates (suite bookworm-security) switched on"
  done
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive "${line[@]}" ||
    fail "could not install; missing: ${missing[*]}; the command was: ${line[*]}"
}

make_venv() {
  local python
  if [ "$with_tests" = 0 ]; then
    step 2 "Python packages: none needed"
    return
  fi
  # The copy is made last: it stands for an environment that is complete.
  if [ -x build/venv/bin/python ] && build/venv/bin/python -c '' 2>/dev/null &&
     cmp -s utils/requirements.txt build/venv/requirements.txt; then
    step 2 "Python packages: all are in build/venv"
    return
  fi
  step 2 "Python packages: installing into build/venv"
  python=$(find_python)
  [ -n "$python" ] ||
    fail "python3 cannot make virtual environments; on Debian run:" \
         "apt-get install -y python3-venv"
  mkdir -p build
  "$python" -m venv --clear build/venv ||
    fail "could not make a virtual environment in build/venv"
  build/venv/bin/python -m pip install --quiet --disable-pip-version-check \
    -r utils/requirements.txt ||
    fail "pip could not install what utils/requirements.txt names"
  cp utils/requirements.txt build/venv/requirements.txt
}

install_packages
make_venv
