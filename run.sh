#!/usr/bin/env bash
# Sets up, builds and runs the two examples: each trains from the same start and
# on the same data in f32 (O0), in mixed precision with f16 (O1) and with bf16, and
# prints the columns side by side. Can be run again; what is done already is not
# done twice.
#
#   ./run.sh [-- MORE]     MORE goes to each amp-run, such as --device=cpu
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
failed() {
  status=$?
  echo "run: the command above exited with status $status" >&2
  exit "$status"
}
run() {
  echo
  echo "\$ $*"
  "$@" || failed
}

digits=examples/digits/digits.npz
run build/bin/amp-run examples/digits/digits.mlir --compare=O0,O1,bf16 \
  --data images=$digits:train_images --data labels=$digits:train_labels \
  --data test_images=$digits --data test_labels=$digits --eval-entry=evaluate \
  --epochs=20 --batch-size=32 --shuffle --seed=1 "${more[@]}"

# The whole recipe is 4096 wide, at batch 512; this is the same at a size that takes
# seconds. Written under another name first, so that a stop leaves no half graph.
recipe=build/recipe.mlir
generate=(python3 examples/recipe/generate.py --width-in=512 --width=512 --width-out=512)
echo
echo "\$ ${generate[*]} >$recipe"
"${generate[@]}" >$recipe.tmp || failed
mv $recipe.tmp $recipe
run build/bin/amp-run $recipe --compare=O0,O1,bf16 \
  --data x=normal:0,1 --data y=normal:0,1 --samples=6400 \
  --batch-size=128 --epochs=3 --seed=1 "${more[@]}"
