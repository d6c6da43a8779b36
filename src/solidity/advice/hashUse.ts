import { isJsonObject } from "../../text/limits/boundedJson";
import type { CompiledContract, CompiledProject } from "../artifact/compiledProject";
import { allNodes, basesOf, contractsIn, nodesOf, type SyntaxNode, typeOf } from "../program/syntaxTree";

/** What in a contract comes from the chain's hash, and is another on a chain of the other suite. */
type HashUse =
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

/** Ids of the contract and of those it inherits from, in the project's trees. */
function linearised(contract: CompiledContract, project: CompiledProject): Set<number> {
  const source = project.sources.find(({ name }) => name === contract.sourceName);
  return new Set(basesOf(contractsIn(source?.ast).find(({ name }) => name === contract.name)));
}

/** What the type of a called expression tells. */
function useOfCall(node: SyntaxNode): HashUse | undefined {
  const type = typeOf(node["expression"]).identifier;
  if (/^t_function_(?:external|delegatecall)_/.test(type)) return "calls";
  if (/^t_function_(?:keccak256|sha3)_/.test(type)) {
    const [argument] = nodesOf(node["arguments"]);
    return typeOf(argument).identifier.startsWith("t_stringliteral") ? "constants" : "hashes";
  }
  return /^t_function_abiencodewith(?:signature|selector)|^t_function_abiencodecall/.test(type) ? "calls" : undefined;
}

/**
 * What a contract uses of the hash that it was compiled for. A contract of keccak256 runs on an SM chain, and its own functions are found
 * by its own selectors, but whatever is named here does not fit what others on that chain do: a warning before it is deployed.
 */
export function hashUses(contract: CompiledContract, project: CompiledProject): HashUse[] {
  const uses = new Set<HashUse>();
  const ofType = (type: string): boolean => contract.abi.some((entry) => isJsonObject(entry) && entry["type"] === type);
  if (ofType("function")) uses.add("selectors");
  if (ofType("event")) uses.add("events");
  if (ofType("error")) uses.add("errors");
  const ids = linearised(contract, project);
  for (const { ast } of project.sources) {
    for (const definition of contractsIn(ast)) {
      if (definition.id === undefined || !ids.has(definition.id)) continue;
      for (const node of allNodes(definition)) {
        if (node.nodeType === "FunctionCall") {
          const use = useOfCall(node);
          if (use) uses.add(use);
        } else if (node.nodeType === "MemberAccess" && node["memberName"] === "selector") uses.add("constants");
      }
    }
  }
  return [...uses];
}
