import { EVMError, type EVMResult, Message } from "@ethereumjs/evm";
import type { ExecutionRecording, RecordingChanges } from "../../chain/dev/executionRecording";
import { transactionStatus } from "../../chain/transaction/transactionStatus";
import { bytesToHex, hexToBytes } from "../../crypto/bytes/hex";
import { joinBytes } from "../../crypto/bytes/joinBytes";
import { type ExecutionResult, encodeErrorText } from "../../devchain/execution/executionResult";
import { addressOf } from "../../devchain/execution/knownAddress";
import { accountsOf, applyChanges, type RecordedSteps, recordSeveral } from "../../devchain/recording/recordExecution";
import { OneByOne } from "../../time/inParallel";
import { InterfaceNames } from "../chain/interfaceNames";
import { noAddress, TestChain, testSender } from "../chain/testChain";
import { encodeValues } from "../cheats/abiCode";
import { TestState } from "../cheats/testState";
import type { CompiledTests } from "../discover/compileTests";
import { type Attempt, ContractRun } from "../run/contractRun";
import { randomArguments } from "../run/fuzzInput";
import { Random } from "../run/random";
import { runTest } from "../run/testRun";
import type { FailingInput, TestContract, TestFunction } from "../testProject";

/** A test with its constructor and `setUp`, as one recording. */
interface RecordedTest {
  readonly recording: ExecutionRecording;
  /** Values that it ran with were not given, and it fails with none of those that were tried. */
  readonly triedValues: boolean;
  /** Calls a contract on the chain as it was before the test, with these changes; nothing of it stays. */
  ask(call: RecordedCall): Promise<ExecutionRecording>;
}

/** A call that is only asked. Addresses and data are `0x` hex. */
interface RecordedCall extends RecordingChanges {
  readonly from: string;
  readonly to: string;
  readonly data: string;
}

const anyGas = 1_000_000_000n;

/** The message that stands for all executions of a test. */
const rootMessage = (): Message =>
  new Message({
    to: addressOf(noAddress),
    caller: addressOf(testSender),
    gasLimit: anyGas,
    depth: 0,
    selfdestruct: new Map(),
    createdAddresses: new Set(),
  });

class TestRecorder {
  readonly #context: TestChain;
  readonly #run: ContractRun;
  readonly #test: TestFunction;

  readonly #seed: string;

  constructor(testChain: TestChain, run: ContractRun, test: TestFunction, seed: string) {
    this.#seed = seed;
    this.#context = testChain;
    this.#run = run;
    this.#test = test;
  }

  /** The values that a test with parameters is to run with. */
  async input(given: FailingInput | undefined): Promise<{ readonly input: FailingInput; readonly tried: boolean }> {
    const run = this.#run;
    const test = this.#test;
    if (given || test.kind === "unit") return { input: given ?? {}, tried: false };
    const names = new InterfaceNames(run.project, this.#context.suite);
    if (await run.prepare()) return { input: {}, tried: false };
    const { failure } = await runTest(run, test, { names, seed: this.#seed });
    if (failure?.input) return { input: failure.input, tried: false };
    if (test.kind === "invariant") return { input: {}, tried: true };
    const parameters = run.inputs(test.signature);
    const random = new Random(`${this.#seed}\n${run.test.id}\n${test.signature}`);
    for (let count = 0; ; count++) {
      const args = randomArguments(parameters, random, run.dictionary, run.enums, await run.fixtures);
      const { rejected } = await run.attempt(test.signature, args);
      const data = joinBytes([run.selector(test.signature), encodeValues(parameters, args)]);
      if (!rejected || count > test.fuzz.maxRejects) return { input: { data: bytesToHex(data) }, tried: true };
    }
  }

  /** Deploys, sets up and runs it. */
  async play({ data, calls = [] }: FailingInput): Promise<Attempt> {
    const run = this.#run;
    const problem = await run.prepare();
    if (problem) return problem.attempt;
    this.#context.seed = `${this.#seed}\n${run.test.id}\n${this.#test.signature}`;
    const own = data === undefined ? run.selector(this.#test.signature) : hexToBytes(data);
    run.base.internalReverts = this.#test.internalReverts;
    const begun = await run.begin(this.#test.signature);
    if (begun.failed) return begun.failed;
    let { state } = begun;
    let number = run.firstBlock;
    for (const { to, sender, data: sent } of calls) {
      const result = await run.send(to, hexToBytes(sent), state, ++number, sender);
      if (result.status === 0) continue;
      if (this.#test.invariant.failOnRevert) return run.judge(result, state);
      state = new TestState(state);
    }
    const asking = new TestState(state);
    const attempt = run.judge(await run.send(run.address, own, asking, number), asking);
    if (!attempt.passed || this.#test.kind !== "invariant" || !run.has("afterInvariant()")) return attempt;
    const after = new TestState(state);
    return run.judge(await run.send(run.address, run.selector("afterInvariant()"), after, number + 1), after);
  }

  /** How the whole ended, as the end of a message. */
  endOf({ result, state, problem, passed }: Attempt): EVMResult {
    const failed = passed === this.#test.mustFail;
    const words = state.unmet ?? problem;
    const returnValue =
      failed && words !== undefined && result.status === 0
        ? encodeErrorText(this.#context.suite, words)
        : result.output;
    return {
      execResult: {
        executionGasUsed: result.gasUsed,
        returnValue,
        ...(failed ? { exceptionError: new EVMError(EVMError.errorMessages.REVERT) } : {}),
      },
    };
  }

  recording(
    steps: RecordedSteps,
    end: Pick<ExecutionResult, "output" | "gasUsed">,
    failed: boolean,
  ): ExecutionRecording {
    const { store, suite } = this.#context;
    const rules = this.#context.rules(this.#run.firstBlock);
    const { timestamp } = this.#context.environment();
    return {
      format: 1,
      suite: suite.name,
      status: failed ? transactionStatus.revertInstruction : 0,
      output: bytesToHex(end.output),
      gasUsed: String(end.gasUsed),
      contractAddress: "",
      transaction: {
        from: `0x${testSender}`,
        to: this.#run.address && `0x${this.#run.address}`,
        input: "0x",
        value: "0",
        gasPrice: rules.gasPrice,
        gasLimit: String(rules.gasLimit),
      },
      block: { number: this.#run.firstBlock, timestamp: String(timestamp) },
      executorVersion: rules.executorVersion,
      revision: rules.revision,
      ...steps,
      // what the test's contracts hold they have from the recording itself
      ...accountsOf(store, []),
    };
  }

  readonly #asked = new OneByOne();

  /** Each has the chain for itself. */
  ask(call: RecordedCall): Promise<ExecutionRecording> {
    return this.#asked.run(() => this.#answer(call));
  }

  async #answer({ from, to, data, ...changes }: RecordedCall): Promise<ExecutionRecording> {
    const testChain = this.#context;
    testChain.reset();
    applyChanges(testChain.store, testChain.suite, changes);
    const state = new TestState(testChain.environment());
    let ended: ExecutionResult | undefined;
    const steps = await recordSeveral(new Set([testChain.evm(this.#run.firstBlock)]), rootMessage(), async () => {
      const message = { to: to.replace(/^0x/, ""), data: hexToBytes(data), sender: from.replace(/^0x/, "") };
      ended = await testChain.run(message, state, this.#run.firstBlock);
      return { execResult: { executionGasUsed: ended.gasUsed, returnValue: ended.output } };
    });
    testChain.reset();
    const { output = new Uint8Array(0), gasUsed = 0n, status = 1 } = ended ?? {};
    return this.recording(steps, { output, gasUsed }, status !== 0);
  }
}

/**
 * Runs a test from the deployment of its contract on, with everything noted.
 * @param tests compiled with `coverage`, so that variables can be found
 * @param given values that it failed with before; without them a test with parameters runs with those that make it fail, else with its
 * first ones
 * @throws what opening a chain throws.
 */
export async function recordTest(
  tests: CompiledTests,
  contract: TestContract,
  test: TestFunction,
  given?: FailingInput,
): Promise<RecordedTest> {
  const seed = tests.seed ?? "1";
  const testChain = await TestChain.open(tests.project, contract.chain);
  testChain.seed = `${seed}\n${contract.id}`;
  const run = new ContractRun(testChain, tests.project, contract, new Map(tests.enums));
  const recorder = new TestRecorder(testChain, run, test, seed);
  const { input, tried } = await recorder.input(given);
  testChain.seed = `${seed}\n${contract.id}`;
  testChain.reset();
  let end: EVMResult = { execResult: { executionGasUsed: 0n, returnValue: new Uint8Array(0) } };
  const steps = await recordSeveral(
    new Set([testChain.evm(1), testChain.evm(run.firstBlock)]),
    rootMessage(),
    async () => {
      end = recorder.endOf(await recorder.play(input));
      return end;
    },
  );
  const { returnValue: output, executionGasUsed: gasUsed, exceptionError } = end.execResult;
  const recording = recorder.recording(steps, { output, gasUsed }, exceptionError !== undefined);
  return { recording, triedValues: tried, ask: (call) => recorder.ask(call) };
}
