import { type AbiParameter, readParameters } from "../../chain/abi/abiType";
import { hexToBytes } from "../../crypto/bytes/hex";
import { joinBytes } from "../../crypto/bytes/joinBytes";
import { type ExecutionResult, encodeErrorText } from "../../devchain/execution/executionResult";
import { storageTable } from "../../devchain/execution/flatStateManager";
import { WorkStopped } from "../../devchain/execution/timeSlice";
import type { CompiledContract } from "../../solidity/artifact/compiledProject";
import type { ArtifactIndex } from "../chain/artifacts";
import { type TestChain, testSender } from "../chain/testChain";
import { type AbiValue, decodeValues, encodeValues } from "../cheats/abiCode";
import { cheatAddresses } from "../cheats/cheatAddresses";
import { endings } from "../cheats/cheatError";
import { openExpectation } from "../cheats/expectationCheats";
import { type FailedComparison, TestState } from "../cheats/testState";
import type { TestContract, TestProject } from "../testProject";
import { functionsOf } from "./functionsOf";
import { type Dictionary, dictionaryOf, type EnumSizes, type Fixtures, readFixtures } from "./fuzzInput";

const error = "Error: ";
/** How libraries name the two sides, behind blanks that put them below each other. */
const side = /^ {0,20}(Left|Right|Expected|Actual): (.*)$/s;

/**
 * What older test libraries print when an assertion fails, instead of reverting: `Error: a == b not satisfied [uint]`, and below it both
 * sides; a line with the test's own words stands before. Of several the first counts.
 * @param lines what the test printed
 */
function notedFailure(lines: readonly string[]): FailedComparison {
  const first = lines.findIndex((line) => line.startsWith(error));
  const plain = "assertion failed";
  if (first < 0) return { message: plain, actual: undefined, expected: undefined };
  const sides = new Map<string, string>();
  const reasons: string[] = [];
  for (const line of lines.slice(first)) {
    const [, name, value] = side.exec(line) ?? [];
    if (name !== undefined) sides.set(name, value ?? "");
    else if (line.startsWith(error) && sides.size === 0 && reasons.length < 2) reasons.push(line.slice(error.length));
    else break;
  }
  const [own, rule] = reasons.length > 1 ? reasons : [plain, reasons[0]];
  const actual = sides.get("Actual") ?? sides.get("Left");
  const expected = sides.get("Expected") ?? sides.get("Right");
  const values = actual === undefined || expected === undefined ? "" : `: ${actual}, ${expected}`;
  return { message: `${own}: ${rule}${values}`, actual, expected };
}

const failedSlot = Buffer.from("failed".padEnd(32, "\0")).toString("hex");

/** Deployment is block 1, `setUp` block 2: what a transaction sets of the chain's configuration counts from the next one on. */
const blocks = { deploy: 1, setUp: 2, test: 3 } as const;

/** Of a project's code. */
const dictionaries = new WeakMap<ArtifactIndex, Dictionary>();

const byteLists = readParameters([{ type: "bytes[]" }], "calls");

/** How one execution of a test ended. */
export interface Attempt {
  readonly result: ExecutionResult;
  readonly state: TestState;
  /** Why it does not count as passed, without what the output says; undefined: it passed, or the output says why. */
  readonly problem: string | undefined;
  readonly passed: boolean;
  /** It counts for nothing: `assume` ended it. */
  readonly rejected: boolean;
  /** Why it was skipped, where it ended by that. */
  readonly skipped: string | undefined;
}

/** A deployed test contract, set up, and the place to come back to before every test. */
export class ContractRun {
  readonly context: TestChain;
  readonly test: TestContract;
  readonly contract: CompiledContract;
  readonly project: TestProject;
  readonly enums: EnumSizes;
  address = "";
  /** What `setUp` left of cheat codes. */
  base: TestState;
  #checkpoint = 0;
  readonly #inputs = new Map<string, readonly AbiParameter[]>();

  constructor(testChain: TestChain, project: TestProject, test: TestContract, enums: EnumSizes) {
    this.context = testChain;
    this.project = project;
    this.test = test;
    this.enums = enums;
    const found = project.modules[test.module]?.contracts.find(
      ({ name, sourceName }) => name === test.name && sourceName === test.sourceName,
    );
    if (!found) throw new Error(`${test.id} is not among what was compiled`);
    this.contract = found;
    this.base = this.#plainState();
  }

  /** What the test contract sees before it changes anything. */
  #plainState(): TestState {
    return new TestState({ ...this.context.environment(), ...this.test.block });
  }

  #fixtures: Promise<Fixtures> | undefined;

  /** Values that the test contract names for parameters. They are asked for once. */
  get fixtures(): Promise<Fixtures> {
    this.#fixtures ??= readFixtures(this);
    return this.#fixtures;
  }

  /** Whether the contract has the function. */
  has(signature: string): boolean {
    return Object.hasOwn(this.contract.methodIdentifiers, signature);
  }

  selector(signature: string): Uint8Array {
    return hexToBytes(this.contract.methodIdentifiers[signature] ?? "");
  }

  /** Parameters of a function of the test contract. */
  inputs(signature: string): readonly AbiParameter[] {
    let found = this.#inputs.get(signature);
    if (!found) {
      found = inputsOf(this.contract, signature);
      this.#inputs.set(signature, found);
    }
    return found;
  }

  get dictionary(): Dictionary {
    const { artifacts } = this.context;
    let found = dictionaries.get(artifacts);
    if (!found) {
      const own = new Set(
        this.project.modules.flatMap(({ sources }) =>
          sources.filter(({ foreign }) => !foreign).map(({ name }) => name),
        ),
      );
      const codes = artifacts.all.filter(({ contract }) => own.has(contract.sourceName));
      found = dictionaryOf(codes.map(({ runtime }) => runtime.bytes));
      dictionaries.set(artifacts, found);
    }
    return found;
  }

  /** Deploys and sets up. Gives what went wrong. */
  async prepare(): Promise<{ readonly phase: "constructor" | "setUp"; readonly attempt: Attempt } | undefined> {
    const { context: testChain } = this;
    testChain.reset();
    testChain.testSource = this.test.sourceName;
    this.base = this.#plainState();
    const data = await testChain.link(testChain.codeToRun(this.contract).bytecode, this.base);
    const deployed = await testChain.run({ to: "", data }, this.base, blocks.deploy);
    if (deployed.status !== 0) {
      return {
        phase: "constructor",
        attempt: this.judge(deployed, this.base),
      };
    }
    this.address = deployed.contractAddress;
    testChain.created.set(this.address, data);
    testChain.fund(this.address);
    testChain.fund(testSender);
    testChain.forgetBlock();
    if (this.has("setUp()")) {
      this.base = new TestState(this.base);
      const attempt = await this.#attempt(this.selector("setUp()"), this.base, blocks.setUp);
      if (!attempt.passed) return { phase: "setUp", attempt };
    }
    this.#checkpoint = testChain.store.checkpoint();
    return undefined;
  }

  /** Runs one execution of a test function on the state that `setUp` left. What it did stays until the next. */
  async attempt(signature: string, args: readonly AbiValue[]): Promise<Attempt> {
    this.goBack();
    const data = joinBytes([this.selector(signature), encodeValues(this.inputs(signature), args)]);
    const { state, failed } = await this.begin(signature);
    return failed ?? this.#attempt(data, state, blocks.test);
  }

  /** Does what `beforeTestSetup` wants done before a test, on the state that `setUp` left. */
  async begin(signature: string): Promise<{ readonly state: TestState; readonly failed: Attempt | undefined }> {
    let state = new TestState(this.base);
    for (const data of (await this.#callsBefore(signature)) ?? []) {
      const attempt = await this.#attempt(data, state, blocks.test);
      if (!attempt.passed) return { state, failed: attempt };
      state = new TestState(state);
      this.context.forgetBlock();
    }
    return { state, failed: undefined };
  }

  async #callsBefore(signature: string): Promise<Uint8Array[] | undefined> {
    const asked = "beforeTestSetup(bytes4)";
    if (!this.has(asked)) return undefined;
    const [calls] = (await this.ask(asked, byteLists, [this.selector(signature)])) ?? [];
    return (calls ?? []) as Uint8Array[];
  }

  /** Back to the state that `setUp` left. @throws WorkStopped where this test was cancelled. */
  goBack(): void {
    if (this.context.gone) throw new WorkStopped();
    this.context.store.revert(this.#checkpoint);
    this.context.forgetBlock();
  }

  async #attempt(data: Uint8Array, state: TestState, number: number): Promise<Attempt> {
    const result = await this.context.run({ to: this.address, data }, state, number);
    return this.judge(result, state);
  }

  /** Whether an execution counts as passed. */
  judge(result: ExecutionResult, state: TestState): Attempt {
    if (result.status !== 0) {
      const skipped = this.#endedBy(result, endings.skipped) ? state.skipped : undefined;
      return { result, state, problem: undefined, passed: false, rejected: this.isRejected(result), skipped };
    }
    if (this.#assertionFailed()) state.comparison = notedFailure(state.lines);
    const problem = this.#assertionFailed() ? state.comparison?.message : openExpectation({ state });
    return { result, state, problem, passed: problem === undefined, rejected: false, skipped: undefined };
  }

  /** Whether `assume` ended an execution. */
  isRejected(result: ExecutionResult): boolean {
    return this.#endedBy(result, endings.rejected);
  }

  #endedBy({ status, output }: ExecutionResult, words: string): boolean {
    return status !== 0 && Buffer.compare(output, encodeErrorText(this.context.suite, words)) === 0;
  }

  /** Sends a message to any contract, in the course of a sequence. */
  send(to: string, data: Uint8Array, state: TestState, number: number, sender = testSender): Promise<ExecutionResult> {
    return this.context.run({ to, data, sender }, state, number);
  }

  /** Asks a function of the test contract, and takes back what it does. */
  async ask(
    signature: string,
    returns: readonly AbiParameter[],
    args: readonly AbiValue[] = [],
  ): Promise<AbiValue[] | undefined> {
    if (!this.has(signature)) return undefined;
    const { store } = this.context;
    const checkpoint = store.checkpoint();
    const { status, output } = await this.send(
      this.address,
      joinBytes([this.selector(signature), encodeValues(this.inputs(signature), args)]),
      new TestState(this.base),
      blocks.test,
    );
    store.revert(checkpoint);
    return status === 0 ? decodeValues(returns, output) : undefined;
  }

  /** Older test libraries note a failure instead of reverting. */
  #assertionFailed(): boolean {
    return cheatAddresses.some((address) => this.context.store.get(storageTable(address), failedSlot) !== undefined);
  }

  get firstBlock(): number {
    return blocks.test;
  }
}

function inputsOf(contract: CompiledContract, signature: string): readonly AbiParameter[] {
  return functionsOf(contract).find((each) => each.signature === signature)?.parameters ?? [];
}
