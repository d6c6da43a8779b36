import { type LocalizableText, text } from "../text/catalogue";
import { type Complaint, mapExpected, type TextPosition } from "./complaint";
import type { MapEntry, YamlValue } from "./value";

/** More of what is wrong with one file isn't read. */
const maxComplaints = 500;

/** Collects what is wrong with a file while its values are taken out of it. */
export class Check {
  readonly complaints: Complaint[] = [];

  complain(range: TextPosition, message: LocalizableText, about?: Complaint["about"]): void {
    if (this.complaints.length < maxComplaints)
      this.complaints.push({ place: range, message, ...(about ? { about } : {}) });
  }

  /** The entries of a map, which has only these keys, none twice. */
  entries(value: YamlValue | undefined, what: string, keys?: readonly string[]): readonly MapEntry[] {
    if (!value || value.kind === "nothing") return [];
    if (value.kind !== "map") {
      this.complain(value.place, mapExpected(what));
      return [];
    }
    for (const { key, place: position } of value.entries) {
      if (keys && !keys.includes(key)) {
        this.complain(position, text('"{0}" isn\'t allowed here. {1} can contain {2}.', key, what, keys));
      }
    }
    return value.entries;
  }

  /** The text of a value. */
  word(value: YamlValue | undefined, what: string): string | undefined {
    if (value?.kind === "text") return value.text;
    if (value) this.complain(value.place, text('"{0}" must be text.', what));
    return undefined;
  }

  /** The items of a list. */
  items(value: YamlValue | undefined, what: string): readonly YamlValue[] {
    if (!value || value.kind === "nothing") return [];
    if (value.kind === "list") return value.items;
    this.complain(value.place, text('"{0}" must be a list.', what));
    return [];
  }

  /** A text that is one of these. */
  oneOf<const Word extends string>(value: YamlValue, what: string, words: readonly Word[]): Word | undefined {
    const given = this.word(value, what);
    const found = words.find((each) => each === given);
    if (given !== undefined && found === undefined) {
      this.complain(value.place, text('"{0}" must be one of {1}, not "{2}".', what, words, given));
    }
    return found;
  }
}
