import { EVMError, type EVMResult, type EVMRunCallOpts, type ExecResult, type Message } from "@ethereumjs/evm";
import { maxInitCode } from "../../chain/evm/codeSize";
import { creating } from "../../chain/evm/opcodes";
import { bytesToHex, bytesToHexDigits } from "../../crypto/bytes/hex";
import type { ExecutionScope, TopMessage } from "../../devchain/execution/executionScope";
import { FiscoEvm } from "../../devchain/execution/fiscoEvm";
import {
  balanceOf,
  type FlatStateManager,
  readAccount,
  readCode,
  wordDigits,
  writeAccount,
} from "../../devchain/execution/flatStateManager";
import type { Frame } from "../../devchain/execution/frame";
import type { Visits } from "../../devchain/execution/interpreterLoop";
import { addressDigits, addressOf } from "../../devchain/execution/knownAddress";
import { CheatError, endings } from "./cheatError";
import { callMatches, isSuchRevert, mockFor, revertProblem, unmetEmit } from "./expectationMatching";
import { watchSlots } from "./slotWatch";
import type { ExpectedRevert, Prank, TestState } from "./testState";

/** A message to the cheat codes or to console.log, as its handler sees it. */
export interface CheatMessage {
  /** 40 hex digits of who asks, and the depth of its frame. */
  readonly caller: string;
  readonly depth: number;
  readonly data: Uint8Array;
  /** What the message has to spend. */
  readonly gas: bigint;
}

/** Who answers cheat codes. */
export interface CheatHandler {
  /** Whether cheat codes answer at the address, or console.log. */
  isCheat(address: string): boolean;
  isConsole(address: string): boolean;
  /** @throws CheatError with words for the test. */
  answer(message: CheatMessage, evm: CheatEvm): Uint8Array | Promise<Uint8Array>;
  /** What a message to console.log prints; undefined where it prints nothing. */
  printed(data: Uint8Array): string | undefined;
  /** What the log events of older test libraries print. */
  printedLog(topics: readonly Uint8Array[], data: Uint8Array): string | undefined;
  errorText(words: string): Uint8Array;
  revertText(data: Uint8Array, labels: ReadonlyMap<string, string>): string;
}

/** Told of everything, while a failed test is run once more for its trace. */
export interface CheatListener {
  cheat(message: CheatMessage, result: ExecResult): void;
}

type Changeable<T> = { -readonly [K in keyof T]: T[K] };
type Header = Changeable<TopMessage["block"]["header"]>;

const nothing = new Uint8Array(0);
/** What a test gets from a message that reverted as expected: zeros decode as any result. */
const dummyAnswer = new Uint8Array(8192);
const dummyAddress = "1".padStart(40, "0");

/** The chain's EVM with an ear for the cheat codes of tests. It is in no chain that can be reached. */
export class CheatEvm extends FiscoEvm {
  handler: CheatHandler | undefined;
  listener: CheatListener | undefined;
  /** Where to note what has run of code, for coverage. */
  visits: ((code: Uint8Array) => Visits | undefined) | undefined;
  /** Hashes of blocks of the chain that the tests go on from. */
  chainHash: ((number: number) => Uint8Array | undefined) | undefined;
  /** Whether code is of what no chain will have: tests and scripts, whose creations stand for transactions. */
  standsForTransactions: ((code: Uint8Array) => boolean) | undefined;
  /** A contract was made of this creation code. */
  made: ((address: string, creation: Uint8Array) => void) | undefined;
  /** What runs in place of a creation code, whose contract keeps the address that its own has; undefined: itself. */
  replaced: ((creation: Uint8Array) => Uint8Array | undefined) | undefined;
  /** Told of every message to code that has ended. */
  ended: ((message: Message, result: EVMResult) => void) | undefined;
  #state: TestState | undefined;
  #header: Header | undefined;

  constructor(...args: ConstructorParameters<typeof FiscoEvm>) {
    super(...args);
    this.#hearLogs();
    this.#liftInitCodeLimit();
  }

  get state(): TestState {
    if (!this.#state) throw new Error("a cheat code outside of a test");
    return this.#state;
  }

  set state(state: TestState) {
    this.#state = state;
  }

  /**
   * Contracts don't make others of more than 49,152 bytes from Cancun on, transactions do (docs/protocol/evm-differences.md): what a test
   * or a script makes with `new` is what a person deploys by a transaction.
   */
  #liftInitCodeLimit(): void {
    for (const opcode of creating) {
      this.#instead(opcode, (frame, run) => {
        const [, , length = 0n] = frame.stack.peek(3);
        const large = length > maxInitCode && (this.standsForTransactions?.(frame.env.code) ?? false);
        /** @public the library reads it */
        (this as { allowUnlimitedInitCodeSize: boolean }).allowUnlimitedInitCodeSize = large;
        return run();
      });
    }
  }

  #watchesMappings = false;

  /** From now on hashes of keys, and what is written, are told to the state of the test. */
  watchMappings(): void {
    if (this.#watchesMappings) return;
    this.#watchesMappings = true;
    this.#instead(0x20, (frame, run) => {
      const [at = 0n, length = 0n] = frame.stack.peek(2);
      const { mappings } = this.state;
      const preimage = mappings && length === 64n ? frame.memory.read(Number(at), 64, true) : undefined;
      const ended = run();
      const [hash = 0n] = frame.stack.peek(1);
      if (preimage) mappings?.hashed(addressDigits(frame.env.address), preimage, wordDigits(hash));
      return ended;
    });
    this.#instead(0x55, (frame, run) => {
      const [slot = 0n] = frame.stack.peek(1);
      this.state.mappings?.written(addressDigits(frame.env.address), wordDigits(slot));
      return run();
    });
  }

  /** Puts something around what an opcode does. */
  #instead(opcode: number, around: (frame: Frame, run: () => unknown) => unknown): void {
    const entry = this.opcodeEntries[opcode];
    if (!entry) return;
    this.opcodeEntries[opcode] = {
      ...entry,
      opHandler: (frame, common) =>
        around(frame, () => entry.opHandler(frame, common)) as ReturnType<typeof entry.opHandler>,
    };
  }

  /** Logs are told when they are emitted, whatever becomes of them. */
  #hearLogs(): void {
    for (let opcode = 0xa0; opcode <= 0xa4; opcode++) {
      this.#instead(opcode, (frame, run) => {
        const result = run();
        this.#logged(frame);
        return result;
      });
    }
  }

  #logged({ logs, env }: Frame): void {
    const last = logs.at(-1);
    const state = this.#state;
    if (!last || !state) return;
    this.#say(this.handler?.printedLog(last[1], last[2]));
    const log = { address: bytesToHexDigits(last[0]), topics: last[1], data: last[2] };
    state.recordedLogs?.push(log);
    if (state.expectedEmits.length === 0) return;
    const waiting = state.expectedEmits.find((each) => each.template === undefined);
    if (waiting && waiting.depth === env.depth) waiting.template = log;
    else if (state.expectedEmits.some(({ depth }) => depth === env.depth)) state.ownLogs.push(log);
    else state.collectedLogs.push(log);
  }

  /** The block and the transaction look as the test wants them. */
  override async runScoped(scope: ExecutionScope, top: TopMessage): Promise<EVMResult> {
    const header = { ...top.block.header };
    this.#header = header;
    const { chainId, gasPrice } = this.state.environment;
    if (chainId !== undefined) (scope as Changeable<ExecutionScope>).webChainId = chainId;
    this.#applyToHeader();
    if (!top.to) this.made?.("", top.data);
    const result = await super.runScoped(scope, { ...top, gasPrice, block: { ...top.block, header } });
    return this.#settleOwnRevert({ ...(top.to ? { to: top.to } : {}), depth: 0 }, result);
  }

  override blockHash(number: bigint): Uint8Array | undefined {
    const { environment, blockHashes } = this.state;
    if (number >= environment.number) return undefined;
    const known = blockHashes.get(number) ?? this.chainHash?.(Number(number));
    return known ?? this.scope.errorText(`block ${number}`).slice(-32);
  }

  /** Makes what a cheat code has changed visible to the frames that are running. */
  applyEnvironment(): void {
    this.#applyToHeader();
    const { chainId, gasPrice } = this.state.environment;
    if (chainId !== undefined) (this.scope as Changeable<ExecutionScope>).webChainId = chainId;
    if (this._tx) this._tx.gasPrice = gasPrice;
  }

  #applyToHeader(): void {
    const header = this.#header;
    if (!header) return;
    const { number, timestamp, baseFee, coinbase, prevRandao } = this.state.environment;
    header.number = number;
    header.timestamp = timestamp;
    header.baseFeePerGas = baseFee;
    header.coinbase = addressOf(coinbase);
    header.prevRandao = prevRandao;
  }

  protected override async _generateAddress(message: Message): ReturnType<FiscoEvm["_generateAddress"]> {
    const address = await super._generateAddress(message);
    const other = this.replaced?.(message.code as Uint8Array);
    if (other) message.code = other;
    return address;
  }

  override runCall(options: EVMRunCallOpts): Promise<EVMResult> {
    const { message } = options;
    if (!message || message.depth === 0) return super.runCall(options);
    if (message.to) {
      const digits = addressDigits(message.codeAddress);
      if (this.handler?.isCheat(digits)) return this.#recorded(message, () => this.#cheat(message));
      if (this.handler?.isConsole(digits)) return this.#recorded(message, async () => this.#print(message));
    }
    return this.#toCode(options, message);
  }

  #say(line: string | undefined): void {
    if (line !== undefined) this.state.lines.push(line);
  }

  /** What console.log answers: it takes no value and knows no call without a selector. */
  #print({ data }: Message): EVMResult {
    if (data.length < 4) return { execResult: this.#revert("no such call") };
    this.#say(this.handler?.printed(data));
    return { execResult: { executionGasUsed: 0n, returnValue: nothing } };
  }

  /** A message that runs code, or makes it. */
  async #toCode(options: EVMRunCallOpts, message: Message): Promise<EVMResult> {
    const result = this.state.idle ? await this.#send(options) : await this.#watched(options, message);
    const settled = this.#settleOwnRevert(message, result);
    this.state.lastCall = { limit: message.gasLimit, used: result.execResult.executionGasUsed };
    return settled;
  }

  /** The frame that expects a revert may revert itself, where that is allowed: what is behind it doesn't run. */
  #settleOwnRevert(message: Pick<Message, "to" | "depth">, result: EVMResult): EVMResult {
    const state = this.#state;
    const expected = state?.expectedRevert;
    if (!state?.internalReverts || !expected || expected.depth !== message.depth) return result;
    if (!result.execResult.exceptionError) return result;
    expected.revertedBy ??= message.to ? addressDigits(message.to) : undefined;
    const settled = this.#settleRevert(expected, message, result);
    if (settled !== result) this.recorder?.instead(settled.execResult.returnValue);
    return settled;
  }

  async #send(options: EVMRunCallOpts): Promise<EVMResult> {
    const { message } = options;
    const creation = message && !message.to ? message.data : undefined;
    const result = await super.runCall(options);
    if (message) this.ended?.(message, result);
    if (creation && result.createdAddress && !result.execResult.exceptionError) {
      this.made?.(addressDigits(result.createdAddress), creation);
    }
    return result;
  }

  /** What a test itself sends stands for what a person sends, whose receipt has the refusal. */
  protected override seesRefusal(message: Message): boolean {
    return message.depth === 1 || super.seesRefusal(message);
  }

  /** What is answered in place of code is a message of its own to who records. */
  #recorded(message: Message, answer: () => Promise<EVMResult>): Promise<EVMResult> {
    const { recorder } = this;
    if (!recorder) return answer();
    message.isCompiled = true;
    recorder.message(message);
    return answer().then((result) => {
      recorder.result(result);
      return result;
    });
  }

  async #cheat(message: Message): Promise<EVMResult> {
    const { handler, listener } = this;
    if (!handler) throw new Error("cheat codes without a desk");
    const cheat: CheatMessage = {
      caller: addressDigits(message.caller),
      depth: message.depth - 1,
      data: message.data,
      gas: message.gasLimit,
    };
    const before = this.state.expectedRefusal;
    let execResult: ExecResult;
    try {
      const answer = handler.answer(cheat, this);
      const returnValue = answer instanceof Uint8Array ? answer : await answer;
      execResult = { executionGasUsed: -this.state.gasReturned, returnValue };
      this.state.gasReturned = 0n;
    } catch (error) {
      if (!(error instanceof CheatError) && !(error instanceof RangeError) && !(error instanceof TypeError))
        throw error;
      execResult = this.#revert(error.message);
    }
    listener?.cheat(cheat, execResult);
    return { execResult: this.#settleRefusal(before, execResult) };
  }

  /** Turns the expected refusal of a cheat code around. */
  #settleRefusal(expected: TestState["expectedRefusal"], result: ExecResult): ExecResult {
    const { state } = this;
    if (!expected || state.expectedRefusal !== expected) return result;
    state.expectedRefusal = undefined;
    state.comparison = undefined;
    if (!result.exceptionError) return this.#revert("next cheat code did not refuse as expected");
    const data = expected.data.length > 0 ? expected.data : undefined;
    const problem = data && isSuchRevert(data, true, result.returnValue) ? undefined : data;
    if (problem) return this.#revert("the cheat code refused with other words than expected");
    return { executionGasUsed: 0n, returnValue: dummyAnswer };
  }

  #revert(words: string): ExecResult {
    return {
      executionGasUsed: 0n,
      returnValue: this.handler?.errorText(words) ?? nothing,
      exceptionError: new EVMError(EVMError.errorMessages.REVERT),
    };
  }

  /** A message while something is expected of messages. */
  async #watched(options: EVMRunCallOpts, message: Message): Promise<EVMResult> {
    const { state } = this;
    const callerDepth = message.depth - 1;
    const prank = state.pranks.find((each) => each.depth === callerDepth && this.#isFrom(message, each));
    const restore = prank ? this.#disguise(message, prank) : undefined;
    if (prank) prank.used = true;
    this.#count(message);
    const expected = state.expectedRevert?.depth === callerDepth ? state.expectedRevert : undefined;
    const creation = { maker: addressDigits(message.caller), salted: message.salt !== undefined };
    const { diff } = state;
    const collected = state.collectedLogs.length;
    diff?.begin(message);
    let result: EVMResult;
    try {
      const mocked = this.#mocked(message);
      result = mocked ? await this.#recorded(message, async () => mocked) : await this.#send(options);
      diff?.end(result);
    } finally {
      restore?.();
      if (prank?.single) state.pranks = state.pranks.filter((each) => each !== prank);
    }
    this.#noteReverter(message, result);
    this.#noteCreation(creation, result);
    const before = result;
    result = this.#judgeAssumption(callerDepth, message, result);
    if (expected) result = this.#settleRevert(expected, message, result);
    result = this.#settleEmits(callerDepth, message, result, before.execResult.exceptionError ? collected : undefined);
    if (result !== before) this.recorder?.instead(result.execResult.returnValue);
    return result;
  }

  #isFrom(message: Message, { caller, delegate }: Prank): boolean {
    if (message.delegatecall) return delegate && message.to !== undefined && addressDigits(message.to) === caller;
    return addressDigits(message.caller) === caller;
  }

  /** Puts the prank's sender in the place of the caller; gives what brings the origin back. */
  #disguise(message: Message, { sender, origin }: Prank): (() => void) | undefined {
    if (!message.to) this.#moveNonce(addressDigits(message.caller), sender);
    message.caller = addressOf(sender);
    const [tx, { scope }] = [this._tx, this];
    if (origin === undefined || !tx) return undefined;
    const before = { tx, origin: scope.origin };
    this._tx = { ...tx, origin: addressOf(origin) };
    (scope as Changeable<ExecutionScope>).origin = origin;
    return () => {
      // What was made of the price meanwhile stays.
      before.tx.gasPrice = this.state.environment.gasPrice;
      this._tx = before.tx;
      (scope as Changeable<ExecutionScope>).origin = before.origin;
    };
  }

  /** The frame has counted a creation as its own; it is that of another. */
  #moveNonce(from: string, to: string): void {
    const { store } = this.stateManager as FlatStateManager;
    writeAccount(store, from, { nonce: (readAccount(store, from)?.nonce ?? 1n) - 1n });
    writeAccount(store, to, { nonce: (readAccount(store, to)?.nonce ?? 0n) + 1n });
  }

  /** A test that was told where its next contract would be finds it there. */
  protected override wishedAddress(sender: string, salted: boolean): string | undefined {
    const { promised } = this.state;
    if (salted || promised.size === 0) return undefined;
    const { store } = this.stateManager as FlatStateManager;
    return promised.get(`${sender} ${(readAccount(store, sender)?.nonce ?? 1n) - 1n}`);
  }

  #count(message: Message): void {
    if (!message.to) return;
    const address = addressDigits(message.codeAddress);
    for (const each of this.state.expectedCalls) if (callMatches(each, address, message)) each.seen++;
  }

  #mocked(message: Message): EVMResult | undefined {
    if (!message.to) return undefined;
    const mock = mockFor(this.state.mocks.get(addressDigits(message.codeAddress)) ?? [], message);
    if (!mock) return undefined;
    if (mock.instead !== undefined) {
      message._codeAddress = addressOf(mock.instead);
      return undefined;
    }
    const returnValue = mock.answers[Math.min(mock.used++, mock.answers.length - 1)] ?? nothing;
    return {
      execResult: {
        executionGasUsed: 0n,
        returnValue,
        ...(mock.reverts ? { exceptionError: new EVMError(EVMError.errorMessages.REVERT) } : {}),
      },
    };
  }

  #noteReverter(message: Message, { execResult }: EVMResult): void {
    const expected = this.state.expectedRevert;
    if (!expected || !execResult.exceptionError || message.depth <= expected.depth) return;
    expected.revertedBy ??= message.to ? addressDigits(message.to) : addressDigits(message.caller);
  }

  #noteCreation({ maker, salted }: { maker: string; salted: boolean }, result: EVMResult): void {
    const { expectedCreations } = this.state;
    if (expectedCreations.length === 0 || !result.createdAddress || result.execResult.exceptionError) return;
    const { store } = this.stateManager as FlatStateManager;
    const code = readCode(store, addressDigits(result.createdAddress));
    const found = expectedCreations.find(
      (each) => !each.seen && each.salted === salted && each.maker === maker && Buffer.compare(each.code, code) === 0,
    );
    if (found) found.seen = true;
  }

  /** A message that reverts as it was assumed not to throws the run away. */
  #judgeAssumption(callerDepth: number, message: Message, result: EVMResult): EVMResult {
    const { execResult } = result;
    const { state } = this;
    const { assumption } = state;
    if (assumption?.depth !== callerDepth) return result;
    state.assumption = undefined;
    if (!execResult.exceptionError) return result;
    const to = message.to ? addressDigits(message.to) : "";
    const { reverts } = assumption;
    const fits = reverts.some(
      ({ reverter, partial, data }) =>
        (BigInt(`0x${reverter}`) === 0n || reverter === to) &&
        (data.length === 0 || isSuchRevert(data, partial, execResult.returnValue)),
    );
    if (reverts.length > 0 && !fits) return result;
    return { execResult: { ...this.#revert(endings.rejected), executionGasUsed: execResult.executionGasUsed } };
  }

  /** Turns the expected end of a message around. */
  #settleRevert(expected: ExpectedRevert, message: Pick<Message, "to">, result: EVMResult): EVMResult {
    const { state } = this;
    const { execResult } = result;
    const reverted = execResult.exceptionError !== undefined;
    const { count = 1 } = expected;
    const done = (): void => {
      if (state.expectedRevert === expected) state.expectedRevert = undefined;
    };
    const words = (data: Uint8Array): string => this.handler?.revertText(data, state.labels) ?? bytesToHex(data);
    const unlike = reverted
      ? revertProblem(expected, execResult.returnValue, words)
      : "next call did not revert as expected";
    if (count === 0 && unlike !== undefined) {
      done();
      return result;
    }
    const problem = count === 0 ? "call reverted when it was expected not to revert" : unlike;
    if (problem !== undefined) {
      done();
      state.unmet = problem;
      return { execResult: { ...this.#revert(problem), executionGasUsed: execResult.executionGasUsed } };
    }
    expected.seen++;
    expected.revertedBy = undefined;
    if (expected.seen >= count) done();
    const settled: ExecResult = { executionGasUsed: execResult.executionGasUsed, returnValue: dummyAnswer };
    return message.to || result.createdAddress === undefined
      ? { execResult: settled }
      : { execResult: { ...settled, returnValue: nothing }, createdAddress: addressOf(dummyAddress) };
  }

  /** @param failedFrom where in the heard events those of the message begin, where it failed, as expected or not */
  #settleEmits(callerDepth: number, message: Message, result: EVMResult, failedFrom: number | undefined): EVMResult {
    const { state } = this;
    const due = state.expectedEmits.filter(({ depth, template }) => depth === callerDepth && template !== undefined);
    if (due.length === 0 || message.isStatic) return result;
    if (failedFrom !== undefined) {
      // its events count as they do in Foundry; what is still open is open where a test goes on behind it
      state.ownLogs.push(...state.collectedLogs.splice(failedFrom));
      return result;
    }
    const emitted = (result.execResult.logs ?? []).map(([address, topics, data]) => {
      return { address: bytesToHexDigits(address), topics, data };
    });
    const problem = unmetEmit(due, [...state.ownLogs, ...emitted]);
    if (problem === undefined) {
      state.expectedEmits = state.expectedEmits.filter((each) => !due.includes(each));
      state.ownLogs = [];
      state.collectedLogs = [];
      return result;
    }
    state.unmet = problem;
    return { execResult: { ...this.#revert(problem), executionGasUsed: result.execResult.executionGasUsed } };
  }

  /** Messages that come from another account, by a prank, are paid by that one. */
  protected override payerOf(message: Message): () => bigint | undefined {
    const { depth, to } = message;
    return () => {
      const prank = this.#state?.pranks.find((each) => each.depth === depth && to && each.caller === addressDigits(to));
      return prank && balanceOf((this.stateManager as FlatStateManager).store, prank.sender);
    };
  }

  protected override visitsOf(message: Message): Visits | undefined {
    return this.visits?.(message.code as Uint8Array);
  }

  /** From now on what is read and written of storage is told to the state of the test. @param seed what arbitrary storage follows from */
  watchSlots(seed: () => string): void {
    watchSlots(this.stateManager as FlatStateManager, () => this.state, seed);
  }
}
