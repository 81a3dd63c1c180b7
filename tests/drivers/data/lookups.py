"""Reads data of magicgen, and compares its lookups with rays that are walked.

    python3 lookups.py magics.json ...

Each lookup is computed from its statements alone, in integers cut to the types' widths. The rays are walked from square
to square by the files and ranks of the data's squares.
"""

import json
import random
import sys

ROOK = [(1, 0), (-1, 0), (0, 1), (0, -1)]
BISHOP = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
MOVES = {"rook": ROOK, "bishop": BISHOP, "queen": ROOK + BISHOP}


def number(entry):
    """An entry as one integer; a set's lowest word comes first."""
    if isinstance(entry, list):
        return sum(number(word) << 64 * at for at, word in enumerate(entry))
    return int(entry, 16) if isinstance(entry, str) else entry


class Data:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.data = json.load(file)
        assert self.data["version"] == 1
        self.arrays = {}
        for piece in self.data["pieces"]:
            for field in piece["fields"]:
                self.arrays[field["name"]] = [number(entry) for entry in field["values"]]
        for table in self.data["tables"]:
            self.arrays[table["name"]] = [number(entry) for entry in table["entries"]]
            assert len(table["entries"]) == table["length"]
        self.functions = {piece["function"]: piece["lookup"] for piece in self.data["pieces"]}
        self.unions = {union["function"]: union["functions"] for union in self.data["unions"]}
        self.bits = {"word": 64, "half": 32, "set": 64 * self.data["board"]["words"]}

    def lookup(self, function, square, occupied):
        if function in self.unions:
            found = 0
            for other in self.unions[function]:
                found |= self.lookup(other, square, occupied)
            return found
        return self.run(self.functions[function], {"square": square, "occupied": occupied})

    def run(self, program, given):
        values = []
        for at, statement in enumerate(program["statements"]):
            assert statement["value"] == at
            operands = [values[operand] for operand in statement["operands"]]
            exact = self.exact(statement, operands, given, program)
            value = exact & ((1 << self.bits[statement["type"]]) - 1)
            assert value == exact or statement["wraps"], f"{statement} gives {exact:#x}"
            if statement["type"] != "set":
                assert value <= int(statement["most"], 16), f"{statement} gives {value:#x}"
            values.append(value)
        return values[program["result"]]

    def exact(self, statement, operands, given, program):
        operation, of = statement["operation"], statement["of"]
        bits = self.bits[statement["type"]]
        if operation in ("square", "occupied"):
            return given[operation]
        if operation == "parameter":
            return given[of]
        if operation == "call":
            name = program["parameters"][int(statement["number"], 16)]
            return self.lookup(of, given[name], operands[0])
        if operation == "field":
            return self.arrays[of][given["square"]]
        if operation == "load":
            return self.arrays[of][operands[0]]
        if operation == "const":
            return int(statement["number"], 16)
        if operation == "part":
            return operands[0] >> 64 * int(statement["number"], 16) & (1 << 64) - 1
        if operation == "pack":
            return sum(word << 64 * at for at, word in enumerate(operands))
        if operation == "join":
            return operands[0] | operands[1] << 32
        if operation == "reverse_bytes":
            return int.from_bytes(operands[0].to_bytes(bits // 8, "little"), "big")
        if operation == "reverse_bits":
            return int(f"{operands[0]:0{bits}b}"[::-1], 2)
        if operation == "pext":
            found = at = 0
            for bit in range(64):
                if operands[1] >> bit & 1:
                    found |= (operands[0] >> bit & 1) << at
                    at += 1
            return found
        if operation == "pdep":
            found = at = 0
            for bit in range(64):
                if operands[1] >> bit & 1:
                    found |= (operands[0] >> at & 1) << bit
                    at += 1
            return found
        a, b = (operands + [0])[:2]
        if operation in ("shl", "shr"):
            width = self.bits[program["statements"][statement["operands"][0]]["type"]]
            assert b < width, f"{statement} shifts by {b}"
        return {
            "and": lambda: a & b,
            "and_not": lambda: a & ~b,
            "or": lambda: a | b,
            "or_not": lambda: a | ~b,
            "xor": lambda: a ^ b,
            "add": lambda: a + b,
            "sub": lambda: a - b,
            "mul": lambda: a * b,
            "shl": lambda: a << b,
            "shr": lambda: a >> b,
            "low": lambda: a & 0xFFFFFFFF,
            "high": lambda: a >> 32,
            "widen": lambda: a,
        }[operation]()


def walked(places, bits, start, moves, occupied):
    attacks = 0
    for files, ranks in moves:
        file, rank = places[start]
        while (file + files, rank + ranks) in bits:
            file, rank = file + files, rank + ranks
            bit = bits[file, rank]
            attacks |= 1 << bit
            if occupied >> bit & 1:
                break
    return attacks


def between(places, bits, a, b):
    files, ranks = places[b][0] - places[a][0], places[b][1] - places[a][1]
    length = max(abs(files), abs(ranks))
    found = 0
    if length and (files == 0 or ranks == 0 or abs(files) == abs(ranks)):
        for step in range(1, length):
            at = places[a][0] + files // length * step, places[a][1] + ranks // length * step
            if at not in bits:
                return None
            found |= 1 << bits[at]
    return found


def compare(path):
    data = Data(path)
    squares = data.data["board"]["squares"]
    places = {square["bit"]: (square["file"], square["rank"]) for square in squares}
    bits = {place: bit for bit, place in places.items()}
    everything = sum(1 << bit for bit in places)
    dice = random.Random(1)
    width = max(places) + 1
    count = 0
    functions = [(one["name"], one["function"]) for one in data.data["pieces"] + data.data["unions"]]
    for name, function in functions:
        for square in places:
            occupancies = [0, everything]
            for few in range(6):
                word = dice.getrandbits(width)
                for _ in range(few % 3):
                    word &= dice.getrandbits(width)
                occupancies.append(word & everything)
            for occupied in occupancies:
                found = data.lookup(function, square, occupied)
                right = walked(places, bits, square, MOVES[name], occupied)
                assert found == right, f"{path}: {name} {square} {occupied:#x}: {found:#x}"
                count += 1
    for companion in data.data["companions"]:
        if companion["part"] == "between":
            names = companion["program"]["parameters"]
            for a in places:
                for b in places:
                    found = data.run(companion["program"], dict(zip(names, [a, b])))
                    assert found == between(places, bits, a, b), f"{path}: between {a} {b}"
                    count += 1
        if companion["part"] == "rays":
            piece = companion["function"].replace("magics_", "").split("_")[0]
            for square in places:
                given = {companion["program"]["parameters"][0]: square}
                found = data.run(companion["program"], given)
                assert found == walked(places, bits, square, MOVES[piece], 0), f"{path}: {square}"
                count += 1
    return count


for path in sys.argv[1:]:
    print(path, compare(path))
