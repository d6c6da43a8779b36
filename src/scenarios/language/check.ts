import { text } from "../../text/catalogue";
import { Check } from "../../yaml/check";
import type { TextPosition } from "../../yaml/complaint";
import type { YamlValue } from "../../yaml/value";
import { isName, textParts } from "./references";

/** What is said of arguments of another kind, before a run and in it. */
export const argsExpected = text('"args" must be a list of arguments or a map by name.');

/** Collects what is wrong with a scenario while it is read, and knows which names there are by then. */
export class ScenarioCheck extends Check {
  readonly names = new Set<string>();

  /** A new name of the scenario. */
  name(key: string, range: TextPosition): void {
    if (!isName(key))
      this.complain(range, text('"{0}" isn\'t a valid name. Use letters, digits, and underscores.', key));
    this.names.add(key);
  }

  /** Every `${name}` below the value has to be there already. */
  references(value: YamlValue | undefined): void {
    if (value?.kind === "list") for (const item of value.items) this.references(item);
    if (value?.kind === "map") for (const entry of value.entries) this.references(entry.value);
    if (value?.kind !== "text") return;
    for (const part of textParts(value.text)) {
      if (!("reference" in part)) continue;
      const [name = ""] = part.reference.split(/[.[]/, 1);
      if (!this.names.has(name))
        this.complain(value.place, text('"{0}" isn\'t defined before this line.', name), "names");
    }
  }
}
