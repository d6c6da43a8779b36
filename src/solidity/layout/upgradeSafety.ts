import { type LocalizableText, text } from "../../text/catalogue";
import type { CompiledContract, CompiledProject } from "../artifact/compiledProject";
import { allNodes, isNode, nodesOf, type SyntaxNode } from "../program/syntaxTree";

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

/** Kinds that an annotation in the comment of a node allows: `@custom:oz-upgrades-unsafe-allow constructor`. */
function allowed(node: SyntaxNode | undefined, kind: string, reachable = false): boolean {
  const documentation = node?.["documentation"];
  const comment = isNode(documentation) ? String(documentation["text"] ?? "") : String(documentation ?? "");
  const tag = `@custom:oz-upgrades-unsafe-allow${reachable ? "-reachable" : ""}`;
  return comment.split("\n").some((line) => {
    const at = line.indexOf(tag);
    const [head = "", ...kinds] = at < 0 ? [] : line.slice(at + tag.length).split(/[\s,]+/);
    return head === "" && kinds.includes(kind);
  });
}

const calledName = (node: SyntaxNode): string | undefined => {
  const { expression } = node;
  return node.nodeType === "FunctionCall" && isNode(expression)
    ? ((expression["memberName"] as string | undefined) ?? expression.name)
    : undefined;
};

const statementsOf = ({ body }: SyntaxNode): SyntaxNode[] => (isNode(body) ? nodesOf(body["statements"]) : []);

const modifiersOf = (node: SyntaxNode): string[] =>
  nodesOf(node["modifiers"]).map(({ modifierName }) => (isNode(modifierName) ? (modifierName.name ?? "") : ""));

/** Whether all that a constructor does is to lock the implementation. */
const onlyDisables = (node: SyntaxNode): boolean =>
  statementsOf(node).every(
    ({ nodeType, expression }) =>
      nodeType === "ExpressionStatement" && isNode(expression) && calledName(expression) === "_disableInitializers",
  );

/** DELEGATECALL or SELFDESTRUCT in what a node does itself, also in assembly. */
function dangersIn(node: SyntaxNode): ReadonlySet<string> {
  const found = new Set<string>();
  for (const each of allNodes(node)) {
    if (each.nodeType === "YulFunctionCall") {
      const { functionName } = each;
      const name = isNode(functionName) ? functionName.name : undefined;
      if (name === "delegatecall" || name === "selfdestruct") found.add(name);
      continue;
    }
    const { expression } = each;
    if (each.nodeType !== "FunctionCall" || !isNode(expression)) continue;
    const { typeIdentifier = "" } = (expression["typeDescriptions"] ?? {}) as { readonly typeIdentifier?: string };
    if (typeIdentifier.startsWith("t_function_baredelegatecall")) found.add("delegatecall");
    if (typeIdentifier.startsWith("t_function_selfdestruct")) found.add("selfdestruct");
  }
  return found;
}

const isBody = ({ nodeType }: SyntaxNode): boolean =>
  nodeType === "FunctionDefinition" || nodeType === "ModifierDefinition";

/** Whether others can call it. */
const isEntry = ({ visibility, kind }: SyntaxNode): boolean =>
  visibility === "public" || visibility === "external" || kind === "receive" || kind === "fallback";

/** The contracts and functions of a compilation by the numbers that its trees use. */
class Program {
  readonly nodes = new Map<number, SyntaxNode>();
  /** Where a function or modifier is declared; those of files have none. */
  readonly #homes = new Map<number, SyntaxNode>();

  constructor({ sources }: Pick<CompiledProject, "sources">) {
    for (const { ast } of sources)
      for (const node of allNodes(ast)) {
        if (node.id === undefined) continue;
        if (node.nodeType === "ContractDefinition") {
          this.nodes.set(node.id, node);
          for (const inner of nodesOf(node["nodes"])) if (inner.id !== undefined) this.#homes.set(inner.id, node);
        } else if (isBody(node)) this.nodes.set(node.id, node);
      }
  }

  /** Bodies that run as a part of the contract from these on: its own and its bases', those of libraries and files. */
  reached(
    first: readonly SyntaxNode[],
    bases: ReadonlySet<number>,
    stops: (node: SyntaxNode) => boolean,
  ): SyntaxNode[] {
    const found = new Set<SyntaxNode>();
    const waiting = [...first];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (found.has(node) || stops(node)) continue;
      found.add(node);
      for (const { referencedDeclaration } of allNodes(node)) {
        const next = typeof referencedDeclaration === "number" ? this.nodes.get(referencedDeclaration) : undefined;
        if (next && isBody(next) && this.#isPart(next, bases)) waiting.push(next, ...this.#overriding(next, bases));
      }
    }
    return [...found];
  }

  /** What may run in its place: functions of the contract and its bases with its name. */
  #overriding({ id, name, virtual }: SyntaxNode, bases: ReadonlySet<number>): SyntaxNode[] {
    const home = this.#homes.get(id ?? -1);
    if (virtual !== true || !home || !bases.has(home.id ?? -1)) return [];
    return [...bases].flatMap((base) =>
      nodesOf(this.nodes.get(base)?.["nodes"]).filter((each) => isBody(each) && each.name === name),
    );
  }

  #isPart(node: SyntaxNode, bases: ReadonlySet<number>): boolean {
    const home = this.#homes.get(node.id ?? -1);
    return !home || bases.has(home.id ?? -1) || home["contractKind"] === "library";
  }
}

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
  "missing-initializer-call": (where: string) => text("{0} isn't called by the initializer.", where),
  "open-authorization": (where: string) => text("Anyone can upgrade: {0} checks no caller.", where),
  "initializers-enabled": (where: string) =>
    text(
      "Anyone can initialize the implementation itself: the constructor of {0} doesn't call _disableInitializers.",
      where,
    ),
};

type Kind = keyof typeof messages;

/** What the plugins say nothing of, or warn of. */
const warnings: ReadonlySet<string> = new Set(["initializers-enabled"]);

const risk = (kind: Kind, where: string): UpgradeRisk => ({
  severity: warnings.has(kind) ? "warning" : "error",
  kind,
  message: messages[kind](where),
});

/**
 * Looks at a contract as OpenZeppelin's upgrades plugins do, by the syntax trees of its compilation: constructors, values at declarations,
 * immutables, delegatecall and selfdestruct in all that it reaches, linked libraries, initializers, and who may upgrade. Their annotations
 * count (`@custom:oz-upgrades-unsafe-allow …`). A constructor that only locks the implementation needs none.
 */
export function upgradeSafety(project: Pick<CompiledProject, "sources">, contract: CompiledContract): UpgradeSafety {
  const program = new Program(project);
  const ast = project.sources.find(({ name }) => name === contract.sourceName)?.ast;
  const node = allNodes(ast).find(({ nodeType, name }) => nodeType === "ContractDefinition" && name === contract.name);
  const ids = Array.isArray(node?.["linearizedBaseContracts"]) ? (node["linearizedBaseContracts"] as number[]) : [];
  const bases = ids.flatMap((id) => program.nodes.get(id) ?? []);
  const members = bases.flatMap((base) => nodesOf(base["nodes"]).map((member) => ({ base, member })));
  const nameOf = (base: SyntaxNode, member: SyntaxNode) => `${base.name}.${member.name || String(member["kind"])}`;
  const risks: UpgradeRisk[] = [];
  const note = (kind: Kind, base: SyntaxNode | undefined, member: SyntaxNode, where: string): void => {
    if (!allowed(member, kind) && !allowed(base, kind) && !allowed(node, kind)) risks.push(risk(kind, where));
  };
  for (const { base, member } of members) {
    if (member["kind"] === "constructor" && !onlyDisables(member)) note("constructor", base, member, base.name ?? "");
    if (member["stateVariable"] !== true || member["constant"] === true) continue;
    if (member["mutability"] === "immutable") note("state-variable-immutable", base, member, nameOf(base, member));
    else if (member["value"]) note("state-variable-assignment", base, member, nameOf(base, member));
  }
  const functions = members.filter(({ member }) => isBody(member) && member["kind"] !== "constructor");
  const own = new Set(ids);
  for (const kind of ["delegatecall", "selfdestruct"] as const) {
    const stops = (each: SyntaxNode) => allowed(each, kind, true);
    const wanted = functions.filter(({ base, member }) => isEntry(member) && !allowed(base, kind, true));
    for (const each of program.reached(
      wanted.map(({ member }) => member),
      own,
      stops,
    ))
      if (dangersIn(each).has(kind))
        note(
          kind,
          bases.find((base) => nodesOf(base["nodes"]).includes(each)),
          each,
          each.name ?? kind,
        );
  }
  for (const names of Object.values(contract.bytecode.linkReferences))
    for (const name of Object.keys(names)) if (node) note("external-library-linking", node, node, name);
  const starting = functions.filter(({ member }) => modifiersOf(member).includes("initializer"));
  const later = functions.filter(({ member }) => modifiersOf(member).includes("reinitializer"));
  if (starting.length > 0) {
    const called = new Set(
      program.reached(
        starting.map(({ member }) => member),
        own,
        () => false,
      ),
    );
    for (const { base, member } of functions)
      if (/^__\w+_init$/.test(member.name ?? "") && statementsOf(member).length > 0 && !called.has(member))
        note("missing-initializer-call", base, member, nameOf(base, member));
  }
  const locks = members.some(
    ({ member }) =>
      member["kind"] === "constructor" && allNodes(member).some((each) => calledName(each) === "_disableInitializers"),
  );
  if (starting.length + later.length > 0 && !locks && node) risks.push(risk("initializers-enabled", contract.name));
  const upgradesItself = ["upgradeTo(address)", "upgradeToAndCall(address,bytes)"].some(
    (each) => each in contract.methodIdentifiers,
  );
  const authorize = functions.find(({ member }) => member.name === "_authorizeUpgrade" && isNode(member["body"]));
  if (upgradesItself && authorize && modifiersOf(authorize.member).length + statementsOf(authorize.member).length === 0)
    note("open-authorization", authorize.base, authorize.member, nameOf(authorize.base, authorize.member));
  return { risks, initializers: [...new Set(starting.map(({ member }) => member.name ?? ""))], upgradesItself };
}
