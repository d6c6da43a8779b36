import { enumNamesOf } from "../../chain/artifact/enumNames";
import type { CompiledContract, CompiledProject } from "../../solidity/artifact/compiledProject";
import type { FileAnalysis } from "../../solidity/compile/compileRequest";
import {
  basesOf,
  contractsIn,
  documentationOf,
  nameStartOf,
  nodesOf,
  parametersOf,
  type SyntaxNode,
  typeOf,
} from "../../solidity/program/syntaxTree";
import { functionsOf } from "../run/functionsOf";
import type { ChainChoice, TestContract, TestFunction, TestKind } from "../testProject";
import { type CommentSettings, commentChain, commentSettings, type TestConfig, withSettings } from "./testConfig";

interface Declaration {
  readonly node: SyntaxNode;
  readonly source: string;
  /** The contract that it is written in; its own name for a contract. */
  readonly contract: string;
}

/** `name(type,type)` of a function, its types as the compiler writes them. */
const writtenSignature = (node: SyntaxNode): string =>
  `${node.name}(${parametersOf(node)
    .map((each) => typeOf(each).string.split(" ", 1)[0])
    .join(",")})`;

/** Declarations of a compilation: contracts by number, functions by contract and four bytes. */
class Declarations {
  readonly contracts = new Map<number, Declaration>();
  readonly #functions = new Map<string, Declaration>();
  readonly enums = new Map<string, number>();
  /** Four bytes → how it is written. */
  readonly names = new Map<string, string>();

  constructor({ sources }: Pick<CompiledProject, "sources">) {
    for (const { name: source, ast } of sources) {
      for (const [name, members] of Object.entries(enumNamesOf(ast))) this.enums.set(name, members.length);
      for (const node of contractsIn(ast)) this.#contract(node, source);
    }
  }

  #contract(node: SyntaxNode, source: string): void {
    const { id = -1, name: contract = "" } = node;
    this.contracts.set(id, { node, source, contract });
    for (const member of nodesOf(node["nodes"])) {
      const selector = member["functionSelector"];
      if (member.nodeType !== "FunctionDefinition" || typeof selector !== "string") continue;
      this.#functions.set(`${id} ${selector}`, { node: member, source, contract });
      if (!this.names.has(selector)) this.names.set(selector, writtenSignature(member));
    }
  }

  contract(name: string, source: string): Declaration | undefined {
    for (const each of this.contracts.values()) if (each.node.name === name && each.source === source) return each;
    return undefined;
  }

  /** A function of a contract, wherever it comes from. */
  function(contract: SyntaxNode, selector: string): Declaration | undefined {
    for (const id of basesOf(contract)) {
      const found = this.#functions.get(`${id} ${selector}`);
      if (found) return found;
    }
    return undefined;
  }
}

function kindOf(name: string, parameters: number): TestKind | undefined {
  if (/^(?:invariant|statefulFuzz)/.test(name)) return parameters === 0 ? "invariant" : undefined;
  if (name.startsWith("table")) return parameters > 0 ? "fuzz" : undefined;
  if (!name.startsWith("test")) return undefined;
  return parameters === 0 ? "unit" : "fuzz";
}

const placeOf = (found: Declaration | undefined) => found && { source: found.source, start: nameStartOf(found.node) };

/** A test function before it is settled how often it runs. */
interface FoundTest extends Omit<TestFunction, "fuzz" | "invariant" | "internalReverts"> {
  /** What its comment says of that. */
  readonly settings: CommentSettings;
}

/** A contract with test functions, as its source has it. */
export interface FoundContract extends Omit<TestContract, "tests" | "block"> {
  readonly settings: CommentSettings;
  readonly tests: readonly FoundTest[];
}

/** A contract that wants arguments isn't deployed: it helps tests, whatever its functions are called. */
const takesArguments = ({ abi }: CompiledContract): boolean =>
  (abi as readonly { readonly type?: string; readonly inputs?: readonly unknown[] }[]).some(
    ({ type, inputs = [] }) => type === "constructor" && inputs.length > 0,
  );

/** Test functions of a contract, in the order of its sources. */
function testsOf(contract: CompiledContract, declarations: Declarations, own: Declaration | undefined): FoundTest[] {
  const found = functionsOf(contract).flatMap(({ name, signature, parameters, selector }): FoundTest[] => {
    const kind = kindOf(name, parameters.length);
    if (!kind) return [];
    const declared = own && declarations.function(own.node, selector);
    const settings = commentSettings(declared ? documentationOf(declared.node) : "");
    const mustFail = name.startsWith("testFail");
    const table = name.startsWith("table");
    return [{ name, signature, kind, mustFail, table, settings, place: placeOf(declared) }];
  });
  return found.sort((a, b) => (a.place?.start ?? 0) - (b.place?.start ?? 0));
}

/** Where a function of a contract is written: source, contract there and name. */
export type SourceOrigin = readonly [source: string, contract: string, name: string];

/** What was found in one compilation. */
interface Discovered {
  readonly contracts: readonly FoundContract[];
  readonly functionNames: readonly (readonly [string, string])[];
  readonly enums: readonly (readonly [string, number])[];
  /** By `source:Contract.signature`; functions of built-in sources are left out. */
  readonly written: readonly (readonly [string, SourceOrigin])[];
}

/** Where the functions of contracts are written, which may be in another one that they inherit from. */
function writtenPlaces({ contracts, sources }: CompiledProject, declarations: Declarations): Discovered["written"] {
  const onDisk = new Set(sources.flatMap(({ name, path }) => (path === undefined ? [] : [name])));
  return contracts.flatMap(({ name, sourceName, methodIdentifiers }) => {
    const own = declarations.contract(name, sourceName);
    return Object.entries(methodIdentifiers).flatMap(([signature, selector]) => {
      const found = own && declarations.function(own.node, selector);
      if (!found || !onDisk.has(found.source)) return [];
      return [[`${sourceName}:${name}.${signature}`, [found.source, found.contract, found.node.name ?? ""]] as const];
    });
  });
}

/** Whether a contract can be deployed: it has code, or would have some. */
function isDeployable(contract: CompiledContract, own: Declaration | undefined, analysed: boolean): boolean {
  if (takesArguments(contract)) return false;
  if (!analysed) return contract.bytecode.object !== "";
  const { contractKind, abstract, fullyImplemented } = (own?.node ?? {}) as Readonly<Record<string, unknown>>;
  return contractKind === "contract" && abstract !== true && fullyImplemented !== false;
}

/**
 * The contracts with tests among some of a compilation.
 * @param analysed they were compiled without code, to see what there is
 */
function testContractsOf(
  contracts: readonly CompiledContract[],
  declarations: Declarations,
  { module, analysed }: { readonly module: number; readonly analysed: boolean },
): FoundContract[] {
  return contracts.flatMap((contract): FoundContract[] => {
    const own = declarations.contract(contract.name, contract.sourceName);
    const tests = isDeployable(contract, own, analysed) ? testsOf(contract, declarations, own) : [];
    if (tests.length === 0) return [];
    const comment = own ? documentationOf(own.node) : "";
    return [
      {
        id: `${contract.sourceName}:${contract.name}`,
        name: contract.name,
        sourceName: contract.sourceName,
        module,
        chain: commentChain(comment),
        settings: commentSettings(comment),
        tests,
        place: placeOf(own),
      },
    ];
  });
}

/** The test contracts of files of a compilation. */
export function discoverTests(
  project: CompiledProject,
  module: number,
  contracts: readonly CompiledContract[],
): Discovered {
  const declarations = new Declarations(project);
  return {
    contracts: testContractsOf(contracts, declarations, { module, analysed: false }),
    functionNames: [...declarations.names],
    enums: [...declarations.enums],
    written: writtenPlaces(project, declarations),
  };
}

/** The test contracts of a source whose files were looked through without making code. */
export const discoverAnalysed = (analysis: FileAnalysis, sourceName: string): FoundContract[] =>
  testContractsOf(
    analysis.contracts.filter((contract) => contract.sourceName === sourceName),
    new Declarations(analysis),
    { module: 0, analysed: true },
  );

/** Puts in what a run says: how often tests are run, and on which chain where comments say nothing else. */
export function configured(
  { settings, tests, chain, ...contract }: FoundContract,
  config: TestConfig,
  chosen: ChainChoice,
): TestContract {
  const ofContract = withSettings(config, settings);
  return {
    ...contract,
    chain: { ...chosen, ...chain },
    ownRelease: chain.nodeVersion !== undefined || chain.compatibilityVersion !== undefined,
    block: config.block,
    tests: tests.map(({ settings: own, ...test }) => {
      const { fuzz, invariant, internalReverts } = withSettings(ofContract, own);
      return { ...test, fuzz, invariant, internalReverts };
    }),
  };
}
