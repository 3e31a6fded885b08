"""Fails unless two .npz files have the same arrays."""

import sys
import zipfile

first, second = (zipfile.ZipFile(path) for path in sys.argv[1:])
assert first.namelist() == second.namelist(), second.namelist()
for name in first.namelist():
    assert first.read(name) == second.read(name), name
