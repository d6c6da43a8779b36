import { say } from "../../text/catalogue";
import { builtInMembers } from "./builtInHelp";
import { type Dialect, isThere } from "./dialect";
import type { BuiltIn } from "./names/builtInTable";
import type { Type } from "./names/types";
import { yulBuiltIns } from "./names/yulBuiltIns";
import type { CompletionProposal } from "./questions";

/** A member as completion shows it: its type or its parameters behind the name. */
function proposalOf(name: string, { about }: BuiltIn, code: string): CompletionProposal {
  const open = code.indexOf("(");
  const isFunction = open >= 0;
  const detail = isFunction ? code.slice(open) : code.slice(0, Math.max(0, code.lastIndexOf(" ")));
  return { label: name, kind: isFunction ? "function" : "field", detail, documentation: say(about) };
}

/** What a release gives behind a name or a value of a kind. The last way to call it takes the most. */
const members = (holder: string, dialect: Dialect): CompletionProposal[] =>
  builtInMembers(holder, dialect).map(([name, builtIn]) => proposalOf(name, builtIn, builtIn.code.at(-1) ?? name));

/** Functions and values that stand anywhere. */
export const globalProposals = (dialect: Dialect): readonly CompletionProposal[] => members("", dialect);

/** Members of `msg`, `block`, `tx` and `abi`; nothing for another name. */
export const membersNamed = (name: string, dialect: Dialect): readonly CompletionProposal[] =>
  ["msg", "block", "tx", "abi"].includes(name) ? members(name, dialect) : [];

/**
 * Members that a release of the language itself gives a value or a type.
 * @param isStored whether it lies in storage: elsewhere no list grows or shrinks
 */
export function builtInProposals(type: Type, dialect: Dialect, isStored: boolean): readonly CompletionProposal[] {
  const all = (holder: string): CompletionProposal[] => members(holder, dialect);
  const only = (holder: string, name: string): CompletionProposal[] =>
    all(holder).filter(({ label }) => label === name);
  switch (type.is) {
    case "builtIn":
      return membersNamed(type.name, dialect);
    case "callable":
      if (type.of[0]?.kind === "error") return only("function", "selector");
      return all(type.of[0]?.kind === "event" ? "event" : "function");
    case "function":
    case "getter":
      return all("function");
    case "array":
      return type.length === undefined && isStored ? all("array") : only("array", "length");
    case "value":
      if (type.name.startsWith("address")) return all("address");
      if (type.name === "bytes" && isStored) return all("array");
      return type.name.startsWith("bytes") ? only("array", "length") : [];
    case "type": {
      if (type.type.is === "instance") return type.type.of.kind === "valueType" ? all("valueType") : [];
      const named = type.type.is === "value" ? type.type.name : "";
      return builtInMembers("type", dialect).flatMap(([name, builtIn]) => {
        const code = builtIn.code.find((each) => each.startsWith(`${named}.${name}(`));
        return named !== "" && code !== undefined ? [proposalOf(name, builtIn, code)] : [];
      });
    }
    default:
      return [];
  }
}

/** Members of `type(…)`. */
export function proposalsOfTypeOf(type: Type, dialect: Dialect): readonly CompletionProposal[] {
  const only = (...names: string[]): CompletionProposal[] =>
    members("type", dialect).filter(({ label }) => names.includes(label));
  const named = (name: string, list: readonly CompletionProposal[]): CompletionProposal[] =>
    list.map((each) => ({ ...each, detail: name }));
  if (type.is !== "type") return [];
  if (type.type.is === "value") return /^u?int/.test(type.type.name) ? named(type.type.name, only("min", "max")) : [];
  if (type.type.is !== "instance") return [];
  const { of } = type.type;
  if (of.kind === "enum") return named(of.name.text, members("enum", dialect));
  if (of.kind !== "contract") return [];
  if (of.contractNode?.form === "interface") return only("name", "interfaceId");
  // What can't be made has no code.
  return of.contractNode?.isAbstract ? only("name") : only("name", "creationCode", "runtimeCode");
}

/** Functions of inline assembly. */
export const yulProposals = (dialect: Dialect): CompletionProposal[] =>
  [...yulBuiltIns].flatMap(([label, { code, about, ...limits }]) => {
    if (!isThere(limits, dialect)) return [];
    const detail = (code[0] ?? "").slice(label.length);
    return [{ label, kind: "function" as const, detail, documentation: about ? say(about) : "" }];
  });
