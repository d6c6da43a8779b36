import { basesOf, isNode, nodesOf, type SyntaxNode } from "../program/syntaxTree";
import { upgradeTag } from "./layoutNotes";
import { calledFunction, isAllowed, modifiersOf, statementsOf, type UpgradeProgram } from "./upgradeProgram";

type Kind =
  | "missing-initializer"
  | "missing-initializer-call"
  | "duplicate-initializer-call"
  | "incorrect-initializer-order";

/** What is wrong with how a contract initializes those that it inherits from. */
interface InitializerRisk {
  readonly kind: Kind;
  /** The initializer that goes wrong, or the contract that has none. */
  readonly where: string;
  /** Names of contracts, or of the initializer that is called twice. */
  readonly about: readonly string[];
}

const functionsOf = (contract: SyntaxNode): SyntaxNode[] =>
  nodesOf(contract["nodes"]).filter(({ nodeType }) => nodeType === "FunctionDefinition");

/** Functions that initialize once, by a modifier, a name or a comment; reinitializers only by a comment. */
function isInitializer(node: SyntaxNode): boolean {
  const modifiers = modifiersOf(node);
  const isNamed =
    modifiers.includes("initializer") ||
    modifiers.includes("onlyInitializing") ||
    node.name === "initialize" ||
    node.name === "initializer" ||
    upgradeTag(node, "upgrades-validate-as-initializer") !== undefined;
  return isNamed && !(node["virtual"] === true && !isNode(node["body"])) && node["visibility"] !== "private";
}

/** Initializers of a base that others have to call: what does nothing need not be. */
const initializersOfBase = (contract: SyntaxNode): SyntaxNode[] =>
  functionsOf(contract).filter(
    (each) =>
      isInitializer(each) &&
      statementsOf(each).length > 0 &&
      (each["visibility"] === "internal" || each["visibility"] === "public"),
  );

/** Calls that stand alone as statements of a function, with the number of what they call. */
const callsIn = (node: SyntaxNode): { readonly statement: SyntaxNode; readonly called: number }[] =>
  statementsOf(node).flatMap((statement) => {
    const { expression } = statement;
    if (statement.nodeType !== "ExpressionStatement" || !isNode(expression)) return [];
    const called = expression.nodeType === "FunctionCall" ? calledFunction(expression) : undefined;
    return called === undefined ? [] : [{ statement, called }];
  });

/** A function and all that it calls, those that are called first, first. */
function calledThrough(program: UpgradeProgram, id: number, seen = new Set<number>()): number[] {
  const node = program.functionOf(id);
  if (!node || seen.has(id)) return [];
  seen.add(id);
  return [...callsIn(node).flatMap(({ called }) => calledThrough(program, called, seen)), id];
}

/** Contracts that one inherits from with the initializers that they have, the farthest first. */
type Bases = ReadonlyMap<SyntaxNode, readonly SyntaxNode[]>;

/** Those whose initializers no later base calls. */
function calledByNone(bases: Bases): SyntaxNode[] {
  const left = [...bases.keys()];
  for (const base of bases.keys())
    for (const { called } of (bases.get(base) ?? []).flatMap(callsIn)) {
      const earlier = left.slice(0, Math.max(0, left.indexOf(base)));
      const found = earlier.find((each) => bases.get(each)?.some(({ id }) => id === called));
      if (found) left.splice(left.indexOf(found), 1);
    }
  return left;
}

const nameOf = ({ name = "" }: SyntaxNode): string => name;

function risksOf(
  program: UpgradeProgram,
  contract: SyntaxNode,
  initializer: SyntaxNode,
  bases: Bases,
  direct: SyntaxNode[],
) {
  const risks: InitializerRisk[] = [];
  const isFree = (kind: Kind, ...nodes: SyntaxNode[]) =>
    [contract, initializer, ...nodes].some((each) => isAllowed(each, kind));
  const where = `${nameOf(contract)}.${nameOf(initializer)}`;
  const [done, order]: [Set<number>, SyntaxNode[]] = [new Set(), []];
  const expected = [...bases.keys()];
  for (const { statement, called } of callsIn(initializer))
    for (const id of calledThrough(program, called))
      for (const [base, initializers] of bases) {
        const found = initializers.find((each) => each.id === id);
        if (!found) continue;
        const isAgain = done.has(id);
        done.add(id);
        if (isAgain && !isFree("duplicate-initializer-call", statement))
          risks.push({ kind: "duplicate-initializer-call", where, about: [`${nameOf(base)}.${nameOf(found)}`] });
        if (order.includes(base)) continue;
        order.push(base);
        if (!isAgain && expected[0] !== base && !isFree("incorrect-initializer-order"))
          risks.push({ kind: "incorrect-initializer-order", where, about: direct.map(nameOf) });
        if (expected.includes(base)) expected.splice(expected.indexOf(base), 1);
      }
  const missing = direct.filter((base) => !order.includes(base));
  // What is called so initializes its own contract alone.
  const isUnchained = nameOf(initializer).endsWith("_unchained");
  if (missing.length > 0 && !isUnchained && !isFree("missing-initializer-call"))
    risks.push({ kind: "missing-initializer-call", where, about: missing.map(nameOf) });
  return risks;
}

/**
 * Whether the initializers of a contract call those of all that it inherits from, each once and in the order of inheritance, judged as
 * OpenZeppelin's upgrades plugins do.
 */
function initializerRisksOf(program: UpgradeProgram, contract: SyntaxNode): readonly InitializerRisk[] {
  if (contract["abstract"] === true) return [];
  const inherited = basesOf(contract)
    .slice(1)
    .reverse()
    .flatMap((id) => program.node(id) ?? []);
  const bases: Bases = new Map(
    inherited
      .map((base) => [base, initializersOfBase(base)] as const)
      .filter(([, initializers]) => initializers.length > 0),
  );
  const direct = calledByNone(bases);
  const [only, ...others] = direct;
  if (!only) return [];
  const own = functionsOf(contract).filter(isInitializer);
  const isNeeded = others.length > 0 || bases.get(only)?.every(({ visibility }) => visibility === "internal") === true;
  if (isNeeded && own.length === 0 && !isAllowed(contract, "missing-initializer"))
    return [{ kind: "missing-initializer", where: nameOf(contract), about: direct.map(nameOf) }];
  return own.flatMap((initializer) => risksOf(program, contract, initializer, bases, direct));
}

/** The same of a contract and of all that it inherits from. */
export const initializerRisks = (program: UpgradeProgram): readonly InitializerRisk[] =>
  program.bases.flatMap((contract) => initializerRisksOf(program, contract));
