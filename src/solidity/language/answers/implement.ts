import { lineEnd } from "../../program/textChange";
import { contractAt, detailOf, lineOf } from "../completion";
import type { Declaration } from "../names/declarations";
import type { ProjectNames } from "../names/places";
import { quotedAt, wordBefore } from "../quotedAt";
import { stepIn } from "../refactor/refactoring";
import { type Tokens, tokenBefore, tokenKinds } from "../syntax/lexer";
import type { PlaceAsked } from "./asked";

/** What has a name and parameters that a function of a derived contract would override or be. */
const isMember = ({ kind, role, name, isPrivate, isOldConstructor }: Declaration): boolean =>
  (kind === "function" || role === "state") && name.text !== "" && !isPrivate && !isOldConstructor;

const keyOf = ({ names }: ProjectNames, member: Declaration): string =>
  `${member.name.text}(${names.parameterKey(member)})`;

/** Members of a contract and its bases by name and parameters, in the order of its line. */
function membersOf(project: ProjectNames, contract: Declaration): Map<string, Declaration[]> {
  const found = new Map<string, Declaration[]>();
  for (const member of project.names.line(contract).flatMap(({ members }) => members)) {
    if (!isMember(member)) continue;
    const key = keyOf(project, member);
    const list = found.get(key);
    if (list) list.push(member);
    else found.set(key, [member]);
  }
  return found;
}

/**
 * The contracts whose function one in a contract overrides: on each way up the first that has it.
 * @param members all that have the name and parameters
 */
function overriddenIn({ names }: ProjectNames, contract: Declaration, members: readonly Declaration[]): Declaration[] {
  const homes = new Set(members.map((each) => each.contract));
  const found = new Set<Declaration>();
  const waiting = new Set(names.basesOf(contract));
  for (const each of waiting) {
    if (homes.has(each)) found.add(each);
    else for (const base of names.basesOf(each)) waiting.add(base);
  }
  return names.line(contract).filter((each) => found.has(each));
}

/** Whether a contract must say which of several functions it has: not where one carries out what the other only declares. */
function isAmbiguous(project: ProjectNames, contract: Declaration, members: readonly Declaration[]): boolean {
  if (members.length < 2 || overriddenIn(project, contract, members).length < 2) return false;
  const [nearest, declared, ...others] = members;
  const isDeclared = declared?.kind === "function" && !declared.function?.body;
  if (others.length > 0 || !isDeclared || !nearest?.contract || !declared.contract) return true;
  return !project.names.inherits(nearest.contract, declared.contract);
}

/** Functions of bases that a contract must write to be whole: what none carries out, and what several bases do. */
function missingFunctions(project: ProjectNames, contract: Declaration): Declaration[] {
  if (contract.contractNode?.form !== "contract") return [];
  return [...membersOf(project, contract).values()].flatMap((members) => {
    const [nearest] = members;
    if (nearest?.kind !== "function" || nearest.contract === contract) return [];
    return !nearest.function?.body || isAmbiguous(project, contract, members) ? [nearest] : [];
  });
}

/** `override`, with the names of all contracts whose function it overrides where they are several. */
function overrideWord(project: ProjectNames, contract: Declaration, declaration: Declaration): string {
  const key = keyOf(project, declaration);
  const members = project.names
    .line(contract)
    .flatMap((each) => each.members.filter((member) => isMember(member) && keyOf(project, member) === key));
  const named = overriddenIn(project, contract, members);
  return named.length > 1 ? `override(${named.map(({ name }) => name.text).join(", ")})` : "override";
}

/** A function that overrides another, with an empty body or a call of what it overrides. Indented by one step. */
function overrideText(project: ProjectNames, contract: Declaration, declaration: Declaration): string {
  const node = declaration.function;
  if (!node) return "";
  const { file } = declaration;
  const list = (parts: readonly { start: number; end: number }[]): string =>
    parts.map(({ start, end }) => lineOf(file, start, end)).join(", ");
  const visibility = node.words.find((word) => ["public", "external", "internal"].includes(word)) ?? "external";
  const mutability = node.words.find((word) => ["pure", "view", "payable"].includes(word));
  const head = [
    `function ${node.name.text}(${list(node.parameters)})`,
    visibility,
    ...(mutability ? [mutability] : []),
    overrideWord(project, contract, declaration),
    ...(node.returns.length > 0 ? [`returns (${list(node.returns)})`] : []),
  ].join(" ");
  const given = node.parameters.map(({ name }) => name.text);
  const callsSuper = node.body !== undefined && visibility !== "external" && !given.includes("");
  if (!callsSuper) return `${head} {}`;
  const call = `super.${node.name.text}(${given.join(", ")});`;
  return `${head} {\n    ${node.returns.length > 0 ? "return " : ""}${call}\n}`;
}

const indented = (text: string, step: string): string =>
  text
    .split("\n")
    .map((line) => (line === "" ? line : `${step}${line}`))
    .join("\n");

/** What makes a contract whole: the text, and where it goes. Undefined where nothing is missing. */
export function implementMissing(
  asked: PlaceAsked,
):
  | { readonly contract: Declaration; readonly count: number; readonly offset: number; readonly text: string }
  | undefined {
  const { project, file } = asked;
  const contract = contractAt(file, asked.offset);
  const node = contract?.contractNode;
  if (!contract || !node || file.text[node.end - 1] !== "}") return undefined;
  const missing = missingFunctions(project, contract);
  if (missing.length === 0) return undefined;
  const step = stepIn(file, contract);
  const functions = missing.map((each) => indented(overrideText(project, contract, each), step));
  const offset = node.end - 1;
  const before = file.text.slice(0, offset).trimEnd();
  const isEmpty = before.endsWith("{");
  const last = file.text.slice(before.length, offset).includes("\n") ? "" : "\n";
  const text = `${isEmpty ? "\n" : "\n\n"}${functions.join("\n\n")}${last}`;
  return {
    contract,
    count: missing.length,
    offset: before.length,
    text: text.replaceAll("\n", lineEnd(file.text)),
  };
}

/** A function of a base that may be written anew, as a proposal. */
interface Overriding {
  readonly declaration: Declaration;
  /** `transfer(address to, uint256 value)` */
  readonly label: string;
  readonly text: string;
}

/** What may be overridden at a place, and what is replaced: the word there, with `function` before it. */
interface Overridings {
  readonly start: number;
  readonly withKeyword: boolean;
  readonly list: readonly Overriding[];
}

/** Whether a member of a contract may begin behind a token: neither in one of its members nor in the middle of one. */
function beginsMember({ words, kinds, starts }: Tokens, at: number, open: number): boolean {
  let depth = 0;
  for (let i = at; i >= 0 && (starts[i] ?? 0) > open; i--) {
    if (kinds[i] === tokenKinds.string) continue;
    if (words[i] === "}") depth++;
    else if (words[i] === "{") depth--;
  }
  const isBehindEnd = (starts[at] ?? 0) <= open || words[at] === "}" || words[at] === ";";
  return depth === 0 && isBehindEnd;
}

/** Functions that a contract inherits and may override, and hasn't yet; the nearest of each. */
function overridable({ project }: PlaceAsked, contract: Declaration): Declaration[] {
  const own = contract.members.filter(({ kind, role }) => kind === "function" || role === "state");
  const done = new Set(own.map((each) => keyOf(project, each)));
  const found: Declaration[] = [];
  for (const base of project.names.line(contract).slice(1)) {
    for (const member of base.members) {
      if (member.kind !== "function" && member.role !== "state") continue;
      if (member.name.text === "" || member.isPrivate) continue;
      const key = keyOf(project, member);
      if (done.has(key)) continue;
      done.add(key);
      const isOpen = member.words.includes("virtual") || base.contractNode?.form === "interface";
      if (member.function?.form === "function" && isOpen) found.push(member);
    }
  }
  return found;
}

/** What may be overridden where a member of a contract begins. */
export function overridingsAt(asked: PlaceAsked): Overridings | undefined {
  const { project, file, offset } = asked;
  const contract = contractAt(file, offset);
  const node = contract?.contractNode;
  if (!contract || node?.form !== "contract" || offset <= node.open) return undefined;
  if (quotedAt(file.tokens, offset) !== undefined) return undefined;
  let { start } = wordBefore(file.tokens, offset);
  let before = tokenBefore(file.tokens, start);
  const withKeyword = file.tokens.words[before] === "function";
  if (withKeyword) {
    start = file.tokens.starts[before] ?? start;
    before--;
  }
  if (/[\r\n]/.test(file.text.slice(start, offset)) || !beginsMember(file.tokens, before, node.open)) return undefined;
  const list = overridable(asked, contract).map((declaration) => ({
    declaration,
    label: `${declaration.name.text}${detailOf(declaration)}`,
    text: overrideText(project, contract, declaration),
  }));
  return { start, withKeyword, list };
}
