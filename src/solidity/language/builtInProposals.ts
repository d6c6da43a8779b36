import { say } from "../../text/catalogue";
import { type BuiltIn, builtInMembers } from "./builtInHelp";
import type { Type } from "./names/types";
import type { CompletionProposal } from "./questions";

/** What only old sources have, and what no chain here gives a value. */
const notProposed: ReadonlySet<string> = new Set(["block.difficulty", "block.blobbasefee"]);

/** A member as completion shows it: its type or its parameters behind the name. */
function proposalOf(name: string, { about }: BuiltIn, code: string): CompletionProposal {
  const open = code.indexOf("(");
  const isFunction = open >= 0;
  const detail = isFunction ? code.slice(open) : code.slice(0, Math.max(0, code.lastIndexOf(" ")));
  return { label: name, kind: isFunction ? "function" : "field", detail, documentation: say(about) };
}

/** The last way to call it takes the most. */
const members = (holder: string): CompletionProposal[] =>
  builtInMembers(holder).flatMap(([name, builtIn]) =>
    notProposed.has(`${holder}.${name}`) ? [] : [proposalOf(name, builtIn, builtIn.code.at(-1) ?? name)],
  );

const only = (holder: string, names: readonly string[]): CompletionProposal[] =>
  members(holder).filter(({ label }) => names.includes(label));

/** Members of `msg`, `block`, `tx` and `abi`; nothing for another name. */
export const membersNamed = (name: string): readonly CompletionProposal[] =>
  ["msg", "block", "tx", "abi"].includes(name) ? members(name) : [];

/** Members that the language itself gives a value or a type. */
export function builtInProposals(type: Type): readonly CompletionProposal[] {
  switch (type.is) {
    case "builtIn":
      return membersNamed(type.name);
    case "callable":
      return members(type.of[0]?.kind === "event" ? "event" : "function");
    case "function":
    case "getter":
      return members("function");
    case "array":
      return members("array");
    case "value":
      if (type.name.startsWith("address")) return members("address");
      if (type.name === "bytes") return members("array");
      return /^bytes\d/.test(type.name) ? only("array", ["length"]) : [];
    case "type": {
      const named = type.type.is === "value" ? type.type.name : "";
      return builtInMembers("type").flatMap(([name, builtIn]) => {
        const code = builtIn.code.find((each) => each.startsWith(`${named}.${name}(`));
        return named !== "" && code !== undefined ? [proposalOf(name, builtIn, code)] : [];
      });
    }
    default:
      return [];
  }
}

const limitsOf = (type: string): CompletionProposal[] =>
  only("type", ["min", "max"]).map((each) => ({ ...each, detail: type }));

/** Members of `type(…)`. */
export function proposalsOfTypeOf(type: Type): readonly CompletionProposal[] {
  if (type.is !== "type") return [];
  if (type.type.is === "value") return /^u?int/.test(type.type.name) ? limitsOf(type.type.name) : [];
  if (type.type.is !== "instance") return [];
  const { of } = type.type;
  if (of.kind === "enum") return limitsOf(of.name.text);
  if (of.kind !== "contract") return [];
  if (of.contractNode?.form === "interface") return only("type", ["name", "interfaceId"]);
  // What can't be made has no code.
  return only("type", of.contractNode?.isAbstract ? ["name"] : ["name", "creationCode", "runtimeCode"]);
}
