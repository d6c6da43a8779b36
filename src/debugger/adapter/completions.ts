import type { DebugProtocol } from "@vscode/debugprotocol";
import { nodesOf, type SyntaxNode } from "../../solidity/program/syntaxTree";
import { builtins } from "../expression/builtins";
import { Evaluator } from "../expression/evaluate";
import { membersOfGlobal } from "../expression/globals";
import type { FrameScope } from "../program/frameScope";
import { membersOf } from "../values/readValue";
import { plain } from "../values/solidityType";
import { NotAvailable, type Value } from "../values/value";

/** What may be typed at a place. */
interface Proposal {
  readonly label: string;
  readonly type: DebugProtocol.CompletionItemType;
}

const spaces: Readonly<Record<string, readonly string[]>> = {
  msg: membersOfGlobal("msg"),
  tx: membersOfGlobal("tx"),
  block: membersOfGlobal("block"),
  abi: ["encode", "encodePacked", "encodeWithSelector", "encodeWithSignature", "encodeCall", "decode"],
};
const kinds: Readonly<Record<string, DebugProtocol.CompletionItemType>> = {
  ContractDefinition: "class",
  EnumDefinition: "enum",
  StructDefinition: "class",
  UserDefinedValueTypeDefinition: "class",
  EventDefinition: "value",
  ErrorDefinition: "value",
  FunctionDefinition: "function",
  VariableDeclaration: "variable",
};

const isWord = (char: string): boolean => /^[\w$]$/.test(char);

/** What stands before the point at an end: names, members and indexes, no calls. */
function baseBefore(text: string): string {
  let at = text.length;
  let depth = 0;
  while (at > 0) {
    const char = text[at - 1] ?? "";
    if (char === "]") depth++;
    else if (char === "[") {
      if (depth === 0) break;
      depth--;
    } else if (depth === 0 && !isWord(char) && char !== ".") break;
    at--;
  }
  return text.slice(at);
}

function ofNode(node: SyntaxNode): Proposal[] {
  const type = kinds[node.nodeType];
  const named = node.name ? node.name : undefined;
  return type === undefined || named === undefined ? [] : [{ label: named, type }];
}

/** Whether others can call it: a function, or the getter of a state variable. */
const isCalled = ({ nodeType, visibility }: SyntaxNode): boolean =>
  nodeType === "FunctionDefinition"
    ? visibility === "public" || visibility === "external"
    : nodeType === "VariableDeclaration" && visibility === "public";

const asMethod = (node: SyntaxNode): Proposal[] => ofNode(node).map(({ label }) => ({ label, type: "method" }));

/** Contracts that the running one is made of. */
const contractsOf = ({ info }: FrameScope): SyntaxNode[] => info?.syntax.basesOf(info.node) ?? [];

function names(scope: FrameScope): Proposal[] {
  const own = contractsOf(scope).flatMap((contract) => nodesOf(contract["nodes"]));
  return [
    ...scope.locals().flatMap(({ name }): Proposal[] => [{ label: name, type: "variable" }]),
    ...scope.stateVariables().flatMap(({ name }): Proposal[] => [{ label: name, type: "field" }]),
    ...own.flatMap(ofNode),
    ...(scope.info?.syntax.contracts ?? []).flatMap(ofNode),
    ...Object.keys(spaces).map((label): Proposal => ({ label, type: "module" })),
    ...["this", "true", "false"].map((label): Proposal => ({ label, type: "keyword" })),
    ...Object.keys(builtins).map((label): Proposal => ({ label, type: "function" })),
  ].filter(({ label }) => [...label].every(isWord));
}

function membersOfValue({ view, info }: FrameScope, value: Value): Proposal[] {
  const properties = (...labels: string[]): Proposal[] => labels.map((label) => ({ label, type: "property" }));
  const bare = plain(value.type);
  switch (bare.kind) {
    case "struct":
      return membersOf(view, value).map(({ name }) => ({ label: name, type: "field" }));
    case "array":
    case "bytes":
      return properties("length");
    case "address":
      return properties("balance", "code", "codehash");
    case "function":
      return properties("selector", ...(bare.external ? ["address"] : []));
    case "contract": {
      const contracts = info?.syntax.basesOf(bare.node) ?? [];
      return contracts.flatMap((contract) => nodesOf(contract["nodes"]).filter(isCalled).flatMap(asMethod));
    }
    default:
      return [];
  }
}

async function members(scope: FrameScope, base: string): Promise<Proposal[]> {
  const space = spaces[base];
  if (space) return space.map((label) => ({ label, type: "property" }));
  try {
    return membersOfValue(scope, await new Evaluator(scope).evaluate(base));
  } catch (error) {
    if (!(error instanceof NotAvailable)) return [];
  }
  // the name of a type
  const last = base.split(".").at(-1);
  const node = [...(scope.info?.syntax.nodes.values() ?? [])].find(
    (each) => each.name === last && (each.nodeType === "EnumDefinition" || each.nodeType === "ContractDefinition"),
  );
  if (node?.nodeType === "EnumDefinition")
    return nodesOf(node["members"]).flatMap(({ name }): Proposal[] => (name ? [{ label: name, type: "value" }] : []));
  return nodesOf(node?.["nodes"]).flatMap(ofNode);
}

/**
 * What may stand at a column (from 0) of a line that a user types in the console. `start` counts from 0 too.
 * Nothing is called to find it out.
 */
export async function completions(
  scope: FrameScope,
  line: string,
  column: number,
): Promise<DebugProtocol.CompletionItem[]> {
  const before = line.slice(0, column);
  let start = before.length;
  while (start > 0 && isWord(before[start - 1] ?? "")) start--;
  const typed = before.slice(start).toLowerCase();
  const ahead = before.slice(0, start);
  const proposals = ahead.endsWith(".") ? await members(scope, baseBefore(ahead.slice(0, -1))) : names(scope);
  const seen = new Set<string>();
  return proposals.flatMap(({ label, type }) => {
    if (seen.has(label) || !label.toLowerCase().startsWith(typed)) return [];
    seen.add(label);
    return [{ label, type, start, length: typed.length }];
  });
}
