import type { CompiledContract, CompiledProject } from "../artifact/compiledProject";

/** What in a contract comes from the chain's hash, and is another on a chain of the other suite. */
export type HashUse =
  /** Who calls it from code compiled for the chain finds no function: selectors differ. */
  | "selectors"
  /** Listeners for the chain's topics miss them. */
  | "events"
  /** Programs for the chain do not recognise its errors. */
  | "errors"
  /** It calls other contracts, by selectors of the suite that it was compiled for. */
  | "calls"
  /** It hashes: what others hash the same way, off the chain or with constants, does not agree. */
  | "hashes"
  /** It compares with hashes that the compiler worked out. */
  | "constants";

interface Node {
  readonly nodeType?: unknown;
  readonly [name: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

function* nodesOf(root: unknown): Generator<Node> {
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (!isNode(value)) continue;
    if (Array.isArray(value)) {
      for (const each of value) waiting.push(each);
      continue;
    }
    if (typeof value.nodeType === "string") yield value;
    for (const each of Object.values(value)) if (typeof each === "object" && each !== null) waiting.push(each);
  }
}

/** Ids of the contract and of those it inherits from, in the project's trees. */
function linearised(contract: CompiledContract, project: CompiledProject): Set<unknown> {
  const source = project.sources.find(({ name }) => name === contract.sourceName);
  for (const node of nodesOf(source?.ast)) {
    if (node.nodeType !== "ContractDefinition" || node["name"] !== contract.name) continue;
    const bases = node["linearizedBaseContracts"];
    return new Set(Array.isArray(bases) ? [...bases, node["id"]] : [node["id"]]);
  }
  return new Set();
}

const typeOf = (node: unknown): string => {
  const descriptions = isNode(node) ? node["typeDescriptions"] : undefined;
  return isNode(descriptions) ? String(descriptions["typeIdentifier"] ?? "") : "";
};

/** What the type of a called expression tells. */
function useOfCall(node: Node): HashUse | undefined {
  const type = typeOf(node["expression"]);
  if (/^t_function_(?:external|delegatecall)_/.test(type)) return "calls";
  if (/^t_function_(?:keccak256|sha3)_/.test(type)) {
    const [argument] = Array.isArray(node["arguments"]) ? (node["arguments"] as unknown[]) : [];
    return typeOf(argument).startsWith("t_stringliteral") ? "constants" : "hashes";
  }
  return /^t_function_abiencodewith(?:signature|selector)|^t_function_abiencodecall/.test(type) ? "calls" : undefined;
}

/**
 * What a contract uses of the hash that it was compiled for. A contract of keccak256 runs on an SM chain, and its own functions are found by its own
 * selectors, but whatever is named here does not fit what others on that chain do: a warning before it is deployed.
 */
export function hashUses(contract: CompiledContract, project: CompiledProject): HashUse[] {
  const uses = new Set<HashUse>();
  const ofType = (type: string): boolean => contract.abi.some((entry) => isNode(entry) && entry["type"] === type);
  if (ofType("function")) uses.add("selectors");
  if (ofType("event")) uses.add("events");
  if (ofType("error")) uses.add("errors");
  const ids = linearised(contract, project);
  for (const { ast } of project.sources) {
    for (const definition of nodesOf(ast)) {
      if (definition.nodeType !== "ContractDefinition" || !ids.has(definition["id"])) continue;
      for (const node of nodesOf(definition)) {
        if (node.nodeType === "FunctionCall") {
          const use = useOfCall(node);
          if (use) uses.add(use);
        } else if (node.nodeType === "MemberAccess" && node["memberName"] === "selector") uses.add("constants");
      }
    }
  }
  return [...uses];
}
