// A log of --mlir-print-ir-after-all or its like: the dumps in it are what the stages of a run are for another text.

export class Dumps {
  #session;
  #text;
  #stages = null; // once they are asked for

  /** `session` has read the text, which is a log: see of(). */
  constructor(session, text) {
    this.#session = session;
    this.#text = text;
  }

  /** The dumps of the text that the session has read; null: it is no log. */
  static of(session, text) {
    return session.parts()[0].dump ? new Dumps(session, text) : null;
  }

  /** The dumps as a run over the text, `rung` of them down; null: to the last one. Those that cannot be read are shown, too. */
  run(rung) {
    const stages = this.#found();
    const index = Math.min(rung ?? Infinity, stages.length);
    return { ok: true, isLog: true, text: this.textAt(index), diagnostics: [], stages: stages.map(({ text: _, ...stage }) => stage), operations: {}, index };
  }

  /** What stands on a rung, counted from 1: a dump. 0: what is in the log. */
  textAt(rung) {
    const stages = this.#found();
    return rung === 0 ? contentsOf(stages) : stages[rung - 1]?.text ?? null;
  }

  #found() {
    return this.#stages ??= this.#find();
  }

  // { name, label, heading, changed, failed, operations, text, previous, first }: `name` is the pass; `previous` and `first` are rungs:
  // that with the dump before of the same operation, 0: none, and that with its first one. A dump before a pass that is the same as the
  // last one is no rung.
  #find() {
    const parts = this.#session.parts();
    const isOfSeveral = parts.some(({ dump }) => dump.chain > 0);
    const last = new Map(); // chain -> the rung with its newest dump
    const stages = [];
    parts.forEach(({ dump, ok }, index) => {
      this.#session.choosePart(index);
      const text = this.#textOf(dump, ok);
      const previous = last.get(dump.chain) ?? 0;
      const changed = !previous || stages[previous - 1].text !== text;
      if (!changed && !dump.after) return;
      const name = dump.argument || dump.pass;
      const label = isOfSeveral && dump.symbol ? `${name} @${dump.symbol}` : name;
      stages.push({
        name, label: dump.after ? label : `before ${label}`, heading: `${dump.after ? "After" : "Before"} ${label}`,
        changed, failed: dump.failed, operations: ok ? this.#session.operations() : {}, text,
        previous, first: previous ? stages[previous - 1].first : stages.length + 1,
      });
      last.set(dump.chain, stages.length);
    });
    return stages;
  }

  // As it stands in the log; where each line has a prefix, as it was read. `ok`: it was.
  #textOf({ from, to, header }, ok) {
    const hasPrefix = header.from > 0 && this.#text[header.from - 1] !== "\n";
    return hasPrefix && ok ? this.#session.print() : `${this.#text.slice(from, to).trimEnd()}\n`;
  }
}

// The rungs, numbered, in comments.
function contentsOf(stages) {
  const width = String(stages.length).length;
  return `${stages.map(({ heading, failed, changed }, i) =>
    `// ${String(i + 1).padStart(width)}  ${heading}${failed ? ", which failed" : changed ? "" : ": the same as before"}`).join("\n")}\n`;
}
