import { builtInProposals, globalProposals, membersNamed, proposalsOfTypeOf } from "./builtInProposals";
import type { Dialect } from "./dialect";
import { oneLine, summaryOf } from "./hover";
import { declaringWordsOf, natspecTags, typeWordsOf, wordsOf } from "./languageWords";
import type { Where } from "./names/binding";
import { isStored } from "./names/dataLocation";
import type { Declaration, ImportOf, SourceFile } from "./names/declarations";
import { declarationBehind } from "./names/documentation";
import type { ProjectNames } from "./names/places";
import { scopeAround } from "./names/scope";
import type { Type } from "./names/types";
import type { CompletionKind, CompletionProposal } from "./questions";
import { commentAt, quotedAt, wordBefore } from "./quotedAt";
import type { Expression, Member, Name } from "./syntax/nodes";
import { partsAround, type SyntaxPart, walkParts } from "./syntax/walk";
import { type Wanted, wantedAt } from "./wantedNames";
import { inAssembly, yulAround } from "./yulCompletion";

/** What declarations are proposed as. */
export const kinds: Readonly<Record<Declaration["kind"], CompletionKind>> = {
  contract: "contract",
  function: "function",
  modifier: "function",
  event: "event",
  error: "error",
  struct: "struct",
  enum: "enum",
  enumValue: "enumValue",
  valueType: "type",
  variable: "variable",
  alias: "contract",
  yul: "variable",
};

/** A stretch of a file in one line. */
export const lineOf = ({ text }: Pick<SourceFile, "text">, start: number, end: number): string =>
  oneLine(text.slice(start, end));

/** What is told of a declaration beside its name: its type, or its parameters. */
export function detailOf(declaration: Declaration): string {
  const { file } = declaration;
  const { type, contractNode } = declaration;
  if (type) return lineOf(file, type.start, type.end);
  if (contractNode) return contractNode.form;
  const list = declaration.function?.parameters ?? declaration.parameters;
  if (!["function", "modifier", "event", "error"].includes(declaration.kind)) return "";
  const written = (parts: readonly { start: number; end: number }[]): string =>
    `(${parts.map(({ start, end }) => lineOf(file, start, end)).join(", ")})`;
  const returns = declaration.function?.returns ?? [];
  return returns.length > 0 ? `${written(list)} returns ${written(returns)}` : written(list);
}

function proposalOf(project: ProjectNames, declaration: Declaration, name = declaration.name.text): CompletionProposal {
  const { kind, role } = declaration;
  return {
    label: name,
    kind: role === "field" ? "field" : declaration.contractNode?.form === "interface" ? "interface" : kinds[kind],
    detail: detailOf(declaration),
    documentation: summaryOf(project, declaration),
  };
}

/** Where a person writes. */
interface WritingPosition {
  readonly project: ProjectNames;
  readonly file: SourceFile;
  readonly offset: number;
  readonly dialect: Dialect;
}

/** What may be written at a place. */
interface Completion {
  readonly proposals: readonly CompletionProposal[];
  /** A statement or a declaration may begin here: no part of the language is wanted in particular. */
  readonly anything: boolean;
}

/** The contract around an offset. */
export function contractAt(file: SourceFile, offset: number): Declaration | undefined {
  return file.items.find(({ kind, start, end }) => kind === "contract" && start <= offset && offset <= end);
}

const whereAt = ({ file, offset }: Pick<WritingPosition, "file" | "offset">): Where => ({
  file,
  contract: contractAt(file, offset),
});

/** Everything that can be named at the top of a file, by name. */
function namesIn({ names }: ProjectNames, file: SourceFile): Map<string, readonly Declaration[]> {
  const found = new Map<string, readonly Declaration[]>();
  for (const each of names.closure(file)) {
    const add = (name: string): void => {
      if (name === "" || found.has(name)) return;
      const list = names.inFile(file, name).map(({ declaration }) => declaration);
      if (list.length > 0) found.set(name, list);
    };
    for (const { name } of each.items) add(name.text);
    for (const { module, symbols } of each.imports) {
      if (module) add(module.name.text);
      for (const { name, alias } of symbols) add((alias?.name ?? name).text);
    }
  }
  return found;
}

/** The import between whose braces an offset is. */
export function importAround({ imports, text }: SourceFile, offset: number): ImportOf | undefined {
  const isInside = (each: string): boolean => each.includes("{") && !each.includes("}");
  return imports.find(
    ({ node }) => node.symbols && node.start < offset && offset <= node.end && isInside(text.slice(node.start, offset)),
  );
}

/** What the file of an import has, and isn't named yet. */
function importable({ project, file }: WritingPosition, one: ImportOf): CompletionProposal[] {
  const target = project.names.imported(file, one);
  const named = new Set(one.symbols.map(({ name }) => name.text));
  return [...(target ? namesIn(project, target) : [])].flatMap(([name, list]) =>
    named.has(name) ? [] : list.map((each) => proposalOf(project, each, name)),
  );
}

/** Everything that can be named without a dot, by name, the nearest of each. */
function namesAt(place: WritingPosition): Map<string, readonly Declaration[]> {
  const { project, file, offset } = place;
  const { names } = project;
  const found = new Map<string, readonly Declaration[]>();
  const scope = scopeAround(names.bind(file).scopes, offset, offset);
  for (const [name, declaration] of scope?.allAt(offset) ?? []) found.set(name, [declaration]);
  const contract = contractAt(file, offset);
  for (const [name, list] of contract ? names.contractNames(contract) : []) if (!found.has(name)) found.set(name, list);
  for (const [name, list] of namesIn(project, file)) if (!found.has(name)) found.set(name, list);
  return found;
}

/** What may stand behind a dot. */
class Members {
  readonly #where: Where;

  /** @param wanted which of the names may stand there; undefined: any */
  constructor(
    private readonly place: WritingPosition,
    private readonly wanted: Wanted | undefined,
  ) {
    this.#where = whereAt(place);
  }

  of(type: Type, isInStorage = false): CompletionProposal[] {
    const { project, dialect } = this.place;
    const { wanted } = this;
    const declared = wanted ? this.#declared(type).filter((each) => wanted.takes(each)) : this.#declared(type);
    const found = declared.map((each) => proposalOf(project, each));
    if (wanted) return found;
    // What takes a place in storage isn't given a copy.
    const attached = project.names
      .attached(type, this.#where)
      .filter(({ parameters: [first] }) => isInStorage || !first?.words.includes("storage"))
      .map((each) => proposalOf(project, each));
    return [...found, ...attached, ...builtInProposals(type, dialect, isInStorage)];
  }

  #declared(type: Type): Declaration[] {
    const { names } = this.place.project;
    switch (type.is) {
      case "module":
        return names.closure(type.file).flatMap(({ items }) => items.filter(({ name }) => name.text !== ""));
      case "super":
        return names.behindSuper(type.of);
      case "type": {
        if (type.type.is !== "instance") return [];
        const { of } = type.type;
        if (of.kind === "enum") return of.members;
        return of.kind === "contract" ? this.#contract(of).filter(({ kind }) => kind !== "modifier") : [];
      }
      case "instance":
        if (type.of.kind === "struct") return type.of.members;
        if (type.of.kind !== "contract") return [];
        return this.#contract(type.of).filter(
          (each) => (each.kind === "function" || each.kind === "variable") && each.isVisibleOutside,
        );
      default:
        return [];
    }
  }

  #contract(contract: Declaration): Declaration[] {
    return [...this.place.project.names.contractNames(contract).values()].flat();
  }
}

const isTypeCall = (node: Expression): boolean =>
  node.kind === "call" && node.callee.kind === "identifier" && node.callee.name.text === "type";

/** The part of the tree whose name begins at an offset, behind a dot. */
function memberAt(file: SourceFile, dot: number): Member | undefined {
  let found: Member | undefined;
  const consider = (part: SyntaxPart): void => {
    if (part.kind === "member" && part.of.end <= dot && part.name.start > dot) found ??= part;
  };
  walkParts(partsAround(file.tree.items, dot).slice(0, 1), consider);
  return found;
}

/** Names before a dot, `A.B`, where no expression stands. */
function pathBefore(file: SourceFile, dot: number): Name[] {
  const { tokens } = file;
  const path: Name[] = [];
  let at = tokens.starts.indexOf(dot) - 1;
  for (; at >= 0; at -= 2) {
    const [text = "", start = 0, end = 0] = [tokens.words[at], tokens.starts[at], tokens.ends[at]];
    if (!/^[A-Za-z_$]/.test(text)) break;
    path.unshift({ text, start, end });
    if (tokens.words[at - 1] !== ".") break;
  }
  return path;
}

function membersAt(place: WritingPosition, dot: number): readonly CompletionProposal[] {
  const { project, file, dialect } = place;
  const wanted = wantedAt(place);
  const members = new Members(place, wanted);
  const member = memberAt(file, dot);
  if (member) {
    const binding = project.names.bind(file);
    const type = binding.typeOf(member.of);
    if (isTypeCall(member.of)) return proposalsOfTypeOf(type, dialect);
    if (type.is !== "unknown") return members.of(type, isStored(binding, member.of, dialect.release));
  }
  const path = pathBefore(file, dot);
  const [meant] = path.length > 0 ? project.names.named(path, whereAt(place)) : [];
  const holder = meant?.declaration;
  if (!holder) return path.length === 1 ? membersNamed(path[0]?.text ?? "", dialect) : [];
  if (holder.kind === "alias") {
    const target = project.names.moduleOf(holder);
    return target ? members.of({ is: "module", file: target }) : [];
  }
  return ["contract", "enum"].includes(holder.kind)
    ? members.of({ is: "type", type: { is: "instance", of: holder } })
    : [];
}

function inComment({ file, offset, project }: WritingPosition): CompletionProposal[] {
  const { text } = file;
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  if (/@(?:param|return)\s+\w*$/.test(line)) {
    const documented = declarationBehind(file, offset);
    return ((line.includes("@param") ? documented?.taken : documented?.returns) ?? [])
      .filter(({ name }) => name.text !== "")
      .map((each) => ({ ...proposalOf(project, each), kind: "variable" as const, detail: "", documentation: "" }));
  }
  return [...natspecTags];
}

/** The first of each name and kind: what is nearer hides what is further. */
function unlike(proposals: readonly CompletionProposal[]): CompletionProposal[] {
  const seen = new Set<string>();
  return proposals.filter(({ label, detail, kind }) => {
    const key = kind === "function" ? `${label}${detail}` : label;
    return seen.has(key) ? false : seen.add(key);
  });
}

/** Words of the language that stand where some names are wanted. */
function wordsBeside({ words }: Wanted, dialect: Dialect): readonly CompletionProposal[] {
  if (words === "types") return typeWordsOf(dialect);
  return words === "members" ? declaringWordsOf(dialect) : words;
}

const some = (proposals: readonly CompletionProposal[]): Completion => ({
  proposals: unlike(proposals),
  anything: false,
});

/** What may be written at a place; paths of imports aside. */
export function completionAt(place: WritingPosition): Completion {
  const { file, offset, project, dialect } = place;
  const comment = commentAt(file.tokens, offset);
  if (comment) return some(comment.documents ? inComment(place) : []);
  if (quotedAt(file.tokens, offset)) return some([]);
  const imported = importAround(file, offset);
  if (imported) return some(importable(place, imported));
  const { start, dot } = wordBefore(file.tokens, offset);
  if (/\d/.test(file.text[start] ?? "") && start < offset) return some([]);
  const assembly = yulAround(file, offset);
  if (assembly) return some(inAssembly({ file, offset, dialect, assembly, dot, names: namesAt(place) }));
  if (dot !== undefined) return some(membersAt(place, dot));
  const wanted = wantedAt(place);
  const names = [...namesAt(place)].flatMap(([name, list]) =>
    list.filter((each) => !wanted || wanted.takes(each)).map((each) => proposalOf(project, each, name)),
  );
  if (wanted) return { ...some([...names, ...wordsBeside(wanted, dialect)]), anything: wanted.words === "members" };
  return { proposals: unlike([...names, ...wordsOf(dialect), ...globalProposals(dialect)]), anything: true };
}
