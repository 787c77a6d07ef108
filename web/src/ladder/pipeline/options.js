// The options of a pass as fields.
import { element } from "../../base/dom.js";
import { isDefault, isTrue } from "./model.js";

let lastId = 0;

/** Fields for the options of `pass`, as passes() describes it; `given`: [{ name, value }] as they are. `changed(option, value)`
 *  when the user gives one another value. */
export function optionFields(pass, given, changed) {
  return element("div.options", { role: "group", "aria-label": `Options of ${pass.name}` }, ...pass.options.map((option) => {
    const value = given.find(({ name }) => name === option.name)?.value ?? option.default;
    return field(option, value, changed);
  }));
}

function field(option, value, changed) {
  const id = `option-${++lastId}`;
  const about = `${id}-about`;
  const row = element("div.option", {});
  const set = (now) => {
    row.classList.toggle("set", !isDefault(option, now));
    changed(option, now);
  };
  row.classList.toggle("set", !isDefault(option, value));
  const name = element("label", { htmlFor: id }, element("code", {}, option.name));
  const standard = option.default ? `Default: ${option.default}` : "";
  const summary = element("p", { id: about }, [option.summary.replace(/\s*\.?$/, "."), standard].filter(Boolean).join(" "));
  const common = { id, "aria-describedby": about };
  if (option.type === "bool") {
    const box = element("input", { ...common, type: "checkbox", checked: isTrue(value), onchange: () => set(box.checked ? "true" : "false") });
    row.append(element("div.switch", {}, box, name), summary);
  } else if (option.type === "choice") {
    const known = option.choices.includes(value) ? option.choices : [...option.choices, value];
    const select = element("select", { ...common, onchange: () => set(select.value) }, ...known.map((choice) => new Option(choice, choice, false, choice === value)));
    row.append(name, select, summary);
  } else {
    const isNumber = option.type === "int" || option.type === "uint";
    const input = element("input", {
      ...common, type: "text", value: isDefault(option, value) ? "" : value, placeholder: option.default || (option.type === "list" ? "a,b,c" : ""),
      spellcheck: false, autocomplete: "off", autocapitalize: "off", ...(isNumber ? { inputMode: "numeric" } : {}),
      oninput: () => set(input.value === "" ? option.default : input.value),
    });
    row.append(name, input, summary);
  }
  return row;
}
