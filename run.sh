#!/usr/bin/env bash
# Sets up, builds and runs the two examples: each trains twice, in f32 and in
# mixed precision, from the same start and on the same data, and prints both side
# by side. Can be run again; what is done already is not done twice.
#
#   ./run.sh [-- MORE]     MORE goes to each amp-run, such as --compare=O0,O2
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

more=()
if [ $# -gt 0 ]; then
  if [ "$1" != -- ]; then
    echo "run: unknown argument '$1'; what follows -- goes to amp-run" >&2
    exit 2
  fi
  shift
  more=("$@")
fi

utils/build.sh amp-opt amp-run

echo "[5/5] examples"
run() {
  echo
  echo "\$ $*"
  "$@" || {
    status=$?
    echo "run: the command above exited with status $status" >&2
    exit "$status"
  }
}

digits=examples/digits/digits.npz
run build/bin/amp-run examples/digits/digits.mlir --compare \
  --data images=$digits:train_images --data labels=$digits:train_labels \
  --eval-entry=evaluate \
  --data test_images=$digits --data test_labels=$digits \
  --epochs=20 --batch-size=32 --shuffle --seed=1 "${more[@]}"

# The whole recipe is --width 4096 at batch 512; this is the same at a size that
# takes seconds.
recipe=build/recipe.mlir
echo
echo "\$ python3 examples/recipe/generate.py --width-in=1024 --width=1024 --width-out=1024 >$recipe"
python3 examples/recipe/generate.py --width-in=1024 --width=1024 --width-out=1024 \
  >$recipe.tmp
mv $recipe.tmp $recipe
run build/bin/amp-run $recipe --compare --batch-size=128 --steps=50 --epochs=3 \
  --seed=1 "${more[@]}"
