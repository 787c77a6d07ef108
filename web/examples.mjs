// What the list of examples shows of each besides its words: the operations in it, and the passes that change it.

const OPERATION = /^[a-z_][\w$]*(\.[\w$]+)+$/;

/** { id: [name, …] }, operations and then passes, of both what few examples have first; `rung` reads and runs them. */
export function exampleTags(examples, rung) {
  const all = new Map(examples.map((example) => [example.id, namesIn(example, rung)]));
  const uses = new Map();
  for (const name of [...all.values()].flat(2)) uses.set(name, (uses.get(name) ?? 0) + 1);
  const sorted = (names) => [...names].sort((a, b) => uses.get(a) - uses.get(b));
  return Object.fromEntries([...all].map(([id, [operations, passes]]) => [id, [...sorted(operations), ...sorted(passes)]]));
}

// [operations, passes]
function namesIn({ text, output, pipeline, edition }, rung) {
  const session = rung.session({ keepUnknown: true, edition });
  session.setText(text);
  const operations = Object.keys(session.operations() ?? {}).filter((name) => OPERATION.test(name));
  const stages = output === "pipeline" ? session.run(pipeline, { stages: "counted" }).stages : [];
  session.dispose();
  return [operations, [...new Set(stages.filter(({ changed, failed }) => changed || failed).map(({ name }) => name))]];
}
