import { t } from "../../../text/catalogue";
import { visibleText } from "../../../text/visibleText";
import { changedText, type RangeChange } from "../../program/textChange";
import { isElementary } from "../syntax/expressionParser";
import { bindFile } from "./binder";
import { type Declaration, SourceFile } from "./declarations";
import { Names } from "./names";
import { contractsOf, familyOf, type NamedLocation, type ProjectNames, placesOf, type Target } from "./places";
import { type Scope, scopeAround } from "./scope";

/** New texts of stretches of a file, in the order of the text. */
interface FileChange {
  readonly file: SourceFile;
  readonly changes: readonly RangeChange[];
}

/** All changes of a renaming, or why nothing is renamed. */
type Renaming = { readonly files: readonly FileChange[]; readonly refused?: undefined } | { readonly refused: string };

const identifier = /^[A-Za-z_$][\w$]{0,200}$/;
const keywords = new Set(
  (
    "abstract after alias anonymous apply as assembly auto break calldata case catch constant constructor continue contract copyof default " +
    "define delete do else emit enum event external fallback final for function hex if immutable implements import in indexed inline interface " +
    "internal is let library macro mapping match memory modifier mutable new null of override partial payable pragma private promise public " +
    "pure receive reference relocatable return returns sealed sizeof static storage struct super supports switch this throw try type typedef " +
    "typeof unchecked unicode using var view virtual while false true days ether finney gwei hours minutes seconds szabo weeks wei years"
  ).split(" "),
);

/** Whether a word may be a name. */
const mayBeName = (word: string): boolean => identifier.test(word) && !keywords.has(word) && !isElementary(word);

const refuse = (refused: string): Renaming => ({ refused });

/** Why a file isn't changed, by its path or name. */
export const isOthers = (path: string): string => t("{0} isn't part of this project.", visibleText(path));

/** What already has the new name where the old one is. */
function alreadyNamed(project: ProjectNames, renamed: ReadonlySet<Declaration>, name: string): Declaration | undefined {
  const { names } = project;
  const clashes = (own: Declaration, other: Declaration): boolean => {
    if (renamed.has(other)) return false;
    const bothOverload = own.kind === other.kind && (own.kind === "function" || own.kind === "event");
    return !bothOverload || names.parameterKey(own) === names.parameterKey(other);
  };
  const lines = [...renamed].some(({ parent }) => parent?.kind === "contract")
    ? [...contractsOf(project)].map((each) => names.line(each))
    : [];
  for (const own of renamed) {
    const { parent } = own;
    const beside =
      parent?.kind === "contract"
        ? lines.filter((line) => line.includes(parent)).flatMap((line) => line.flatMap(({ members }) => members))
        : parent
          ? parent.members
          : own.kind === "alias" || own.role === "local" || own.kind === "yul"
            ? []
            : names.closure(own.file).flatMap(({ items }) => items);
    const clash = beside.find((each) => each.name.text === name && clashes(own, each));
    if (clash) return clash;
    if (own.kind !== "yul" && (own.role === "local" || own.role === "parameter" || own.role === "return")) {
      const binding = names.bind(own.file);
      const local = binding.locals.find(
        (each) => each.name.text === name && each.parent === own.parent && sharesScope(binding.scopes, each, own),
      );
      if (local) return local;
    }
  }
  return undefined;
}

function sharesScope(scopes: readonly Scope[], left: Declaration, right: Declaration): boolean {
  const [one, other] = [left, right].map(({ name }) => scopeAround(scopes, name.start, name.end));
  return one !== undefined && one === other;
}

/** Where an offset of a text is after changes. */
function movedBy(changes: FileChange["changes"]): (offset: number) => number {
  return (offset) => {
    let moved = offset;
    for (const { start, end, text } of changes) {
      if (start >= offset) break;
      moved += text.length - (Math.min(end, offset) - start);
    }
    return moved;
  };
}

/** Whether every name of the changed files means what it meant: the first that doesn't. */
function changedMeaning(
  project: ProjectNames,
  changed: readonly FileChange[],
  words: readonly string[],
): string | undefined {
  const byFile = new Map(changed.map((each) => [each.file, each]));
  const after = new Map<string, SourceFile>();
  for (const [name, file] of project.files) {
    const change = byFile.get(file);
    after.set(name, change ? new SourceFile(file.path, changedText(file.text, change.changes)) : file);
  }
  const newNames = new Names(
    {
      file: (path) => after.get(path),
      imported: (from, path) => project.importedPath(from.path, path),
    },
    bindFile,
  );
  for (const [name, file] of project.files) {
    if (!words.some((word) => file.wordSet.has(word))) continue;
    const now = after.get(name);
    if (!now) continue;
    const moved = movedBy(byFile.get(file)?.changes ?? []);
    const before = project.names.bind(file);
    const then = newNames.bind(now);
    if (then.unknown.length > before.unknown.length) return then.unknown[0]?.text ?? "";
    const meant = new Map(then.references.map((each) => [each.start, each]));
    if (meant.size !== before.references.length) return words[0];
    for (const reference of before.references) {
      const other = meant.get(moved(reference.start));
      const key = (to: readonly Declaration[], at: (each: Declaration) => number): string =>
        to
          .map((each) => `${each.file.path} ${at(each)}`)
          .sort()
          .join();
      const wanted = key(reference.to, (each) => movedBy(byFile.get(each.file)?.changes ?? [])(each.name.start));
      if (!other || key(other.to, (each) => each.name.start) !== wanted)
        return file.text.slice(reference.start, reference.end);
    }
  }
  return undefined;
}

/**
 * Renames what is meant at a place, everywhere and with all that must have its name. Refuses rather than guesses: where a file that has the
 * word isn't whole or has names that mean nothing known, where the new name is taken, or where any name would mean something else.
 * @param project all files that may name it
 */
export function renaming(project: ProjectNames, target: Target, newName: string): Renaming {
  const word = target.file.text.slice(target.start, target.end);
  if (!mayBeName(newName)) return refuse(t("{0} can't be a name.", visibleText(newName)));
  if (target.declarations.length === 0) return refuse(word);
  const isAlias = target.alias !== undefined && target.alias.kind === "alias";
  const family = familyOf(project, target.declarations);
  if (!isAlias && target.declarations.length > 1 && !target.declarations.every((each) => family.has(each)))
    return refuse(word);
  const all = placesOf(project, family);
  const places = isAlias
    ? all.filter(({ alias }) => alias === target.alias)
    : all.filter(({ alias, file, start, end }) => alias === undefined && file.text.slice(start, end) === word);
  const foreign = places.find(({ file }) => project.isForeign(file));
  if (foreign) return refuse(isOthers(foreign.file.path));
  const broken = brokenFile(project, word, isAlias ? [target.file] : undefined, family);
  if (broken) return refuse(broken);
  const taken =
    newName === word
      ? undefined
      : alreadyNamed(project, isAlias && target.alias ? new Set([target.alias]) : family, newName);
  if (taken) return refuse(t("{0} is already declared.", visibleText(newName)));
  const files = changesOf(places, newName);
  const other = changedMeaning(project, files, [newName, word]);
  return other === undefined ? { files } : refuse(t("{0} would mean something else.", visibleText(other)));
}

function changesOf(places: readonly NamedLocation[], text: string): FileChange[] {
  const byFile = new Map<SourceFile, RangeChange[]>();
  for (const { file, start, end } of places) byFile.set(file, [...(byFile.get(file) ?? []), { start, end, text }]);
  return [...byFile].map(([file, changes]) => ({
    file,
    changes: changes.sort((left, right) => left.start - right.start),
  }));
}

/** Why what a word means isn't sure in some file that has it. */
function brokenFile(
  project: ProjectNames,
  word: string,
  files: readonly SourceFile[] | undefined,
  renamed: ReadonlySet<Declaration>,
): string | undefined {
  const locals = [...renamed].every(({ role, kind }) => role === "local" || kind === "yul");
  const own = locals ? [...renamed].map(({ file }) => file) : undefined;
  for (const file of new Set(own ?? files ?? project.files.values())) {
    if (!file.wordSet.has(word)) continue;
    const path = visibleText(file.path);
    if (file.tree.faults.length > 0) return t("{0} isn't finished.", path);
    const { unknown, references } = project.names.bind(file);
    if (unknown.some(({ text }) => text === word)) return t("{0} isn't known in {1}.", visibleText(word), path);
    const unsure = references.some(
      ({ to, start, end }) =>
        to.length > 1 &&
        file.text.slice(start, end) === word &&
        to.some((each) => renamed.has(each)) &&
        !to.every((each) => renamed.has(each)),
    );
    if (unsure) return t("Which {0} is meant isn't sure in {1}.", visibleText(word), path);
  }
  return undefined;
}
