import { bytesToHexDigits, hexToBytes, zeroAddress } from "../../crypto/bytes/hex";
import { joinBytes } from "../../crypto/bytes/joinBytes";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { cryptoSuite } from "../../crypto/suites";
import { type ChainRules, readChainRules, timeSeen } from "../../devchain/execution/chainRules";
import type { ExecutionResult } from "../../devchain/execution/executionResult";
import { readCode, writeAccount, writeCode } from "../../devchain/execution/flatStateManager";
import type { Visits } from "../../devchain/execution/interpreterLoop";
import { precompiledContracts } from "../../devchain/execution/precompiledContracts";
import type { Client } from "../../devchain/execution/timeSlice";
import { type PrecompiledContracts, TransactionExecutor } from "../../devchain/execution/transactionExecutor";
import { seededAccounts, seededNodes } from "../../devchain/keys/seededKeys";
import { foundingMembers, writeGenesisTables } from "../../devchain/ledger/genesis";
import { type DevChainSettings, devChainSettings, requireRelease } from "../../devchain/settings/options";
import { StateStore } from "../../devchain/state/stateStore";
import type { CompiledCode, CompiledContract } from "../../solidity/artifact/compiledProject";
import { t } from "../../text/catalogue";
import { listed } from "../../text/joining";
import { shortened } from "../../text/shortText";
import { isTestSource } from "../../text/sourceNames";
import { visibleLine } from "../../text/visibleText";
import { cheatAddresses, saltFactory, saltFactoryCode } from "../cheats/cheatAddresses";
import type { CheatContext, FoundCode } from "../cheats/cheatCode";
import { CheatEvm } from "../cheats/cheatEvm";
import { TestCheatHandler } from "../cheats/cheatTable";
import { consoleAddress } from "../cheats/consoleLog";
import { type Environment, TestState } from "../cheats/testState";
import type { ChainChoice, TestProject } from "../testProject";
import { type Artifact, ArtifactIndex, bytesOfCode } from "./artifacts";
import { InterfaceNames } from "./interfaceNames";
import type { StartState } from "./startState";

/** What contracts see where a test says nothing else. The time is in milliseconds, as on the chain. */
const firstTimestampMs = 1_700_000_000_000;
/** Who deploys and calls test contracts: the one that Foundry has. */
export const testSender = "1804c8ab1f12e6bbf3894d4083f33e07309d1f38";
/** What a test contract has to spend. */
const testBalance = 0xffff_ffff_ffff_ffff_ffff_ffffn;
/** The zero address. */
export const noAddress = zeroAddress.slice(2);

/** What is looked at of a function in an ABI. */
interface AbiAnswer {
  readonly name?: string;
  readonly outputs?: readonly { readonly components?: readonly { readonly name?: string }[] }[];
}

/** Rules under which gas costs nothing. */
const free = (rules: ChainRules): ChainRules => ({ ...rules, gasPrice: "0x0" });

/** Who sends tests may make contracts, whatever the chain's policy is: tests are no contracts of that chain. */
function forTests(precompiledContracts: PrecompiledContracts): PrecompiledContracts {
  return {
    ...precompiledContracts,
    check: (message, running, depth) =>
      message.isCreate && message.origin === testSender
        ? undefined
        : precompiledContracts.check(message, running, depth),
  };
}

/** A message to run. Addresses are 40 hex digits; an empty `to` makes a contract. */
interface TestMessage {
  readonly to: string;
  readonly data: Uint8Array;
  readonly sender?: string;
  readonly value?: bigint;
}

/**
 * A chain for tests: state and executor of the embedded chain, without blocks, ports or keys, and with cheat codes: a new chain, or what
 * another one was behind a block. Everything is forgotten by going back to a checkpoint.
 */
export class TestChain implements CheatContext {
  readonly suite: CryptoSuite;
  readonly store = new StateStore();
  readonly root: string;
  readonly onlySources: boolean;
  readonly governor: string;
  readonly artifacts: ArtifactIndex;
  readonly nodeVersion: string;
  readonly compatibilityVersion: string;
  readonly executorVersion: 0 | 1;
  /** Creation code of what was made, by address. */
  readonly created = new Map<string, Uint8Array>();
  seed = "0";
  /** Contracts, by `source:name`, that have other code than what was compiled: those of a mutant. */
  replaced: ReadonlyMap<string, CompiledContract> | undefined;
  /** Source of the test contract that runs. */
  testSource = "";
  readonly #executor: TransactionExecutor;
  readonly #project: TestProject;
  readonly #start: StartState | undefined;
  #paid: ChainRules | undefined;
  #unpaid: ChainRules | undefined;
  #handler: TestCheatHandler | undefined;
  #libraries = new Map<string, string>();
  #contextId = 0;
  #visits: ((code: Uint8Array) => Visits | undefined) | undefined;

  private constructor(
    project: TestProject,
    chain: Pick<StartState, "nodeVersion" | "compatibilityVersion" | "executorVersion" | "governor">,
    artifacts: ArtifactIndex,
    start?: StartState,
  ) {
    this.#project = project;
    this.#start = start;
    this.artifacts = artifacts;
    this.root = project.root;
    this.onlySources = project.onlySources ?? false;
    this.suite = cryptoSuite(project.suite);
    this.nodeVersion = chain.nodeVersion;
    this.compatibilityVersion = chain.compatibilityVersion;
    this.executorVersion = chain.executorVersion;
    this.governor = chain.governor;
    const builtins = precompiledContracts(this.store, this.suite, chain.nodeVersion);
    this.#executor = new TransactionExecutor(
      this.store,
      this.suite,
      start ? forTests(builtins) : builtins,
      () => undefined,
      CheatEvm,
    );
  }

  /** For whom the tests run: where it is gone, the next pause of an execution ends it with WorkStopped. */
  set client(client: Client) {
    this.#executor.timeSlice.client = client;
  }

  /** Whether what runs here was cancelled. */
  get gone(): boolean {
    return this.#executor.timeSlice.client?.gone === true;
  }

  /** Makes block 0 of a chain. @throws Error for a word of a comment that says nothing of a chain; ChainError `badOption` */
  static async open(
    project: TestProject,
    chain: ChainChoice,
    artifacts = new ArtifactIndex(project),
  ): Promise<TestChain> {
    const { auth, executorVersion, nodeVersion, compatibilityVersion, features, unknownWord } = chain;
    if (unknownWord !== undefined) {
      const known = "auth executor=0 executor=1 node-version=3.x.y compatibility=3.x.y feature=NAME".split(" ");
      throw new Error(t('@custom:chain takes {0}, not "{1}"', listed(known), visibleLine(shortened(unknownWord, 64))));
    }
    const settings = devChainSettings({
      suite: project.suite,
      ...(auth === undefined ? {} : { auth }),
      ...(executorVersion === undefined ? {} : { executorVersion }),
      ...(nodeVersion === undefined ? {} : { nodeVersion }),
      ...(compatibilityVersion === undefined ? {} : { compatibilityVersion }),
      ...(features === undefined ? {} : { features }),
    });
    requireRelease(settings);
    const suite = cryptoSuite(settings.suite);
    const governor = seededAccounts(suite, settings.seed, 1)[0]?.address.slice(2) ?? noAddress;
    const testChain = new TestChain(project, { ...settings, governor }, artifacts);
    await testChain.#found(settings);
    return testChain;
  }

  /** Goes on from what a chain was behind a block. */
  static fork(project: TestProject, start: StartState, artifacts = new ArtifactIndex(project)): TestChain {
    const testChain = new TestChain(project, start, artifacts, start);
    testChain.store.apply(start.rows);
    testChain.fund(testSender);
    testChain.#putCheats();
    return testChain;
  }

  async #found(settings: DevChainSettings): Promise<void> {
    const { store, suite } = this;
    const nodes = seededNodes(suite, settings.seed, settings.sealers + settings.observers);
    const { sealers, observers } = foundingMembers(nodes, settings);
    writeGenesisTables(store, suite, settings, sealers, observers);
    this.#evm().state = this.#plainState();
    await this.#executor.seed(readChainRules(store, 0), this.governor);
    writeCode(store, suite, saltFactory, saltFactoryCode);
    this.#putCheats();
  }

  /** Code for the addresses of cheat codes; behind it nothing is taken back. */
  #putCheats(): void {
    const { store, suite } = this;
    const code = Uint8Array.of(0);
    for (const address of [...cheatAddresses, consoleAddress]) writeCode(store, suite, address, code);
    store.seal();
  }

  #plainState(): TestState {
    return new TestState(this.environment());
  }

  /** The number of the block before the first. */
  get #before(): number {
    return this.#start?.blockNumber ?? 0;
  }

  get #timestampMs(): number {
    return this.#start?.timestampMs ?? firstTimestampMs;
  }

  /** Rules of a block, counted from the first of the tests. On a copy of a chain gas costs nothing: those who test have nothing there. */
  rules(number: number): ChainRules {
    const rules = readChainRules(this.store, this.#before + number);
    if (!this.#start || rules.gasPrice === "0x0") return rules;
    if (this.#paid !== rules) [this.#paid, this.#unpaid] = [rules, free(rules)];
    return this.#unpaid ?? rules;
  }

  /** What a new test contract sees. */
  environment(): Environment {
    return {
      number: BigInt(this.#before + 1),
      timestamp: BigInt(timeSeen(this.rules(1), this.#timestampMs)),
      baseFee: 0n,
      gasPrice: 0n,
      coinbase: noAddress,
      prevRandao: new Uint8Array(32),
      chainId: undefined,
    };
  }

  #evm(number = 1): CheatEvm {
    const evm = this.#executor.evm(this.rules(number).revision) as CheatEvm;
    if (!evm.handler) {
      this.#handler ??= new TestCheatHandler(this, new Map(this.#project.functionNames));
      evm.handler = this.#handler;
      evm.visits = this.#visits;
      evm.chainHash = (block) => this.#start?.hashes[block];
      evm.standsForTransactions = (code) => this.#isTestCode(code);
      evm.replaced = (creation) => this.#replacedCreation(creation);
      evm.made = (address, creation) => this.created.set(address, creation);
    }
    return evm;
  }

  /** Whether code is that of a test or of a script. */
  #isTestCode(code: Uint8Array): boolean {
    const { contract } = this.artifacts.byRuntime(code) ?? this.artifacts.byCreation(code) ?? {};
    if (!contract && this.replaced) return true;
    return contract !== undefined && (contract.sourceName === this.testSource || isTestSource(contract.sourceName));
  }

  /** Gives its reader where to note what runs of code. */
  watchCode(visits: (code: Uint8Array) => Visits | undefined): void {
    this.#visits = visits;
    this.#evm().visits = visits;
  }

  /** The EVM that runs at a block. */
  evm(number: number): CheatEvm {
    return this.#evm(number);
  }

  /** Runs a message as a transaction of its own, in a block of its own, counted from the first of the tests. */
  async run(message: TestMessage, state: TestState, number: number): Promise<ExecutionResult> {
    const rules = this.rules(number);
    const evm = this.#evm(number);
    evm.state = state;
    this.store.reverting = (checkpoint) => state.keepSnapshots(this.store, checkpoint);
    const ended = await this.#executor.execute(
      {
        sender: message.sender ?? testSender,
        to: message.to,
        input: message.data,
        abi: "",
        value: message.value ?? 0n,
        ethereumNonce: undefined,
      },
      { number: this.#before + number, timestampMs: this.#timestampMs + number },
      rules,
      this.#contextId,
    );
    this.store.reverting = undefined;
    return ended;
  }

  /** Goes back to where everything began. */
  reset(): void {
    this.store.revert(0);
    this.#executor.forgetBlock();
    this.#libraries.clear();
    this.created.clear();
  }

  forgetBlock(): void {
    this.#executor.forgetBlock();
  }

  fund(address: string): void {
    writeAccount(this.store, address, { balance: testBalance });
  }

  /** Deploys the libraries that code wants, once for each reset, and gives the code with their addresses. */
  async link(code: CompiledCode, state: TestState): Promise<Uint8Array> {
    for (const [source, libraries] of Object.entries(code.linkReferences)) {
      for (const name of Object.keys(libraries)) await this.#deployLibrary(source, name, state);
    }
    return this.#linkedNow(code);
  }

  /** A contract with the code that runs here. */
  codeToRun(contract: CompiledContract): CompiledContract {
    return this.replaced?.get(`${contract.sourceName}:${contract.name}`) ?? contract;
  }

  /** The creation code, with its arguments, that runs in place of one that was compiled. */
  #replacedCreation(creation: Uint8Array): Uint8Array | undefined {
    const found = this.replaced && this.artifacts.byCreation(creation);
    if (!found) return undefined;
    const other = this.codeToRun(found.contract);
    if (other === found.contract) return undefined;
    const code = this.#linkedNow(other.bytecode, addressesIn(found.contract.bytecode, creation));
    return joinBytes([code, creation.subarray(found.creation.bytes.length)]);
  }

  async #deployLibrary(source: string, name: string, state: TestState): Promise<void> {
    const key = `${source}:${name}`;
    if (this.#libraries.has(key)) return;
    const artifact = this.artifacts.all.find(
      ({ contract }) => contract.name === name && contract.sourceName === source,
    );
    if (!artifact) throw new Error(`the library ${key} is not among what was compiled`);
    const data = await this.link(this.codeToRun(artifact.contract).bytecode, state);
    this.#contextId = 1000 + this.#libraries.size;
    const result = await this.run({ to: "", data }, state, 1);
    this.#contextId = 0;
    if (result.status !== 0) throw new Error(`the library ${key} cannot be deployed`);
    this.#libraries.set(key, result.contractAddress);
  }

  /** Puts addresses of libraries that are deployed into code. @param known addresses that it has already, by `source:name` */
  #linkedNow(code: CompiledCode, known: ReadonlyMap<string, string> = new Map()): Uint8Array {
    const bytes = bytesOfCode(code);
    for (const [source, libraries] of Object.entries(code.linkReferences)) {
      for (const [name, places] of Object.entries(libraries)) {
        const key = `${source}:${name}`;
        const address = known.get(key) ?? this.#libraries.get(key);
        if (address) for (const { start } of places) bytes.set(hexToBytes(address), start);
      }
    }
    return bytes;
  }

  code(name: string): FoundCode | undefined {
    const artifact = this.artifacts.byName(name);
    if (!artifact) return undefined;
    const { deployedBytecode } = this.codeToRun(artifact.contract);
    return { creation: this.#linkedNow(artifact.contract.bytecode), runtime: this.#linkedNow(deployedBytecode) };
  }

  answerHolds(functionName: string, member: string): boolean {
    return this.#project.modules.some(({ contracts }) =>
      contracts.some(({ abi }) =>
        (abi as readonly AbiAnswer[]).some(
          ({ name, outputs }) =>
            name === functionName &&
            outputs?.some(({ components }) => components?.some((each) => each.name === member)),
        ),
      ),
    );
  }

  #names: InterfaceNames | undefined;

  revertText(data: Uint8Array, labels: ReadonlyMap<string, string>): string {
    this.#names ??= new InterfaceNames(this.#project, this.suite);
    return this.#names.revert(data, labels);
  }

  codeOf(address: string): Uint8Array {
    return readCode(this.store, address);
  }

  /** What was compiled to the code that stands at an address. */
  artifactAt(address: string): Artifact | undefined {
    const creation = this.created.get(address);
    const made = creation && this.artifacts.byCreation(creation);
    if (made) return made;
    const code = this.codeOf(address);
    return code.length > 1 ? this.artifacts.byRuntime(code) : undefined;
  }
}

/** The addresses of libraries, by `source:name`, that linked code has. */
function addressesIn({ linkReferences }: CompiledCode, linked: Uint8Array): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(linkReferences).flatMap(([source, libraries]) =>
      Object.entries(libraries).flatMap(([name, [place]]) =>
        place
          ? [[`${source}:${name}`, bytesToHexDigits(linked.subarray(place.start, place.start + place.length))] as const]
          : [],
      ),
    ),
  );
}
