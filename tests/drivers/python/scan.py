"""Scans all short words and random long ones, one at a time or as an array, and compares with the position of ones."""

import sys

import magics
import rays

random = rays.random_words()
for width in (8, 16, 32, 64):
    forward = getattr(magics, f"bit_scan_forward{width}")
    reverse = getattr(magics, f"bit_scan_reverse{width}")
    if width < 32:
        words = list(range(1, 1 << width))
    else:
        words = [1 << bit for bit in range(width)]
        words += [next(random) >> (64 - width) >> turn % width or 1 for turn in range(20_000)]
    lowest = [(word & -word).bit_length() - 1 for word in words]
    highest = [word.bit_length() - 1 for word in words]
    if sys.argv[1] == "numpy":
        import numpy as np

        array = np.array(words, dtype=f"uint{width}")
        assert forward(array).tolist() == lowest, width
        assert reverse(array).tolist() == highest, width
    else:
        assert list(map(forward, words)) == lowest, width
        assert list(map(reverse, words)) == highest, width
print("magicgen-driver ok")
