import { isNode, nodesOf, type SyntaxNode, typeOf } from "../program/syntaxTree";
import { calledFunction, isAllowed, isAllowedBelow, isBody, nodesWithout, type UpgradeProgram } from "./upgradeProgram";

/** Instructions that run other code on what is stored, or end the contract. */
type DangerousCall = "delegatecall" | "selfdestruct";

/** The instructions among nodes, also in assembly. */
const hasCall = (nodes: readonly SyntaxNode[], kind: DangerousCall): boolean =>
  nodes.some(({ nodeType, functionName, expression }) => {
    if (nodeType === "YulFunctionCall") return isNode(functionName) && functionName.name === kind;
    if (nodeType !== "FunctionCall" || !isNode(expression)) return false;
    const wanted = kind === "delegatecall" ? "t_function_baredelegatecall" : "t_function_selfdestruct";
    return typeOf(expression).identifier.startsWith(wanted);
  });

const isInternal = ({ nodeType, kind, visibility }: SyntaxNode): boolean =>
  nodeType === "FunctionDefinition" &&
  kind !== "constructor" &&
  (visibility === "internal" || visibility === "private");

/** Whether others can call it. */
const isEntry = ({ visibility, kind }: SyntaxNode): boolean =>
  visibility === "public" || visibility === "external" || kind === "receive" || kind === "fallback";

/** Where an instruction stands: the function or modifier, else the contract. */
type Places = Set<SyntaxNode>;

/**
 * All that a contract holds, whether it is reached or not, as OpenZeppelin's plugins look for it: its own functions, of its bases those
 * that others can call, and what both call by name.
 */
class HeldCalls {
  readonly #seen = new Set<string>();

  constructor(
    private readonly program: UpgradeProgram,
    private readonly kind: DangerousCall,
    private readonly found: Places,
  ) {}

  contract(node: SyntaxNode, scope: "own" | "inherited"): void {
    if (!this.#isFirst(node, scope)) return;
    this.#bodies(node, node, scope);
    if (isAllowedBelow(node, this.kind)) return;
    for (const parent of this.program.parentsOf(node)) this.contract(parent, "inherited");
  }

  #isFirst({ id }: SyntaxNode, scope: string): boolean {
    const key = `${scope} ${id}`;
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    return true;
  }

  #bodies(node: SyntaxNode, home: SyntaxNode | undefined, scope: "own" | "inherited"): void {
    const isHidden = (each: SyntaxNode) => scope === "inherited" && isInternal(each);
    const bodies = node === home ? nodesOf(node["nodes"]) : [node];
    const own = bodies.filter((each) => !isHidden(each));
    if (!isAllowed(home, this.kind))
      for (const each of own)
        if (
          hasCall(
            nodesWithout(each, (inner) => isAllowed(inner, this.kind)),
            this.kind,
          )
        )
          this.found.add(each);
    if (isAllowedBelow(home, this.kind)) return;
    for (const each of own)
      for (const call of nodesWithout(each, (inner) => isAllowedBelow(inner, this.kind))) {
        const called = call.nodeType === "FunctionCall" ? this.program.functionOf(calledFunction(call)) : undefined;
        if (called && this.#isFirst(called, scope)) this.#bodies(called, this.program.homeOf(called), scope);
      }
  }
}

/** What runs from what others can call on: it may stand in functions that override, in modifiers, and in those that bases hide. */
function reachedCalls(program: UpgradeProgram, kind: DangerousCall, found: Places): void {
  const bases = new Set<SyntaxNode>();
  const climb = (node: SyntaxNode): void => {
    if (bases.has(node) || isAllowedBelow(node, kind)) return;
    bases.add(node);
    for (const parent of program.parentsOf(node)) climb(parent);
  };
  if (program.contract) climb(program.contract);
  const waiting = [...bases].flatMap((base) => nodesOf(base["nodes"]).filter((each) => isBody(each) && isEntry(each)));
  const seen = new Set<SyntaxNode>();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const home = program.homeOf(node);
    if (seen.has(node) || isAllowedBelow(node, kind)) continue;
    seen.add(node);
    if (
      !isAllowed(home, kind) &&
      hasCall(
        nodesWithout(node, (inner) => isAllowed(inner, kind)),
        kind,
      )
    )
      found.add(node);
    if (isAllowedBelow(home, kind)) continue;
    for (const { referencedDeclaration } of nodesWithout(node, (inner) => isAllowedBelow(inner, kind))) {
      const next = program.node(referencedDeclaration);
      if (next && isBody(next) && program.isPart(next)) waiting.push(next, ...program.overriding(next));
    }
  }
}

/** Functions and modifiers in which a contract delegates to other code, or can be destroyed, and no comment allows it. */
export function dangerousCalls(program: UpgradeProgram, kind: DangerousCall): readonly SyntaxNode[] {
  const found: Places = new Set();
  if (!program.contract) return [];
  new HeldCalls(program, kind, found).contract(program.contract, "own");
  reachedCalls(program, kind, found);
  return [...found];
}
