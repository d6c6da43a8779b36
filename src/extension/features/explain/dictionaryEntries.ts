import dictionary from "../../../errors/dictionary.json";
import type { Subject } from "./findSubjects";

/** What the error dictionary says of one code. */
interface DictionaryEntry {
  readonly name: string;
  readonly meaning: Readonly<Record<"en" | "zh", string>>;
  readonly advice: Readonly<Record<"en" | "zh", string>>;
}

/** An entry with the space of numbers it belongs to and its code there. */
export type FoundEntry = readonly [space: string, code: string, entry: DictionaryEntry];

/** Every entry of the dictionary that fits: one number means different things in different spaces (docs/protocol/errors.md). */
function entries(fits: (code: string, entry: DictionaryEntry) => boolean): FoundEntry[] {
  return Object.entries(dictionary as Readonly<Record<string, Readonly<Record<string, DictionaryEntry>>>>).flatMap(
    ([space, table]) =>
      Object.entries(table)
        .filter(([code, entry]) => fits(code.replace(/^(?:amop|web3):/, ""), entry))
        .map(([code, entry]): FoundEntry => [space, code, entry]),
  );
}

/** What a code or a name of a text means; nothing for other subjects. */
export function dictionaryEntries(subject: Subject): FoundEntry[] {
  if (subject.kind === "code") return entries((code) => code === String(subject.code));
  if (subject.kind !== "name") return [];
  return entries((code, { name }) => name === subject.name || name === `CODE_${subject.name}` || code === subject.name);
}
