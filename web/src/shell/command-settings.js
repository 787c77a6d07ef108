// What mlir-opt has flags for and the page settings: what a pasted command asks for, and what a copied one is to say.
import { EXPECTATION, MARKER, hasParts } from "../core/markers.js";

/** Apply the settings that a pasted command asks for; return those that the page does not have. Markers between parts, and
 *  expectations, it goes by when they are there. */
export function settingsAsked(controls, { allowUnregistered, debugInfo, splitInput, verifyDiagnostics, ...others }) {
  if (allowUnregistered) controls.readUnknown();
  if (debugInfo) controls.keepLocations();
  const missing = Object.keys(others);
  if (typeof splitInput === "string" && splitInput !== MARKER) missing.push("splitInput");
  if (verifyDiagnostics === "only-expected") missing.push("verifyDiagnostics");
  return missing;
}

/** The page's present settings in the same form. */
export function settingsNow(controls, text) {
  const { readUnknown, locations } = controls.settings.options;
  return { allowUnregistered: readUnknown, debugInfo: locations, splitInput: hasParts(text), verifyDiagnostics: EXPECTATION.test(text) };
}
