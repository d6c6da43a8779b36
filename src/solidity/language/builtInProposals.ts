import { say } from "../../text/catalogue";
import { builtInMembers } from "./builtInHelp";
import type { BuiltIn } from "./names/builtInTable";
import type { Type } from "./names/types";
import type { CompletionProposal } from "./questions";

/** A member as completion shows it: its type or its parameters behind the name. */
function proposalOf(name: string, { about }: BuiltIn, code: string): CompletionProposal {
  const open = code.indexOf("(");
  const isFunction = open >= 0;
  const detail = isFunction ? code.slice(open) : code.slice(0, Math.max(0, code.lastIndexOf(" ")));
  return { label: name, kind: isFunction ? "function" : "field", detail, documentation: say(about) };
}

/** What a release gives behind a name or a value of a kind. The last way to call it takes the most. */
const members = (holder: string, release: string): CompletionProposal[] =>
  builtInMembers(holder, release).map(([name, builtIn]) => proposalOf(name, builtIn, builtIn.code.at(-1) ?? name));

/** Functions and values that stand anywhere. */
export const globalProposals = (release: string): readonly CompletionProposal[] => members("", release);

/** Members of `msg`, `block`, `tx` and `abi`; nothing for another name. */
export const membersNamed = (name: string, release: string): readonly CompletionProposal[] =>
  ["msg", "block", "tx", "abi"].includes(name) ? members(name, release) : [];

/** Members that a release of the language itself gives a value or a type. */
export function builtInProposals(type: Type, release: string): readonly CompletionProposal[] {
  const all = (holder: string): CompletionProposal[] => members(holder, release);
  const only = (holder: string, name: string): CompletionProposal[] =>
    all(holder).filter(({ label }) => label === name);
  switch (type.is) {
    case "builtIn":
      return membersNamed(type.name, release);
    case "callable":
      if (type.of[0]?.kind === "error") return only("function", "selector");
      return all(type.of[0]?.kind === "event" ? "event" : "function");
    case "function":
    case "getter":
      return all("function");
    case "array":
      return type.length === undefined ? all("array") : only("array", "length");
    case "value":
      if (type.name.startsWith("address")) return all("address");
      if (type.name === "bytes") return all("array");
      return /^bytes\d/.test(type.name) ? only("array", "length") : [];
    case "type": {
      if (type.type.is === "instance") return type.type.of.kind === "valueType" ? all("valueType") : [];
      const named = type.type.is === "value" ? type.type.name : "";
      return builtInMembers("type", release).flatMap(([name, builtIn]) => {
        const code = builtIn.code.find((each) => each.startsWith(`${named}.${name}(`));
        return named !== "" && code !== undefined ? [proposalOf(name, builtIn, code)] : [];
      });
    }
    default:
      return [];
  }
}

/** Members of `type(…)`. */
export function proposalsOfTypeOf(type: Type, release: string): readonly CompletionProposal[] {
  const only = (...names: string[]): CompletionProposal[] =>
    members("type", release).filter(({ label }) => names.includes(label));
  const named = (name: string, list: readonly CompletionProposal[]): CompletionProposal[] =>
    list.map((each) => ({ ...each, detail: name }));
  if (type.is !== "type") return [];
  if (type.type.is === "value") return /^u?int/.test(type.type.name) ? named(type.type.name, only("min", "max")) : [];
  if (type.type.is !== "instance") return [];
  const { of } = type.type;
  if (of.kind === "enum") return named(of.name.text, members("enum", release));
  if (of.kind !== "contract") return [];
  if (of.contractNode?.form === "interface") return only("name", "interfaceId");
  // What can't be made has no code.
  return of.contractNode?.isAbstract ? only("name") : only("name", "creationCode", "runtimeCode");
}
