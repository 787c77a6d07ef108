// Each dialect has a colour: on the ladder, and where its operations stand in a text.

/** Numbers of colours, as the style sheet has them in `.hue-N`. */
const HUES = new Map(Object.entries({
  func: 0, arith: 1, scf: 2, cf: 3, memref: 4, llvm: 5, affine: 6, vector: 7, tensor: 8, math: 9, index: 1, complex: 9, spirv: 5, linalg: 6,
  bufferization: 4, gpu: 7, builtin: 10, casts: 10, ub: 10, "no dialect": 10,
}));
/** Others have one of these. */
const OTHERS = [11, 12, 13];
/** Operations that are written without their dialect. */
const SHORT = new Map(Object.entries({ return: "func", call: "func", module: "builtin" }));

/** What conversions leave between operations of two dialects; it is counted as one of none. */
export const CAST = "builtin.unrealized_conversion_cast";

/** The class of a dialect's colour. */
export function hueOf(dialect) {
  let hue = HUES.get(dialect);
  if (hue === undefined) {
    let sum = 0;
    for (let i = 0; i < dialect.length; i++) sum = (sum * 31 + dialect.charCodeAt(i)) % 9973;
    hue = OTHERS[sum % OTHERS.length];
  }
  return `hue-${hue}`;
}

/** How many there are. */
export const HUE_COUNT = 14;

/** The class of the colour of an operation, named in full or as texts have it; "": it has none of its own. */
export function hueOfOperation(name) {
  const spelled = name.replace(/^"|"$/g, "");
  const dot = spelled.indexOf(".");
  const dialect = dot > 0 ? spelled.slice(0, dot) : SHORT.get(spelled);
  return dialect ? hueOf(dialect) : "";
}
