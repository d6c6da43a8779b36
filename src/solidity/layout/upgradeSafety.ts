import { type LocalizableText, text } from "../../text/catalogue";
import { listed } from "../../text/joining";
import type { CompiledContract, CompiledProject } from "../artifact/compiledProject";
import { allNodes, isNode, nodesOf, type SyntaxNode } from "../program/syntaxTree";
import { dangerousCalls } from "./dangerousCalls";
import { initializerRisks } from "./initializerRisks";
import { overlaps } from "./layoutChanges";
import { namespacesIn } from "./namespaces";
import { isAllowed, isBody, modifiersOf, statementsOf, UpgradeProgram } from "./upgradeProgram";

/** What of a contract doesn't go together with running behind a proxy, by the names of OpenZeppelin's upgrades plugins. */
interface UpgradeRisk {
  /** `error`: what it does is lost, or ends the contract. */
  readonly severity: "error" | "warning";
  readonly kind: string;
  readonly message: LocalizableText;
}

/** A contract as what a proxy is to run. */
export interface UpgradeSafety {
  readonly risks: readonly UpgradeRisk[];
  /** Names of its functions that initialize it once, in place of a constructor. */
  readonly initializers: readonly string[];
  /** It upgrades the proxy itself (UUPS). */
  readonly upgradesItself: boolean;
}

const calledName = (node: SyntaxNode): string | undefined => {
  const { expression } = node;
  return node.nodeType === "FunctionCall" && isNode(expression)
    ? ((expression["memberName"] as string | undefined) ?? expression.name)
    : undefined;
};

/** Whether all that a constructor does is to lock the implementation. */
const onlyDisables = (node: SyntaxNode): boolean =>
  modifiersOf(node).length === 0 &&
  statementsOf(node).every(
    ({ nodeType, expression }) =>
      nodeType === "ExpressionStatement" && isNode(expression) && calledName(expression) === "_disableInitializers",
  );

const messages = {
  constructor: (where: string) => text("{0} has a constructor, which never runs for the proxy.", where),
  "state-variable-assignment": (where: string) =>
    text("{0} gets its value where it is declared, which the proxy doesn't have.", where),
  "state-variable-immutable": (where: string) =>
    text("{0} is immutable: it stands in the code, not in the proxy's storage.", where),
  delegatecall: (where: string) =>
    text(
      "{0} runs other code by delegatecall, which may destroy the implementation or overwrite what is stored.",
      where,
    ),
  selfdestruct: (where: string) => text("{0} can destroy the implementation by selfdestruct.", where),
  "external-library-linking": (where: string) => text("{0} is linked as a library, whose code isn't checked.", where),
  "internal-function-storage": (where: string) =>
    text("{0} stores an internal function: a place in the code, which is another one after an upgrade.", where),
  "overlapping-storage": (where: string, about: string) =>
    text("{0} and {1} lie at the same place in the storage.", where, about),
  "missing-initializer": (where: string, about: string) =>
    text("{0} has no initializer that calls those of {1}.", where, about),
  "missing-initializer-call": (where: string, about: string) =>
    text("{0} doesn't call the initializers of {1}.", where, about),
  "duplicate-initializer-call": (where: string, about: string) => text("{0} calls {1} twice.", where, about),
  "incorrect-initializer-order": (where: string, about: string) =>
    text("{0} calls initializers in another order than it inherits: {1}.", where, about),
  "open-authorization": (where: string) => text("Anyone can upgrade: {0} checks no caller.", where),
  "initializers-enabled": (where: string) =>
    text(
      "Anyone can initialize the implementation itself: the constructor of {0} doesn't call _disableInitializers.",
      where,
    ),
};

type Kind = keyof typeof messages;

/** What the plugins say nothing of, or warn of. */
const warnings: ReadonlySet<string> = new Set(["initializers-enabled", "incorrect-initializer-order"]);

const risk = (kind: Kind, where: string, about = ""): UpgradeRisk => ({
  severity: warnings.has(kind) ? "warning" : "error",
  kind,
  message: messages[kind](where, about),
});

/** Whether the comment of a declaration, or of the contract that it is in, allows a risk. */
const isFree = (kind: Kind, ...nodes: (SyntaxNode | undefined)[]): boolean =>
  nodes.some((each) => isAllowed(each, kind));

/** Constructors, and values that only stand in the code. */
function codeRisks(base: SyntaxNode): UpgradeRisk[] {
  return nodesOf(base["nodes"]).flatMap((member): UpgradeRisk[] => {
    const named = (kind: Kind, where: string) => (isFree(kind, member, base) ? [] : [risk(kind, where)]);
    if (member["kind"] === "constructor") {
      const isEmpty = statementsOf(member).length === 0 && modifiersOf(member).length === 0;
      return isEmpty || onlyDisables(member) ? [] : named("constructor", nameOf(base));
    }
    if (member["stateVariable"] !== true || member["constant"] === true) return [];
    const where = `${nameOf(base)}.${nameOf(member)}`;
    if (member["mutability"] === "immutable") return named("state-variable-immutable", where);
    return isNode(member["value"]) ? named("state-variable-assignment", where) : [];
  });
}

const nameOf = ({ name, kind }: SyntaxNode): string => name || String(kind ?? "");

/** The struct that a type holds, in lists and mappings too. */
function heldStruct(type: unknown, nodeOf: UpgradeProgram["node"]): SyntaxNode | undefined {
  if (!isNode(type)) return undefined;
  if (type.nodeType === "ArrayTypeName") return heldStruct(type["baseType"], nodeOf);
  if (type.nodeType === "Mapping") return heldStruct(type["valueType"], nodeOf);
  const path = type["pathNode"];
  const node = nodeOf(type["referencedDeclaration"] ?? (isNode(path) ? path["referencedDeclaration"] : undefined));
  return node?.nodeType === "StructDefinition" ? node : undefined;
}

/** Internal functions among variables and what they hold. Solidity has no comment that could allow them everywhere. */
function storedFunctions(base: SyntaxNode, { node: nodeOf }: UpgradeProgram): UpgradeRisk[] {
  const own = nodesOf(base["nodes"]);
  const variables = own.filter(({ nodeType, constant }) => nodeType === "VariableDeclaration" && constant !== true);
  const waiting = variables.map((variable) => ({ variable, where: nameOf(base) }));
  const seen = new Set<SyntaxNode>();
  const enter = (struct: SyntaxNode | undefined): void => {
    if (!struct || seen.has(struct)) return;
    seen.add(struct);
    for (const variable of nodesOf(struct["members"])) waiting.push({ variable, where: nameOf(struct) });
  };
  for (const { struct } of namespacesIn(base)) enter(struct);
  const found: UpgradeRisk[] = [];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { typeName } = next.variable;
    if (isNode(typeName) && typeName.nodeType === "FunctionTypeName" && typeName["visibility"] === "internal")
      found.push(risk("internal-function-storage", `${next.where}.${nameOf(next.variable)}`));
    else enter(heldStruct(typeName, nodeOf));
  }
  return found;
}

/** Who may upgrade a contract that upgrades itself: the function that decides is the first that has a body. */
function openAuthorization(program: UpgradeProgram): UpgradeRisk[] {
  for (const base of program.bases)
    for (const member of nodesOf(base["nodes"])) {
      if (!isBody(member) || member.name !== "_authorizeUpgrade" || !isNode(member["body"])) continue;
      const checks = modifiersOf(member).length + statementsOf(member).length > 0;
      const isOpen = !checks && !isFree("open-authorization", member, base);
      return isOpen ? [risk("open-authorization", `${nameOf(base)}.${nameOf(member)}`)] : [];
    }
  return [];
}

/**
 * Looks at a contract as OpenZeppelin's upgrades plugins do, by the syntax trees of its compilation: constructors, values at declarations,
 * immutables, stored internal functions, delegatecall and selfdestruct, linked libraries, initializers, and who may upgrade. Their
 * annotations count (`@custom:oz-upgrades-unsafe-allow …`). A constructor that only locks the implementation needs none. `npm run
 * check:upgrades` compares the verdicts with theirs (docs/solidity.md).
 */
export function upgradeSafety(project: Pick<CompiledProject, "sources">, contract: CompiledContract): UpgradeSafety {
  const program = new UpgradeProgram(project, contract);
  const { bases } = program;
  const risks: UpgradeRisk[] = bases.flatMap((base) => [...codeRisks(base), ...storedFunctions(base, program)]);
  for (const kind of ["delegatecall", "selfdestruct"] as const)
    for (const each of dangerousCalls(program, kind)) risks.push(risk(kind, nameOf(each) || kind));
  for (const names of Object.values(contract.bytecode.linkReferences))
    for (const name of Object.keys(names))
      if (!isFree("external-library-linking", program.contract)) risks.push(risk("external-library-linking", name));
  if (contract.storageLayout)
    for (const [one, other] of overlaps(contract.storageLayout)) risks.push(risk("overlapping-storage", one, other));
  for (const { kind, where, about } of initializerRisks(program)) risks.push(risk(kind, where, listed(about)));
  const functions = bases.flatMap((base) => nodesOf(base["nodes"]).filter(isBody));
  const starting = functions.filter((each) => modifiersOf(each).includes("initializer"));
  const later = functions.filter((each) => modifiersOf(each).includes("reinitializer"));
  const locks = functions.some(
    (each) =>
      each["kind"] === "constructor" && allNodes(each).some((node) => calledName(node) === "_disableInitializers"),
  );
  if (starting.length + later.length > 0 && !locks) risks.push(risk("initializers-enabled", contract.name));
  const upgradesItself = ["upgradeTo(address)", "upgradeToAndCall(address,bytes)"].some(
    (each) => each in contract.methodIdentifiers,
  );
  if (upgradesItself) risks.push(...openAuthorization(program));
  return { risks, initializers: [...new Set(starting.map(nameOf))], upgradesItself };
}
