import { type LocalizableText, text } from "../../text/catalogue";
import type { Declaration, SourceFile } from "../language/names/declarations";
import { type ProjectNames, placesIn } from "../language/names/places";
import { changedText, type RangeChange } from "../program/textChange";

/** What things at the top of several files are called when all of them stand in one. */
interface OwnNames {
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
function ownNames(
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

/** One source made of several, or why there is none. */
type Flattened = { readonly text: string; readonly files: number } | { readonly refused: LocalizableText };

const refuse = (refused: LocalizableText): Flattened => ({ refused });

/** A file with all that it imports, each behind what it imports itself, as far as no circle is in the way. */
function inOrder({ names }: ProjectNames, file: SourceFile): SourceFile[] | undefined {
  const done = new Set<SourceFile>();
  const begun = new Set<SourceFile>([file]);
  const waiting: { readonly file: SourceFile; next: number }[] = [{ file, next: 0 }];
  for (let top = waiting.at(-1); top; top = waiting.at(-1)) {
    const one = top.file.imports[top.next++];
    if (!one) {
      done.add(top.file);
      waiting.pop();
      continue;
    }
    const target = names.imported(top.file, one);
    if (!target) return undefined;
    if (!begun.has(target)) {
      begun.add(target);
      waiting.push({ file: target, next: 0 });
    }
  }
  return [...done];
}

/** A contract whose base would stand behind it, which the language refuses. */
function lateBase({ names }: ProjectNames, files: readonly SourceFile[]): LocalizableText | undefined {
  const place = new Map(files.flatMap(({ items }) => items).map((each, i) => [each, i]));
  for (const [each, i] of place)
    for (const base of each.kind === "contract" ? names.basesOf(each) : [])
      if ((place.get(base) ?? -1) > i)
        return text("{0} and {1} import each other: one must be above the other.", each.file.path, base.file.path);
  return undefined;
}

/** Names that an import gave become those that are declared: `M.A` and `B` of `{A as B}` become `A`, or what `A` is called in one file. */
function plainNames(project: ProjectNames, file: SourceFile, { renamed }: OwnNames): RangeChange[] | undefined {
  const { names } = project;
  const changes: RangeChange[] = [];
  for (const { start, end, to, alias } of names.bind(file).references) {
    const inImport = file.imports.some(({ node }) => node.start <= start && end <= node.end);
    const [meant] = to;
    if (inImport || !meant) continue;
    if (meant.kind === "alias") {
      const dot = /^\s*\.\s*/.exec(file.text.slice(end, end + 200));
      if (!dot) return undefined;
      changes.push({ start, end: end + dot[0].length, text: "" });
      continue;
    }
    const other = renamed.get(meant);
    if (alias || other !== undefined) changes.push({ start, end, text: other ?? meant.name.text });
  }
  const known = new Set(changes.map(({ start }) => start));
  const declared = new Set([...renamed.keys()].filter((each) => file.wordSet.has(each.name.text)));
  // their own names, and those in comments
  for (const [each, text] of renamed) {
    if (!declared.has(each)) continue;
    for (const { file: at, start, end, alias } of placesIn(project, new Set([each]), [file]))
      if (at === file && !alias && !known.has(start)) changes.push({ start, end, text });
  }
  return changes;
}

const licenseMark = "SPDX-License-Identifier:";

/** Licenses that a source names; a remark with one may stand anywhere in it. */
const licensesOf = (file: SourceFile): string[] =>
  file.tokens.comments.flatMap(({ start, end }) => {
    const comment = file.text.slice(start, end);
    const at = comment.indexOf(licenseMark);
    const [line = ""] = at < 0 ? [] : comment.slice(at + licenseMark.length).split(/[*\r\n]/, 1);
    return line.trim() === "" ? [] : [line.trim().slice(0, 100)];
  });

/** The text of a file without its head: licenses, pragmas, imports. */
function bodyOf(project: ProjectNames, file: SourceFile, own: OwnNames): string | undefined {
  const renamed = plainNames(project, file, own);
  if (!renamed) return undefined;
  const gone = [
    ...file.items.filter((item) => own.dropped.has(item)),
    ...file.tree.items.filter(({ kind }) => kind === "import" || kind === "pragma"),
    ...file.tokens.comments.filter(({ start, end }) => file.text.slice(start, end).includes(licenseMark)),
  ].map(({ start, end }): RangeChange => {
    const line = /^[ \t]*(?:\r\n|\n|\r)?/.exec(file.text.slice(end, end + 200))?.[0].length ?? 0;
    return { start, end: end + line, text: "" };
  });
  const isGone = (change: RangeChange): boolean =>
    gone.some(({ start, end }) => start <= change.start && change.end <= end && change.text !== "");
  return changedText(file.text, [...renamed.filter((change) => !isGone(change)), ...gone])
    .replace(/(?:\r\n|\n|\r)(?:[ \t]*(?:\r\n|\n|\r)){2,}/g, "\n\n")
    .trim();
}

/**
 * A source with all that it imports, in one: for what takes one file alone. All pragmas stay, licenses are named together. Of several
 * things of one name all but one get another (`ownNames`). What has no single answer is refused: files that need each other, faults,
 * imports that lead nowhere.
 */
export function flatten(project: ProjectNames, file: SourceFile): Flattened {
  const files = inOrder(project, file);
  if (!files) return refuse(text("An import leads nowhere."));
  const broken = files.find(({ tree }) => tree.faults.length > 0);
  if (broken) return refuse(text("{0} has errors of syntax.", broken.path));
  const trouble = lateBase(project, files);
  if (trouble) return refuse(trouble);
  const own = ownNames(project, files, file);
  if ("refused" in own) return own;
  const pragmas = new Set(
    files.flatMap(({ tree }) => tree.items.flatMap((item) => (item.kind === "pragma" ? [item.text.trim()] : []))),
  );
  const licenses = [...new Set(files.flatMap(licensesOf))].filter((each) => each !== "");
  const named = licenses.length > 1 ? licenses.map((each) => (/\s/.test(each) ? `(${each})` : each)) : licenses;
  const parts = [
    ...(named.length > 0 ? [`// SPDX-License-Identifier: ${named.join(" AND ")}`] : []),
    [...pragmas].map((each) => `pragma ${each};`).join("\n"),
  ];
  for (const each of files) {
    const body = bodyOf(project, each, own);
    if (body === undefined) return refuse(text("{0} names a file in a way that has no other form.", each.path));
    if (body !== "") parts.push(`// ${each.path.replaceAll(/[\r\n]/g, " ")}\n\n${body}`);
  }
  return { text: `${parts.filter((each) => each !== "").join("\n\n")}\n`, files: files.length };
}
