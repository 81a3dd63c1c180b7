"""Looks up a queen on d4."""

from lookup.magics import B2, D4, D6, F4, queen_attacks

# Pieces on d6, f4 and b2.
attacks = queen_attacks(D4, 1 << D6 | 1 << F4 | 1 << B2)
print(f"queen on d4: 0x{attacks:016x}")
if attacks != 0x80412A1C371C2A48:
    raise SystemExit(1)
