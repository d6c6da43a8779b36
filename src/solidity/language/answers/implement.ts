import { lineEnd } from "../../program/textChange";
import { contractAt, lineOf } from "../completion";
import type { Declaration } from "../names/declarations";
import type { ProjectNames } from "../names/places";
import { stepIn } from "../refactor/refactoring";
import type { PlaceAsked } from "./asked";

/** Functions of bases that a contract must write to be whole. */
function missingFunctions({ names }: ProjectNames, contract: Declaration): Declaration[] {
  if (contract.contractNode?.form !== "contract") return [];
  const done = new Set<string>();
  const missing: Declaration[] = [];
  for (const each of names.line(contract)) {
    for (const member of each.members) {
      if ((member.kind !== "function" && member.role !== "state") || member.name.text === "") continue;
      const key = `${member.name.text}(${names.parameterKey(member)})`;
      if (done.has(key)) continue;
      done.add(key);
      if (member.kind === "function" && !member.function?.body && each !== contract) missing.push(member);
    }
  }
  return missing;
}

/** `override`, with the names of all contracts whose function it overrides where they are several. */
function overrideWord({ names }: ProjectNames, contract: Declaration, declaration: Declaration): string {
  const key = names.parameterKey(declaration);
  const homes = names
    .line(contract)
    .filter((each) => each !== contract)
    .filter(({ members }) =>
      members.some(
        (each) =>
          (each.kind === "function" || each.role === "state") &&
          each.name.text === declaration.name.text &&
          names.parameterKey(each) === key,
      ),
    );
  // One that another of them has overridden already isn't named.
  const named = homes.filter((home) => !homes.some((other) => other !== home && names.inherits(other, home)));
  return named.length > 1 ? `override(${named.map(({ name }) => name.text).join(", ")})` : "override";
}

/** A function that overrides another, with an empty body or a call of what it overrides. Indented by one step. */
export function overrideText(project: ProjectNames, contract: Declaration, declaration: Declaration): string {
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
