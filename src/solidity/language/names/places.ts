import { whereOf } from "./binding";
import type { Declaration, SourceFile } from "./declarations";
import { documentedNames } from "./documentation";
import type { Names } from "./names";

/** A project's sources at one moment, and what their names mean. */
export interface ProjectNames {
  readonly names: Names;
  /** By name of the source. */
  readonly files: ReadonlyMap<string, SourceFile>;
  /** Absolute; undefined for a text that is built in. */
  pathOf(file: SourceFile): string | undefined;
  /** How a file imports another by no relative path; undefined where none is sure to lead there. */
  importPathOf(from: SourceFile, target: SourceFile): string | undefined;
  /** Whether others wrote a file: it isn't ours to change, or to list. */
  isForeign(file: SourceFile): boolean;
  /** Name of the source that an import of another means, by the path as it is written. */
  importedPath(from: string, path: string): string | undefined;
}

/** A stretch of a source. */
export interface Place {
  readonly file: SourceFile;
  readonly start: number;
  readonly end: number;
}

/** What stands at an offset, and what it means. */
export interface Target extends Place {
  readonly declarations: readonly Declaration[];
  /** The name that an import gave to it, where it is named by that. */
  readonly alias: Declaration | undefined;
}

/** Everything that a file declares, variables of functions and names of imports too. */
export function* declarationsOf({ names }: ProjectNames, file: SourceFile): Generator<Declaration> {
  const waiting = [...file.items];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next;
    waiting.push(...next.members);
  }
  for (const one of file.imports) {
    if (one.module) yield one.module;
    for (const { alias } of one.symbols) if (alias) yield alias;
  }
  yield* names.bind(file).locals;
}

/** What an import's alias stands for. */
function aliased({ names }: ProjectNames, alias: Declaration): readonly Declaration[] {
  for (const one of alias.file.imports) {
    const symbol = one.symbols.find((each) => each.alias === alias);
    const target = symbol && names.imported(alias.file, one);
    if (target) return names.inFile(target, symbol.name.text).map(({ declaration }) => declaration);
  }
  return [];
}

/** Names that documentation comments give, with what they mean. */
function* documentedPlaces(project: ProjectNames, file: SourceFile): Generator<Place & { readonly to: Declaration }> {
  if (!file.text.includes("@")) return;
  for (const declaration of declarationsOf(project, file)) {
    if (["enumValue", "alias", "yul"].includes(declaration.kind) || declaration.role === "local") continue;
    if (declaration.role && declaration.role !== "state" && declaration.role !== "constant") continue;
    for (const { tag, path } of documentedNames(declaration)) {
      const [name] = path;
      if (!name) continue;
      if (tag === "inheritdoc") {
        const found = project.names.path(path, whereOf(declaration));
        for (const [i, part] of path.entries())
          for (const { declaration: to } of found[i] ?? []) yield { file, start: part.start, end: part.end, to };
        continue;
      }
      const to = (tag === "param" ? declaration.taken : declaration.returns).find(
        (each) => each.name.text === name.text,
      );
      if (to) yield { file, start: name.start, end: name.end, to };
    }
  }
}

/** What is named at an offset, its own declaration too; undefined where nothing known is. */
export function targetAt(project: ProjectNames, file: SourceFile, offset: number): Target | undefined {
  const covers = ({ start, end }: { start: number; end: number }): boolean =>
    start <= offset && offset <= end && start < end;
  const reference = project.names.bind(file).references.find(covers);
  if (reference)
    return { file, start: reference.start, end: reference.end, declarations: reference.to, alias: reference.alias };
  for (const declaration of declarationsOf(project, file)) {
    if (!covers(declaration.name)) continue;
    const meant = declaration.kind === "alias" ? aliased(project, declaration) : [];
    const { start, end } = declaration.name;
    return meant.length > 0
      ? { file, start, end, declarations: meant, alias: declaration }
      : { file, start, end, declarations: [declaration], alias: undefined };
  }
  for (const { to, start, end } of documentedPlaces(project, file))
    if (covers({ start, end })) return { file, start, end, declarations: [to], alias: undefined };
  return undefined;
}

/** Contracts of all files. */
export function* contractsOf({ files }: ProjectNames): Generator<Declaration> {
  for (const file of files.values()) for (const item of file.items) if (item.kind === "contract") yield item;
}

const overrides = ({ kind, role }: Declaration): boolean =>
  kind === "function" || kind === "modifier" || (kind === "variable" && role === "state");

/** What must have the same name: functions with those that they override and that override them, a contract with its constructor of old. */
export function familyOf(project: ProjectNames, declarations: readonly Declaration[]): Set<Declaration> {
  const { names } = project;
  const family = new Set<Declaration>();
  for (const each of declarations) {
    family.add(each);
    for (const one of each.constructors) if (one.isOldConstructor) family.add(one);
    if (each.isOldConstructor && each.parent) family.add(each.parent);
  }
  const keys = new Set(
    [...family].filter((each) => overrides(each) && each.contract).map((each) => names.parameterKey(each)),
  );
  const first = [...family].find((each) => overrides(each) && !each.isOldConstructor);
  if (!first?.contract || keys.size !== 1) return family;
  const [key] = keys;
  const contracts = [...contractsOf(project)];
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const contract of contracts) {
      const same = names
        .line(contract)
        .flatMap(({ members }) => members.filter((each) => each.name.text === first.name.text && overrides(each)))
        .filter((each) => !each.isPrivate && (each.kind === "modifier" || names.parameterKey(each) === key));
      if (same.length > 1 && same.some((each) => family.has(each))) for (const each of same) family.add(each);
    }
  }
  return family;
}

/** A place where one of several declarations is named. */
export interface NamedLocation extends Place {
  readonly alias: Declaration | undefined;
  readonly isDeclaration: boolean;
  readonly writes: boolean;
}

/** Words by which declarations may be named anywhere: their own, and those of imports. */
function wordsFor({ files }: ProjectNames, declarations: ReadonlySet<Declaration>): Set<string> {
  const words = new Set([...declarations].map(({ name }) => name.text));
  for (let size = 0; size !== words.size; ) {
    size = words.size;
    for (const { imports } of files.values())
      for (const { symbols } of imports)
        for (const { name, alias } of symbols) if (alias && words.has(name.text)) words.add(alias.name.text);
  }
  return words;
}

/** Every place where one of the declarations is named, the declarations' own names among them. */
export function placesOf(project: ProjectNames, declarations: ReadonlySet<Declaration>): NamedLocation[] {
  const isLocal = [...declarations].every((each) => each.role === "local" || each.kind === "yul");
  const files = isLocal ? new Set([...declarations].map(({ file }) => file)) : project.files.values();
  return placesIn(project, declarations, files);
}

/** The same in some files, and where the declarations stand. */
export function placesIn(
  project: ProjectNames,
  declarations: ReadonlySet<Declaration>,
  files: Iterable<SourceFile>,
): NamedLocation[] {
  const words = [...wordsFor(project, declarations)];
  const places: NamedLocation[] = [];
  const add = (
    file: SourceFile,
    { start, end }: { start: number; end: number },
    more: Partial<NamedLocation> = {},
  ): void => {
    places.push({ file, start, end, alias: undefined, isDeclaration: false, writes: false, ...more });
  };
  for (const each of declarations) if (each.name.text !== "") add(each.file, each.name, { isDeclaration: true });
  for (const file of files) {
    if (!words.some((word) => file.wordSet.has(word))) continue;
    for (const reference of project.names.bind(file).references) {
      const { alias, writes } = reference;
      if (reference.to.some((each) => declarations.has(each))) add(file, reference, { alias, writes });
    }
    for (const place of documentedPlaces(project, file)) if (declarations.has(place.to)) add(file, place);
    for (const one of file.imports)
      for (const { alias } of one.symbols)
        if (alias && aliased(project, alias).some((each) => declarations.has(each))) add(file, alias.name, { alias });
  }
  const seen = new Set<string>();
  return places.filter(({ file, start }) => {
    const key = `${start} ${file.path}`;
    return seen.has(key) ? false : seen.add(key);
  });
}
