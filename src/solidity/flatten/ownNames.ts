import { type LocalizableText, text } from "../../text/catalogue";
import type { Declaration, SourceFile } from "../language/names/declarations";
import type { ProjectNames } from "../language/names/places";

/** What things at the top of several files are called when all of them stand in one. */
export interface OwnNames {
  /** Those that get another name. */
  readonly renamed: ReadonlyMap<Declaration, string>;
  /** Errors and events that are declared again as they are. */
  readonly dropped: ReadonlySet<Declaration>;
}

/** Things of one name that a file sees together: overloads. They keep one name. */
class Groups {
  readonly #groupOf = new Map<Declaration, Set<Declaration>>();

  join(declarations: readonly Declaration[]): void {
    const joined = new Set<Declaration>();
    for (const each of declarations) for (const one of this.#groupOf.get(each) ?? [each]) joined.add(one);
    for (const each of joined) this.#groupOf.set(each, joined);
  }

  /** In the order in which they were met. */
  of(declarations: readonly Declaration[]): Set<Declaration>[] {
    return [...new Set(declarations.map((each) => this.#groupOf.get(each) ?? new Set([each])))];
  }
}

const isSignal = ({ kind }: Declaration): boolean => kind === "error" || kind === "event";

/** The words of a declaration, without blanks and comments. */
function wordsOf({ file, node }: Declaration): string {
  let [words, from] = ["", node.start];
  for (const { start, end } of file.tokens.comments) {
    if (start < from || end > node.end) continue;
    words += `${file.text.slice(from, start)} `;
    from = end;
  }
  return (words + file.text.slice(from, node.end)).replace(/\s+/g, " ");
}

/**
 * Gives each thing at the top of the files a name of its own. What the first file means by a name keeps it. The names of contracts, types,
 * functions and constants aren't part of code, so that it stays the same; those of errors and events are: two of one name have to be the
 * same, and are declared once.
 * @param root the file that all is made into
 */
export function ownNames(
  { names }: ProjectNames,
  files: readonly SourceFile[],
  root: SourceFile,
): OwnNames | { readonly refused: LocalizableText } {
  const byName = new Map<string, Declaration[]>();
  for (const item of files.flatMap(({ items }) => items)) {
    const name = item.name.text;
    if (name !== "") byName.set(name, [...(byName.get(name) ?? []), item]);
  }
  const doubled = [...byName].filter(([, items]) => new Set(items.map(({ file }) => file)).size > 1);
  const groups = overloads(
    doubled.flatMap(([, items]) => items),
    files,
    (file) => names.bind(file).references,
  );
  const taken = new Set(files.flatMap(({ wordSet }) => [...wordSet]));
  const renamed = new Map<Declaration, string>();
  const dropped = new Set<Declaration>();
  for (const [name, items] of doubled) {
    const meant = new Set(names.inFile(root, name).map(({ declaration }) => declaration));
    const all = groups.of(items);
    const signals = items.filter(isSignal);
    const [signal] = signals;
    const different = signal && signals.find((each) => wordsOf(each) !== wordsOf(signal));
    if (signal && different) {
      const words = text(
        "{0} is declared in {1} and differently in {2}, and its name is part of what contracts return.",
        name,
        signal.file.path,
        different.file.path,
      );
      return { refused: words };
    }
    for (const each of signals.slice(1)) dropped.add(each);
    const kept =
      all.find((group) => (signal ? group.has(signal) : [...group].some((each) => meant.has(each)))) ?? all[0];
    for (const group of all) {
      if (group === kept || [...group].some(isSignal)) continue;
      const other = freeName(name, taken);
      for (const each of group) renamed.set(each, other);
    }
  }
  return { renamed, dropped };
}

/** Things of a file that have one name, and those that a name may mean together. */
function overloads(
  declarations: readonly Declaration[],
  files: readonly SourceFile[],
  referencesOf: (file: SourceFile) => readonly { readonly to: readonly Declaration[] }[],
): Groups {
  const groups = new Groups();
  const wanted = new Set(declarations);
  for (const file of files) {
    for (const name of new Set(file.items.map((item) => item.name.text))) {
      const own = file.itemsNamed(name).filter((item) => wanted.has(item));
      if (own.length > 0) groups.join(own);
    }
    for (const { to } of referencesOf(file)) {
      const own = to.filter((each) => wanted.has(each));
      if (own.length > 1 && new Set(own.map((each) => each.name.text)).size === 1) groups.join(own);
    }
  }
  return groups;
}

/** The name with a number that no word of the files is. */
function freeName(name: string, taken: Set<string>): string {
  for (let number = 2; ; number++) {
    const other = `${name}_${number}`;
    if (taken.has(other)) continue;
    taken.add(other);
    return other;
  }
}
