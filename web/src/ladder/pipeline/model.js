// A pipeline as a tree: passes, and nests of them for operations of a name. Passes that are switched off stay in it and are
// left out of the text. The core reads a text; this file writes a tree as text.

/** Longer lists than this are not compared; nor are more passes kept that are off. */
const MOST = 500;

let lastId = 0;

/** A pass: `raw` is what stands between its braces, `options` the same as the core reads it. */
function passNode({ name, raw = "", options = [], isKnown = true, off = false }) {
  return { id: ++lastId, name, raw, options, isKnown, off, isOpen: false, problems: [], parent: null };
}

/** A nest; the tree itself is one, that of the anchor. */
function nestNode(name, children = []) {
  const node = { id: ++lastId, name, children, problems: [], parent: null };
  for (const child of children) child.parent = node;
  return node;
}

/** The tree of a reading of `text`; `problems` of a node are the messages about it, those about none are the tree's. */
export function treeOf(reading, text) {
  const build = (elements) => elements.filter(({ name, elements: inner }) => name || inner).map((element) => {
    const node = element.elements
      ? nestNode(element.name, build(element.elements))
      : passNode({ name: element.name, raw: text.slice(element.optionsAt.from, element.optionsAt.to), options: element.options, isKnown: element.isKnown });
    node.at = { from: element.from, to: element.to };
    return node;
  });
  const tree = nestNode(reading.anchor?.name ?? "builtin.module", build(reading.elements));
  for (const problem of reading.diagnostics) ownerOf(tree, problem).problems.push(problem);
  return tree;
}

// The pass that a message is about.
function ownerOf(tree, { from = -1, to = -1 }) {
  return passesIn(tree).find(({ at }) => from >= at.from && to <= at.to) ?? tree;
}

/** The text of what is switched on. */
export function textOf(tree) {
  return `${tree.name}(${tree.children.map(elementText).filter(Boolean).join(",")})`;
}

function elementText(node) {
  if (!node.children) return node.off ? "" : passText(node);
  const inner = node.children.map(elementText).filter(Boolean).join(",");
  return inner && `${node.name}(${inner})`;
}

/** A pass with its options, as it stands in a pipeline. */
function passText({ name, raw }) {
  return raw ? `${name}{${raw}}` : name;
}

/** All passes of a tree, in the order they run. */
export function passesIn(node) {
  return node.children ? node.children.flatMap(passesIn) : [node];
}

/** The nests around a node, the outermost first; the tree itself is not one of them. */
export function nestsAround(node) {
  const nests = [];
  for (let parent = node.parent; parent?.parent; parent = parent.parent) nests.unshift(parent);
  return nests;
}

// --- What is switched off, as plain data

/** The passes of a tree that are off: { pass, nest, at }: the text of it, the names of the nests around, and before the
 *  how-manieth of those that run it stands. */
export function offOf(tree) {
  const off = [];
  let at = 0;
  for (const pass of passesIn(tree)) {
    if (pass.off) off.push({ pass: passText(pass), nest: nestsAround(pass).map(({ name }) => name), at });
    else at++;
  }
  return off;
}

const isEntry = (entry) => typeof entry?.pass === "string" && Array.isArray(entry.nest) && entry.nest.length <= 8 &&
  entry.nest.every((name) => typeof name === "string") && Number.isInteger(entry.at);

/** Put them into a tree that has none; `read` is the core's readPipeline(). Texts that are not passes are dropped. */
export function putOff(tree, off, read) {
  const running = passesIn(tree);
  for (const { pass: text, nest, at } of off.slice(0, MOST).filter(isEntry)) {
    const whole = `builtin.module(${text})`;
    const [element, more] = read(whole).elements;
    if (!element || element.elements || more) continue;
    const pass = passNode({ name: element.name, raw: whole.slice(element.optionsAt.from, element.optionsAt.to), options: element.options, isKnown: element.isKnown, off: true });
    const [before, after] = [running[at - 1] ?? null, running[at] ?? null];
    const fits = (node) => node && nestsAround(node).map(({ name }) => name).join() === nest.join();
    if (fits(before)) insert(before.parent, skipOff(before.parent, before.parent.children.indexOf(before) + 1), pass);
    else if (fits(after)) insert(after.parent, after.parent.children.indexOf(after), pass);
    else {
      const wrapped = nest.reduceRight((inner, name) => nestNode(name, [inner]), pass);
      const top = before && topOf(before);
      insert(tree, skipOff(tree, top ? tree.children.indexOf(top) + 1 : 0), wrapped);
    }
  }
}

const isOff = (node) => passesIn(node).every(({ off }) => off);

function skipOff({ children }, index) {
  while (index < children.length && isOff(children[index])) index++;
  return index;
}

function topOf(node) {
  while (node.parent.parent) node = node.parent;
  return node;
}

/** Where what was off stands after the text changed: behind the pass it stood behind or before the one it stood before, if that
 *  is still there. Nodes that are the same keep their id, and whether they are open. */
export function carryOver(old, fresh) {
  const before = passesIn(old).filter(({ off }) => !off);
  const after = passesIn(fresh);
  const found = match(before, after);
  found.forEach((index, i) => { if (index >= 0) Object.assign(after[index], { id: before[i].id, isOpen: before[i].isOpen }); });
  return offOf(old).map((entry) => {
    const [behind, ahead] = [found[entry.at - 1] ?? -1, found[entry.at] ?? -1];
    return { ...entry, at: behind >= 0 ? behind + 1 : ahead >= 0 ? ahead : Math.min(entry.at, after.length) };
  });
}

/** A state, { text, off }, once its text is another. */
export function stateAfter(state, text, read) {
  const [old, fresh] = [state.text, text].map((one) => treeOf(read(one), one));
  putOff(old, state.off, read);
  return { text, off: carryOver(old, fresh) };
}

// For each pass of a list its index in another, -1 where it is not: the longest way to do so in order.
function match(before, after) {
  const found = before.map(() => -1);
  if (before.length > MOST || after.length > MOST) return found;
  const key = (node) => `${nestsAround(node).map(({ name }) => name).join("/")}/${node.name}`;
  const [a, b] = [before.map(key), after.map(key)];
  const longest = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--)
    for (let k = b.length - 1; k >= 0; k--) longest[i][k] = a[i] === b[k] ? longest[i + 1][k + 1] + 1 : Math.max(longest[i + 1][k], longest[i][k + 1]);
  for (let i = 0, k = 0; i < a.length && k < b.length;) {
    if (a[i] === b[k]) found[i++] = k++;
    else if (longest[i + 1][k] >= longest[i][k + 1]) i++;
    else k++;
  }
  return found;
}

// --- Changes

function insert(nest, index, node) {
  nest.children.splice(index, 0, node);
  node.parent = nest;
}

/** Take a node out, with the nests that it leaves empty. */
export function remove(node) {
  const { parent } = node;
  parent.children.splice(parent.children.indexOf(node), 1);
  if (!parent.children.length && parent.parent) remove(parent);
}

/** Take several out. */
export function removeAll(nodes) {
  for (const node of nodes) if (node.parent.children.includes(node)) remove(node);
}

/** Put a pass behind another one of the tree, null: before all; where it cannot run there, at the nearest place further down where it
 *  can, else further up. `core`: passes(), readPipeline(). */
export function insertPass(tree, name, after, core) {
  const pass = passNode({ name, isKnown: core.readPipeline(`builtin.module(${name})`).elements[0]?.isKnown ?? false });
  const anchorOf = (one) => core.passes().find((known) => known.name === one)?.anchor || null;
  insert(tree, tree.children.length, pass);
  const here = after ? positionOf(tree, after.parent, after.parent.children.indexOf(after) + 1) : 0;
  const all = places(tree, pass, anchorOf).filter(({ nest, index }) => nest !== tree || nest.children[index] !== pass);
  const distance = (place) => {
    const down = positionOf(tree, place.nest, place.index) - here;
    return down >= 0 ? down : 1e6 - down;
  };
  const nearest = all.sort((a, b) => distance(a) - distance(b))[0];
  if (nearest) moveTo(tree, pass, nearest);
  return pass;
}

/** Give a pass a value for an option; a value that is the default is not written. */
export function setOption(pass, option, value) {
  const others = pass.options.filter(({ name }) => name !== option.name);
  pass.options = isDefault(option, value) ? others : [...others, { name: option.name, value }];
  pass.raw = pass.options.map(({ name, value: text, valueAt }) => (valueAt === null ? name : `${name}=${written(text)}`)).join(" ");
}

/** Whether a value is the default. */
export function isDefault({ type, default: standard }, value) {
  if (type === "bool") return isTrue(value) === isTrue(standard);
  if (type === "int" || type === "uint") return value.trim() === "" || value.trim() === standard;
  return value === standard;
}

/** Of a value of an option that is on or off. */
export function isTrue(value) {
  return /^(true|1|)$/i.test(value);
}

function written(value) {
  return value === "" || /[\s,{}()[\]"']/.test(value) ? `{${value}}` : value;
}

/** The places where `node` may go: { nest, index, wrap }, from top to bottom. `anchorOf` gives the operation a pass runs on. */
export function places(tree, node, anchorOf) {
  const found = [];
  const anchor = node.children ? null : anchorOf(node.name);
  const wrapFor = (nest) => {
    if (node.children) return nest === tree ? "" : null; // nests stay at the top
    if (!anchor || anchor === nest.name || nest.name === "any") return "";
    return nest === tree && anchor !== "builtin.module" ? anchor : null;
  };
  const visit = (nest) => {
    const wrap = wrapFor(nest);
    nest.children.forEach((child, index) => {
      if (wrap !== null) found.push({ nest, index, wrap });
      if (child.children && child !== node) visit(child);
    });
    if (wrap !== null) found.push({ nest, index: nest.children.length, wrap });
  };
  visit(tree);
  return found;
}

/** Put `node` to a place that places() gave; false when it stays where it is. */
export function moveTo(tree, node, { nest, index, wrap }) {
  const before = shape(tree);
  const behind = nest.children[index] ?? null;
  const from = node.parent;
  // Alone in a nest of its own, it takes that along.
  const moved = wrap && from.children.length === 1 && from !== tree && from.name === wrap ? from : wrap ? nestNode(wrap) : node;
  if (behind === moved) return false;
  if (moved === node) detach(node);
  else if (moved === from) detach(from);
  else {
    detach(node);
    insert(moved, 0, node);
  }
  insert(nest, behind ? nest.children.indexOf(behind) : nest.children.length, moved);
  if (moved !== from && from !== tree && !from.children.length) remove(from);
  return shape(tree) !== before;
}

function detach(node) {
  node.parent.children.splice(node.parent.children.indexOf(node), 1);
}

// A text that differs for different trees: their nodes in order, with their nests.
function shape(node) {
  return node.children ? `${node.name}(${node.children.map(shape).join()})` : String(node.id);
}

/** Move up (-1) or down (1) to the next place where it makes a difference. False: no place is left. */
export function step(tree, node, direction, anchorOf) {
  const all = places(tree, node, anchorOf);
  const order = (place) => positionOf(tree, place.nest, place.index);
  const here = positionOf(tree, node.parent, node.parent.children.indexOf(node));
  const ahead = all.filter((place) => (direction < 0 ? order(place) < here : order(place) > here));
  if (direction < 0) ahead.reverse();
  for (const place of ahead) if (moveTo(tree, node, place)) return true;
  return false;
}

// The number of a place among all of a tree, from top to bottom.
function positionOf(tree, nest, index) {
  let count = 0;
  let found = 0;
  const visit = (current) => {
    for (let i = 0; i <= current.children.length; i++) {
      count++;
      if (current === nest && i === index) found = count;
      if (current.children[i]?.children) visit(current.children[i]);
    }
  };
  visit(tree);
  return found;
}
