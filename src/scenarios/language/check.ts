import { type LocalizableText, text } from "../../text/catalogue";
import type { Complaint, Place } from "../document/complaint";
import type { MapEntry, Value } from "../document/value";
import { isName, textParts } from "./references";

/** Collects what is wrong with a scenario while it is read, and knows which names there are by then. */
export class Check {
  readonly complaints: Complaint[] = [];
  readonly names = new Set<string>();

  complain(place: Place, message: LocalizableText, about?: Complaint["about"]): void {
    this.complaints.push({ place, message, ...(about ? { about } : {}) });
  }

  /** The entries of a map, which has only these keys, none twice. */
  entries(value: Value | undefined, what: string, keys?: readonly string[]): readonly MapEntry[] {
    if (!value || value.kind === "nothing") return [];
    if (value.kind !== "map") {
      this.complain(value.place, text('"{0}" must be a map.', what));
      return [];
    }
    for (const { key, place } of value.entries) {
      if (keys && !keys.includes(key)) {
        this.complain(place, text('"{0}" isn\'t allowed here. {1} can contain {2}.', key, what, keys.join(", ")));
      }
    }
    return value.entries;
  }

  /** The text of a value. */
  word(value: Value | undefined, what: string): string | undefined {
    if (value?.kind === "text") return value.text;
    if (value) this.complain(value.place, text('"{0}" must be a text.', what));
    return undefined;
  }

  /** The items of a list. */
  items(value: Value | undefined, what: string): readonly Value[] {
    if (!value || value.kind === "nothing") return [];
    if (value.kind === "list") return value.items;
    this.complain(value.place, text('"{0}" must be a list.', what));
    return [];
  }

  /** A text that is one of these. */
  oneOf<const Word extends string>(value: Value, what: string, words: readonly Word[]): Word | undefined {
    const given = this.word(value, what);
    const found = words.find((each) => each === given);
    if (given !== undefined && found === undefined) {
      this.complain(value.place, text('"{0}" must be one of {1}, not "{2}".', what, words.join(", "), given));
    }
    return found;
  }

  /** A new name of the scenario. */
  name(key: string, place: Place): void {
    if (!isName(key))
      this.complain(place, text('"{0}" isn\'t a valid name. Use letters, digits, and underscores.', key));
    this.names.add(key);
  }

  /** Every `${name}` below the value has to be there already. */
  references(value: Value | undefined): void {
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
