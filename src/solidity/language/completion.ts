import { builtInProposals, globalProposals, membersNamed, proposalsOfTypeOf } from "./builtInProposals";
import { oneLine, summaryOf } from "./hover";
import { natspecTags, wordsOf } from "./languageWords";
import type { Declaration, ImportOf, SourceFile } from "./names/declarations";
import { declarationBehind } from "./names/documentation";
import type { ProjectNames } from "./names/places";
import { scopeAround } from "./names/scope";
import type { Type } from "./names/types";
import type { Where } from "./names/where";
import type { CompletionKind, CompletionProposal } from "./questions";
import { commentAt, quotedAt, wordBefore } from "./quotedAt";
import type { Expression, Member, Name } from "./syntax/nodes";
import { partsAround, type SyntaxPart, walkParts } from "./syntax/walk";

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
export interface WritingPlace {
  readonly project: ProjectNames;
  readonly file: SourceFile;
  readonly offset: number;
}

/** The contract around an offset. */
export function contractAt(file: SourceFile, offset: number): Declaration | undefined {
  return file.items.find(({ kind, start, end }) => kind === "contract" && start <= offset && offset <= end);
}

const whereAt = ({ file, offset }: WritingPlace): Where => ({ file, contract: contractAt(file, offset) });

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
function importable({ project, file }: WritingPlace, one: ImportOf): CompletionProposal[] {
  const target = project.names.imported(file, one);
  const named = new Set(one.symbols.map(({ name }) => name.text));
  return [...(target ? namesIn(project, target) : [])].flatMap(([name, list]) =>
    named.has(name) ? [] : list.map((each) => proposalOf(project, each, name)),
  );
}

/** Everything that can be named without a dot, by name, the nearest of each. */
function namesAt(place: WritingPlace): Map<string, readonly Declaration[]> {
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

  constructor(private readonly place: WritingPlace) {
    this.#where = whereAt(place);
  }

  of(type: Type): CompletionProposal[] {
    const { names } = this.place.project;
    return [...this.#declared(type), ...names.attached(type, this.#where)]
      .map((each) => proposalOf(this.place.project, each))
      .concat(builtInProposals(type, this.place.file.release));
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
    if (part.kind === "member" && part.of.end <= dot && part.name.start > dot && !found) {
      const between = file.text.slice(part.of.end, part.name.start);
      if (between.includes(".") && part.of.end + between.indexOf(".") === dot) found = part;
    }
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

function membersAt(place: WritingPlace, dot: number): readonly CompletionProposal[] {
  const { project, file } = place;
  const members = new Members(place);
  const member = memberAt(file, dot);
  if (member) {
    const type = project.names.bind(file).typeOf(member.of);
    if (isTypeCall(member.of)) return proposalsOfTypeOf(type, file.release);
    if (type.is !== "unknown") return members.of(type);
  }
  const path = pathBefore(file, dot);
  const [meant] = path.length > 0 ? project.names.named(path, whereAt(place)) : [];
  const holder = meant?.declaration;
  if (!holder) return path.length === 1 ? membersNamed(path[0]?.text ?? "", file.release) : [];
  if (holder.kind === "alias") {
    const target = project.names.moduleOf(holder);
    return target ? members.of({ is: "module", file: target }) : [];
  }
  return ["contract", "enum"].includes(holder.kind)
    ? members.of({ is: "type", type: { is: "instance", of: holder } })
    : [];
}

function inComment({ file, offset, project }: WritingPlace): CompletionProposal[] {
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

/** What may be written at a place; imports aside. */
export function completionAt(place: WritingPlace): CompletionProposal[] {
  const { file, offset, project } = place;
  const comment = commentAt(file.tokens, offset);
  if (comment) return comment.documents ? inComment(place) : [];
  if (quotedAt(file.tokens, offset)) return [];
  const imported = importAround(file, offset);
  if (imported) return unlike(importable(place, imported));
  const { start, dot } = wordBefore(file.text, offset);
  if (dot !== undefined && !/\d/.test(file.text[start] ?? "")) return unlike(membersAt(place, dot));
  const names = [...namesAt(place)].flatMap(([name, list]) => list.map((each) => proposalOf(project, each, name)));
  return unlike([...names, ...wordsOf(file.release), ...globalProposals(file.release)]);
}
