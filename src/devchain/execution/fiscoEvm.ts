import {
  EVM,
  EVMError,
  type EVMOpts,
  type EVMResult,
  type EVMRunCallOpts,
  type ExecResult,
  Message,
} from "@ethereumjs/evm";
import { Account, type Address } from "@ethereumjs/util";
import { create2Address, createAddress, legacyCreateAddress } from "../../chain/transaction/contractAddress";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { bytesToHex } from "../../crypto/hex";
import type { StateStore } from "../state/stateStore";
import { type BuiltinOutcome, type ExecutionScope, RefusedFrame, type TopMessage } from "./executionScope";
import { type FlatStateManager, readAccount, readCode, writeAccount } from "./flatStateManager";
import { type CallMessage, FrameEnvironment } from "./frameEnvironment";
import type { FrameRecorder, StepWatcher } from "./frameRecorder";
import { type Machine, runFrame } from "./interpreterLoop";
import { addressDigits, addressOf } from "./knownAddress";
import type { MissingCode } from "./messageRules";
import { type OpcodeEntry, opcodeTable } from "./opcodeTable";
import type { Pace } from "./pace";

/** For each byte of a new contract's code. */
export const createDataGas = 20n;

const messages = EVMError.errorMessages;
const nothing = new Uint8Array(0);

/** Receipt statuses (errors.md, "TransactionStatus") of ends that are not the EVM's. */
const [unknownEnd, outOfGas, revertEnd, addressUsed, permissionDenied, callAddressError] = [1, 12, 16, 17, 18, 19];
const noGas = { output: nothing, gasUsed: 0n };

/** A success that gives its input back. */
const echoOf = (message: Message): ExecResult => ({ executionGasUsed: 0n, returnValue: message.data });

/** What Ethereum's contracts 0x6, 0x7 and 0x8 cost, also when they fail. */
function precompilePrice(address: number, inputLength: number): bigint {
  if (address === 6) return 150n;
  if (address === 7) return 6000n;
  return address === 8 ? 45_000n + 34_000n * BigInt(Math.floor(inputLength / 192)) : 0n;
}

/** How a message ends that has no code to run, or cannot pay for what it sends. */
function noCodeRun(unpaid?: EVMError): ExecResult {
  return { executionGasUsed: 0n, returnValue: nothing, ...(unpaid ? { exceptionError: unpaid } : {}) };
}

/**
 * The EVM with FISCO BCOS' rules: addresses, gas, built-in contracts, hash function (evm-differences.md §2–§7).
 *
 * Uses protected members of the library (`_generateAddress`, `_reduceSenderBalance`, `_addToBalance`), which is
 * why its version is pinned and test/unit/devchain/fiscoEvm.test.ts states what is expected of each.
 */
export class FiscoEvm extends EVM implements Machine {
  readonly store: StateStore;
  readonly pace: Pace;
  /** Notes what frames do, while somebody wants to know. */
  recorder: FrameRecorder | undefined;
  /** Looks at every opcode, while somebody wants to. */
  watcher: StepWatcher | undefined;
  /** What the loop runs, by number. */
  readonly opcodeEntries: OpcodeEntry[];
  readonly #suite: CryptoSuite;
  #scope: ExecutionScope | undefined;
  #created = new WeakMap<Message, Address>();

  constructor(options: EVMOpts, store: StateStore, suite: CryptoSuite, pace: Pace) {
    super(options);
    this.opcodeEntries = opcodeTable(this.common, options.customOpcodes);
    this.pace = pace;
    this.store = store;
    this.#suite = suite;
    // Every access is cold and nothing is deleted for being empty, so the library's bookkeeping of both is dead weight.
    const states = this.stateManager;
    Object.assign(this.journal, {
      isWarmedAddress: () => false,
      isWarmedStorage: () => false,
      addWarmedAddress: () => undefined,
      addWarmedStorage: () => undefined,
      putAccount: (address: Address, account: Account | undefined) => states.putAccount(address, account),
      deleteAccount: (address: Address) => states.deleteAccount(address),
      checkpoint: () => states.checkpoint(),
      commit: () => states.commit(),
      revert: () => states.revert(),
    });
  }

  get scope(): ExecutionScope {
    if (!this.#scope) throw new Error("the EVM was asked something outside a transaction");
    return this.#scope;
  }

  /** Runs one transaction or call inside its scope. */
  runScoped(scope: ExecutionScope, top: TopMessage): Promise<EVMResult> {
    return this.inScope(scope, () => this.#runTop(top));
  }

  /** Does work whose messages belong to the scope. */
  async inScope<T>(scope: ExecutionScope, work: () => Promise<T>): Promise<T> {
    const outer = this.#scope;
    this.#scope = scope;
    try {
      return await work();
    } finally {
      this.#scope = outer;
    }
  }

  /** Runs a message that a built-in contract sends, one level below it. */
  async runNested(message: Message): Promise<EVMResult> {
    return this.runCall({ message });
  }

  /** Runs creation code whose contract gets this very address. */
  async runNestedAt(message: Message, address: Address): Promise<EVMResult> {
    this.#created.set(message, address);
    return this.runCall({ message });
  }

  override async runCall({ message }: EVMRunCallOpts): Promise<EVMResult> {
    if (!message) throw new Error("the EVM runs transactions by runScoped");
    if (message.depth > 0) {
      if (this.scope.hidesValue) message.value = 0n;
      if (this.#counts(message)) this.scope.seq++;
    }
    return message.to ? this.#call(message as CallMessage) : this.#create(message);
  }

  /** Whether a message from a contract takes a number of the transaction's count. */
  #counts(message: Message): boolean {
    if (!message.to || this.scope.rules.baseline) return true;
    const address = message.codeAddress;
    if (this.#isDelegate(message)) return this.#codeOf(address).length > 0;
    return !this.#isEthereumPrecompile(address) && !this.scope.inFrame(addressDigits(address));
  }

  /** Runs another contract's code in its own place; under the classic executor CALLCODE is the same. */
  #isDelegate(message: Message): boolean {
    if (message.delegatecall) return true;
    return !this.scope.rules.baseline && message.to !== undefined && !message.to.equals(message.codeAddress);
  }

  #codeOf(address: Address): Uint8Array {
    return readCode(this.store, addressDigits(address));
  }

  /** The transaction itself: from here on its messages share block, price and origin. */
  #runTop({ to, caller, data, value, gasLimit, isStatic, block, gasPrice }: TopMessage): Promise<EVMResult> {
    this._block = block;
    this._tx = { gasPrice, origin: caller };
    const message = new Message(
      to ? { to, caller, data, value, gasLimit, isStatic } : { caller, data, value, gasLimit, isStatic },
    );
    return to ? this.#call(message as CallMessage) : this.#create(message);
  }

  /** Makes a contract. The library's own way knows rules of Ethereum that a node lacks: forbidden first bytes, prices, collisions. */
  async #create(message: Message): Promise<EVMResult> {
    const states = this.stateManager as FlatStateManager;
    const watched = this.events.listenerCount("beforeMessage") > 0;
    message.code = message.data;
    if (watched) await this._emit("beforeMessage", message);
    const address = await this._generateAddress(message);
    const refusal = message.depth > 0 ? this.scope.guard(message) : undefined;
    if (this.scope.rules.asksToDeploy && !(this.scope.rules.baseline && message.salt)) this.scope.seq++;
    states.begin();
    this.transientStorage.checkpoint();
    const execResult = refusal ? this.#notMade(message, refusal) : await this.#runCreation(message, address, states);
    const succeeded = execResult.exceptionError === undefined;
    states.end(succeeded);
    this.#settle(message.depth, execResult, succeeded);
    const result = { execResult, createdAddress: address };
    if (watched) await this._emit("afterMessage", result);
    return result;
  }

  /** A contract that is not made: its maker gets the zero address and no words. */
  #notMade(message: Message, outcome: BuiltinOutcome): ExecResult {
    return this.#refused(message.depth > 0 ? { ...outcome, output: nothing } : outcome);
  }

  async #runCreation(message: Message, address: Address, states: FlatStateManager): Promise<ExecResult> {
    const { scope } = this;
    const { rules } = scope;
    if (message.salt && !rules.staticAndCreate2) return this.#notMade(message, { ...noGas, status: callAddressError });
    const digits = addressDigits(address);
    const present = readAccount(this.store, digits);
    if (rules.baseline ? present?.codeHash : present) {
      const output = scope.errorText("Contract address already used.");
      return this.#notMade(message, { output, gasUsed: 0n, status: rules.baseline ? outOfGas : addressUsed });
    }
    if (message.value !== 0n && scope.moveValue && message.depth > 0 && this.#isBarred(message.caller, address)) {
      return this.#notMade(message, { ...noGas, status: permissionDenied });
    }
    message.to = address;
    const unpaid = await this.#moveValue(message as CallMessage, states);
    if (unpaid) return { executionGasUsed: 0n, returnValue: nothing, exceptionError: unpaid };
    writeAccount(this.store, digits, { nonce: 1n });
    scope.created(digits, message.depth, addressDigits(message.caller));
    const init = message.code as Uint8Array;
    message.data = nothing;
    const result =
      init.length > 0 ? await this.runInterpreter(message) : { executionGasUsed: 0n, returnValue: nothing, logs: [] };
    if (result.exceptionError) return result;
    return this.#keepCode(message, address, result);
  }

  /** The end of a creation: its code is paid and kept. */
  async #keepCode(message: Message, address: Address, result: ExecResult): Promise<ExecResult> {
    const { rules, errorText } = this.scope;
    const { returnValue: code, executionGasUsed: gasUsed } = result;
    const refuse = (words: string, status: number): ExecResult =>
      this.#notMade(message, { output: errorText(words), gasUsed, status });
    if (rules.codeLimit !== undefined && code.length > rules.codeLimit) {
      return refuse("Deploy code is too large.", outOfGas);
    }
    const withDeposit = gasUsed + BigInt(code.length) * createDataGas;
    if (withDeposit > message.gasLimit) {
      if (!rules.baseline) return refuse("Exceptional Failed Code Deposit", outOfGas);
      return { executionGasUsed: 0n, returnValue: nothing, exceptionError: new EVMError(messages.OUT_OF_GAS) };
    }
    if (code.length === 0 && !rules.baseline) {
      return refuse("Create contract with empty code, invalid code input.", unknownEnd);
    }
    if (code.length > 0) await this.stateManager.putCode(address, code);
    return { ...result, executionGasUsed: withDeposit };
  }

  /** What every message leaves behind when it has ended. */
  #settle(depth: number, execResult: ExecResult, succeeded: boolean): void {
    if (succeeded) this.transientStorage.commit();
    else {
      this.transientStorage.revert();
      execResult.logs = [];
    }
    if (depth === 0) this.transientStorage.clear();
  }

  /**
   * A message to an account: what the library's `runCall` does for one, with less on the way. It waits only where it has to, and for
   * events only where somebody listens.
   */
  async #call(message: CallMessage): Promise<EVMResult> {
    const states = this.stateManager as FlatStateManager;
    const { rules, moveValue, callIsStatic, makeAccount } = this.scope;
    const watched = this.events.listenerCount("beforeMessage") > 0;
    if (watched) await this._emit("beforeMessage", message);
    states.begin();
    this.transientStorage.checkpoint();
    if (!rules.staticAndCreate2) message.isStatic = callIsStatic;
    const paying = message.value !== 0n && moveValue;
    const barred = paying && message.depth > 0 && !message.delegatecall && this.#isBarred(message.caller, message.to);
    if (paying && !rules.baseline && !message.delegatecall && !barred) makeAccount(addressDigits(message.to));
    const unpaid = paying && !barred ? await this.#moveValue(message, states) : undefined;
    if (!barred) this.#findCode(message);
    // who may not send: nothing moves and nothing runs, which the calling contract takes for a success
    const execResult = barred ? echoOf(message) : unpaid ? noCodeRun(unpaid) : await this.#runCode(message);
    const succeeded = execResult.exceptionError === undefined;
    states.end(succeeded);
    this.#settle(message.depth, execResult, succeeded);
    const result = { execResult };
    if (watched) await this._emit("afterMessage", result);
    return result;
  }

  #runCode(message: CallMessage): ExecResult | Promise<ExecResult> {
    const { code } = message;
    if (!code || (code instanceof Uint8Array && code.length === 0)) return noCodeRun();
    return message.isCompiled
      ? this.#runCompiled(message, code as Exclude<typeof code, Uint8Array>)
      : this.runInterpreter(message);
  }

  async #runCompiled(
    message: CallMessage,
    code: Exclude<Message["code"], Uint8Array | undefined>,
  ): Promise<ExecResult> {
    const result = await this.runPrecompile(code, message.data, message.gasLimit);
    return this.#precompiledEnd(message, result);
  }

  /**
   * The baseline executor runs a built-in contract first and then sees that the gas did not suffice, which costs nothing; Ethereum's own
   * that fail there keep the gas they did not need. Under the classic executor such a contract that is called by another gives words, as
   * if it had succeeded.
   */
  #precompiledEnd(message: CallMessage, result: ExecResult): ExecResult {
    const { rules, errorText, inFrame } = this.scope;
    const ethereum = this.#isEthereumPrecompile(message.codeAddress);
    if (ethereum && result.exceptionError && rules.baseline) {
      if (result.exceptionError.error === messages.OUT_OF_GAS) return { ...result, executionGasUsed: 0n };
      const number = message.codeAddress.bytes[19] ?? 0;
      const executionGasUsed = precompilePrice(number, message.data.length);
      const returnValue = new Uint8Array(number === 8 ? 32 : 64);
      return { ...result, executionGasUsed, returnValue, exceptionError: new EVMError(messages.REVERT) };
    }
    if (ethereum || result.executionGasUsed <= message.gasLimit) return result;
    const lack = new EVMError(messages.OUT_OF_GAS);
    if (rules.baseline) return { executionGasUsed: 0n, returnValue: nothing, exceptionError: lack };
    if (inFrame(addressDigits(message.codeAddress)) && message.depth > 0) {
      return { executionGasUsed: message.gasLimit, returnValue: nothing, exceptionError: lack };
    }
    const output = errorText("Call precompiled out of gas.");
    return this.#refused({ output, gasUsed: 0n, status: outOfGas }, message.depth > 0);
  }

  #isBarred(from: Address, to: Address): boolean {
    return !this.scope.mayTransfer(addressDigits(from), addressDigits(to));
  }

  /** Gives the refusal when the caller has less than it sends. */
  async #moveValue(message: CallMessage, states: FlatStateManager): Promise<EVMError | undefined> {
    const { rules, moveValue } = this.scope;
    if (message.value === 0n || !moveValue || (message.delegatecall && !rules.delegateMovesValue)) return undefined;
    // the baseline executor does not look at the balance of who sends to itself
    if (rules.baseline && (message.to.equals(message.caller) || message.codeAddress?.equals(message.caller)))
      return undefined;
    try {
      await this._reduceSenderBalance(states.account(message.caller) ?? new Account(), message);
      await this._addToBalance(states.account(message.to) ?? new Account(), message);
      return undefined;
    } catch (error) {
      if (error instanceof EVMError) return error;
      throw error;
    }
  }

  protected override runInterpreter(message: Message): Promise<ExecResult> {
    const { to } = message;
    const [block, tx] = [this._block, this._tx];
    if (!to || !block || !tx) throw new Error("a frame without a contract or block");
    const env = new FrameEnvironment(message as CallMessage, block, tx, this.stateManager as FlatStateManager);
    const { keepsGas } = this.scope.rules;
    return runFrame(this, env, message, keepsGas, this.visitsOf(message));
  }

  /** Where to note what of the message's code has run; undefined: nobody wants to know. */
  protected visitsOf(_message: Message): Uint8Array | undefined {
    return undefined;
  }

  /** What EXTCODEHASH gives: the hash of an account's code, 0 where there is none and for built-in contracts. */
  codeHashSeen(address: string): bigint {
    const { codeSeen, rules, isBuiltin } = this.scope;
    if (isBuiltin(address)) return 0n;
    const code = codeSeen(address, readCode(this.store, address));
    if (code.length === 0 && !rules.hashesNothing) return 0n;
    return BigInt(bytesToHex(this.#suite.hash(code)));
  }

  #isEthereumPrecompile(address: Address): boolean {
    const bytes = address.bytes;
    for (let i = 0; i < 19; i++) if (bytes[i] !== 0) return false;
    return (bytes[19] ?? 0) >= 1 && (bytes[19] ?? 0) <= 9;
  }

  #refused(outcome: BuiltinOutcome, unnoticed = false): ExecResult {
    if (unnoticed) return { executionGasUsed: outcome.gasUsed, returnValue: outcome.output };
    return {
      executionGasUsed: outcome.gasUsed,
      returnValue: outcome.output,
      exceptionError: new RefusedFrame(outcome.status),
    };
  }

  #outcome(outcome: BuiltinOutcome): ExecResult {
    return outcome.status !== 0
      ? this.#refused(outcome)
      : { executionGasUsed: outcome.gasUsed, returnValue: outcome.output };
  }

  /** Finds what a message runs: a refusal, a built-in contract, a precompiled contract of Ethereum or the code of an account. */
  #findCode(message: CallMessage): void {
    if (message.code) return;
    const scope = this.scope;
    const address = addressDigits(message.codeAddress);
    if (message.depth > 0) {
      const refusal = scope.guard(message);
      if (refusal) {
        message.code = () => this.#outcome(refusal);
        message.isCompiled = true;
        return;
      }
    }
    const delegate = this.#isDelegate(message);
    const run = scope.builtin({
      address,
      caller: addressDigits(message.caller),
      input: message.data,
      value: message.value,
      gasLimit: message.gasLimit,
      depth: message.depth,
      isStatic: message.isStatic,
      isDelegate: delegate,
    });
    if (run) {
      message.code = async () => this.#outcome(await run());
      message.isCompiled = true;
      return;
    }
    // the executor's own code is nobody's to borrow
    const own = delegate ? undefined : this.precompiles.get(address);
    const code = readCode(this.store, address);
    const answer = own ?? (code.length === 0 && message.depth > 0 ? this.#missingCode(message, delegate) : undefined);
    message.code = answer ?? code;
    message.isCompiled = answer !== undefined;
  }

  /** What a message to an address without code does; undefined: nothing. */
  #missingCode(message: Message, delegate: boolean): (() => ExecResult) | undefined {
    const { rules, errorText } = this.scope;
    const plain: MissingCode = rules.baseline && message.data.length === 0 ? "nothing" : "failure";
    const kind = delegate ? rules.delegateToNowhere : message.isStatic ? rules.staticToNowhere : plain;
    const words = delegate ? nothing : errorText("Call address error.");
    switch (kind) {
      case "nothing":
        return undefined;
      case "echo":
        return () => echoOf(message);
      case "words":
        return () => ({ executionGasUsed: 0n, returnValue: words });
      case "failure":
        return () => this.#refused({ output: words, gasUsed: 0n, status: revertEnd });
      case "unsupported":
        return () => this.#refused({ output: nothing, gasUsed: message.gasLimit, status: revertEnd });
    }
  }

  protected override async _generateAddress(message: Message): Promise<Address> {
    const known = this.#created.get(message);
    if (known) return known;
    const address = addressOf(this.#newAddress(message));
    this.#created.set(message, address);
    return address;
  }

  /** Where a contract has to be, whatever the chain's rule says (40 hex digits); undefined: nobody wishes it. */
  protected wishedAddress(_sender: string, _salted: boolean): string | undefined {
    return undefined;
  }

  /** 40 hex digits. */
  #newAddress(message: Message): string {
    const scope = this.scope;
    const sender = addressDigits(message.caller);
    if (message.depth === 0 && scope.creationAddress) return scope.creationAddress;
    const wished = this.wishedAddress(sender, message.salt !== undefined);
    if (wished !== undefined) return wished;
    if (message.salt) {
      return create2Address(this.#suite, `0x${sender}`, message.salt, message.code as Uint8Array).slice(2);
    }
    if (!scope.addressFromNonce) {
      return createAddress(this.#suite, scope.blockNumber, scope.contextId, scope.seq).slice(2);
    }
    const nonce = message.depth === 0 ? scope.senderNonce : (readAccount(this.store, sender)?.nonce ?? 1n) - 1n;
    return legacyCreateAddress(`0x${sender}`, nonce).slice(2);
  }

  protected override async _reduceSenderBalance(account: Account, message: Message): Promise<void> {
    if (message.value === 0n || !this.scope.moveValue) return;
    await super._reduceSenderBalance(account, message);
  }

  protected override async _addToBalance(account: Account, message: Message & { to: Address }): Promise<void> {
    if (message.value === 0n || !this.scope.moveValue) return;
    await super._addToBalance(account, message);
  }
}
