"""Inputs that scripts share: files .mlir, text cases .txt, .jsonl.gz of {"id", "args", "input"}, and folders of those."""
import gzip
import json
import pathlib
import re
import shlex
import typing

ROOT = pathlib.Path(__file__).resolve().parent.parent
CASES = ROOT / "tests/cases"
SPLIT = re.compile(r"^\s*// -----.*$", re.M)
MESSAGE = re.compile(r"^(?:<stdin>|<unknown>):(\d+(?::\d+)?: (?:error|warning|remark|note|info): .*)$", re.M)


class Input(typing.NamedTuple):
    name: str
    args: list[str]
    text: str
    kind: str  # what a .jsonl.gz says of itself; "case" for text cases


def inputs_of(path):
    """The inputs of a file, or of all files in a folder. Only those of release 22, where something says a release."""
    if path.is_dir():
        for inner in sorted(path.iterdir()):
            yield from inputs_of(inner)
    elif path.suffix == ".mlir":
        yield Input(str(path), ["--allow-unregistered-dialect"], path.read_text(errors="surrogateescape"), "print")
    elif path.suffix == ".txt":
        shown = path.resolve().relative_to(CASES) if path.resolve().is_relative_to(CASES) else path.name
        for case in ("\n" + path.read_text()).split("\n=== ")[1:]:
            title, _, rest = case.partition("\n")
            text, args = rest.partition("\n--- ")[0], []
            if text.startswith("args: "):
                line, _, text = text.partition("\n")
                args = shlex.split(line.removeprefix("args: "))
            yield Input(f"{shown}: {title}", args, text + "\n", "case")
    elif path.name.endswith(".jsonl.gz"):
        for line in gzip.open(path, "rt"):
            case = json.loads(line)
            if case.get("release", 22) == 22:
                yield Input(case["id"], case["args"], case["input"], case.get("kind", "print"))


def pieces_of(text):
    """The texts that --split-input-file makes of one."""
    return SPLIT.split(text)


def messages(stderr):
    """Messages as `line:column: severity: text`, without what mlir-opt adds to each: the operation as it is now."""
    return [line for line in MESSAGE.findall(stderr) if "note: see current operation: " not in line]
