"""Inputs that scripts share: files .mlir, text cases .txt, .jsonl.gz of {"id", "args", "input"}, and folders of those."""
import gzip
import json
import pathlib
import re
import shlex
import subprocess
import typing

ROOT = pathlib.Path(__file__).resolve().parent.parent
CASES = ROOT / "tests/cases"
SPLIT = re.compile(r"^\s*// -----.*$", re.M)
JOIN = "\n// -----\n"
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


def batches_of(given, most=50):
    """Lists of inputs that one run can take as parts of one text: the same args, no marks to split at that are not to be."""
    groups = {}
    for one in given:
        args = tuple(arg for arg in one.args if arg.lstrip("-") != "split-input-file")
        if len(args) == len(one.args) and len(pieces_of(one.text)) > 1:
            args = (one.name, *args)   # alone
        groups.setdefault(args, []).append(one)
    for group in groups.values():
        yield from (group[at:at + most] for at in range(0, len(group), most))


def run_batch(tool, args, texts, timeout=120):
    """Each text's (stdout, messages with their lines in that text), in one run; None when they cannot be told apart."""
    try:
        done = subprocess.run([tool, "--split-input-file", *args], input=JOIN.join(texts).encode(errors="surrogateescape"),
                              capture_output=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return None
    outputs = re.split(r"^// -----\n", done.stdout.decode(errors="surrogateescape"), flags=re.M)
    counts = [len(pieces_of(text)) for text in texts]
    if len(outputs) != sum(counts) or done.returncode not in (0, 1):
        return None
    found, at, line, said = [], 0, 1, messages(done.stderr.decode(errors="replace").replace("\0", ""))
    for text, count in zip(texts, counts):
        after = line + text.count("\n") + 2
        mine = [message for message in said if line <= int(message.split(":")[0]) < after]
        found.append(("".join(outputs[at:at + count]), [f"{int((parts := m.partition(':'))[0]) - line + 1}:{parts[2]}" for m in mine]))
        at, line = at + count, after
    return found


def messages(stderr):
    """Messages as `line:column: severity: text`, without what mlir-opt adds to each: the operation as it is now."""
    return [line for line in MESSAGE.findall(stderr) if "note: see current operation: " not in line]
