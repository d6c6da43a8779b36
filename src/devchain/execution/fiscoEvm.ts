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
import { transactionStatus } from "../../chain/transaction/transactionStatus";
import { bytesToHex } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import type { PrecompiledResult } from "../precompiled/host/host";
import type { StateStore } from "../state/stateStore";
import { type ExecutionScope, RefusedFrame, type TopMessage } from "./executionScope";
import { type FlatStateManager, readAccount, readCode, writeAccount } from "./flatStateManager";
import { type CallMessage, FrameEnvironment } from "./frameEnvironment";
import type { FrameRecorder, StepWatcher } from "./frameRecorder";
import { type FrameMachine, runFrame, type Visits } from "./interpreterLoop";
import { addressDigits, addressOf } from "./knownAddress";
import { hidesAccount, type MissingCode } from "./messageRules";
import { type OpcodeEntry, opcodeTable } from "./opcodeTable";
import { gasLimitText, isEthereumPrecompile, precompileFailure } from "./precompileEnds";
import type { TimeSlice } from "./timeSlice";

/** For each byte of a new contract's code. */
export const createDataGas = 20n;

const messages = EVMError.errorMessages;
const nothing = new Uint8Array(0);

const noGas = { output: nothing, gasUsed: 0n };

/** A message's input as its output: a copy, since the input is a view of its sender's memory. */
const inputOf = (message: Message): Uint8Array => message.data.slice();

/** A success that gives its input back. */
const echoOf = (message: Message): ExecResult => ({ executionGasUsed: 0n, returnValue: inputOf(message) });

/** How a message ends that has no code to run. */
const noCodeRun = (): ExecResult => ({ executionGasUsed: 0n, returnValue: nothing });

/**
 * The EVM with FISCO BCOS' rules: addresses, gas, built-in contracts, hash function (docs/protocol/evm-differences.md).
 *
 * Uses protected members of the library (`_generateAddress`, `_reduceSenderBalance`, `_addToBalance`), which is
 * why its version is pinned and test/unit/devchain/fiscoEvm.test.ts states what is expected of each.
 */
export class FiscoEvm extends EVM implements FrameMachine {
  readonly store: StateStore;
  readonly timeSlice: TimeSlice;
  /** Notes what frames do, while the user wants to know. */
  recorder: FrameRecorder | undefined;
  /** Looks at every opcode, while the user wants to. */
  watcher: StepWatcher | undefined;
  /** What the loop runs, by number. */
  readonly opcodeEntries: OpcodeEntry[];
  readonly #suite: CryptoSuite;
  #scope: ExecutionScope | undefined;
  #created = new WeakMap<Message, Address>();

  constructor(options: EVMOpts, store: StateStore, suite: CryptoSuite, timeSlice: TimeSlice) {
    super(options);
    this.opcodeEntries = opcodeTable(this.common, options.customOpcodes);
    this.timeSlice = timeSlice;
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

  /** Of a block before the one that runs; undefined: not known. */
  blockHash(number: bigint): Uint8Array | undefined {
    return this.scope.blockHash(number);
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
  runNested(message: Message): Promise<EVMResult> {
    return this.runCall({ message });
  }

  /** Runs creation code whose contract gets this very address. */
  runNestedAt(message: Message, address: Address): Promise<EVMResult> {
    this.#created.set(message, address);
    return this.runCall({ message });
  }

  override runCall({ message }: EVMRunCallOpts): Promise<EVMResult> {
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
    return !isEthereumPrecompile(address) && !this.scope.inFrame(addressDigits(address));
  }

  /** Runs another contract's code in its own place; under the classic executor CALLCODE is the same. */
  #isDelegate(message: Message): boolean {
    if (message.delegatecall) return true;
    return !this.scope.rules.baseline && message.to !== undefined && !message.to.equals(message.codeAddress);
  }

  #codeOf(address: Address): Uint8Array {
    return this.#runnable(addressDigits(address));
  }

  /** The code that a message to the address finds (40 hex digits). */
  #runnable(address: string): Uint8Array {
    const code = readCode(this.store, address);
    const { rules } = this.scope;
    return code.length > 0 && rules.baseline && hidesAccount(rules, code) ? nothing : code;
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
    if (this.scope.rules.asksToDeploy && (this.scope.rules.asksForSalted || !message.salt)) this.scope.seq++;
    states.begin();
    this.transientStorage.checkpoint();
    const execResult = refusal ? this.#refused(refusal) : await this.#runCreation(message, address, states);
    const succeeded = execResult.exceptionError === undefined;
    states.end(succeeded);
    this.#settle(message.depth, execResult, succeeded);
    const result = { execResult, createdAddress: address };
    if (watched) await this._emit("afterMessage", result);
    return result;
  }

  async #runCreation(message: Message, address: Address, states: FlatStateManager): Promise<ExecResult> {
    const { scope } = this;
    const { rules } = scope;
    if (message.salt && !rules.staticAndCreate2) {
      return this.#refused({
        ...noGas,
        output: scope.errorText("Call address error."),
        status: transactionStatus.callAddressError,
      });
    }
    const digits = addressDigits(address);
    const paying = message.value !== 0n && scope.moveValue;
    const taken = this.#taken(digits, paying, message.gasLimit);
    if (taken) return this.#refused(taken);
    if (paying && message.depth > 0 && this.#isBarred(message.caller, address)) {
      return this.#refused({ gasUsed: 0n, output: inputOf(message), status: transactionStatus.permissionDenied });
    }
    message.to = address;
    const unpaid = await this.#moveValue(message as CallMessage, states);
    if (unpaid) return this.#unpaid(unpaid, message.gasLimit);
    writeAccount(this.store, digits, { nonce: 1n });
    scope.created(digits, message.depth, addressDigits(message.caller));
    const init = message.code as Uint8Array;
    message.data = nothing;
    const result: ExecResult =
      init.length > 0 ? await this.runInterpreter(message) : { executionGasUsed: 0n, returnValue: nothing, logs: [] };
    if (result.exceptionError) return this.#failed(message, result);
    return this.#keepCode(message, address, result);
  }

  /**
   * The refusal of a creation whose address is taken; undefined: it is free. The classic executor makes a table and fails where there is
   * one, except where value has made it. The baseline executor fails, without words, to make another record of who rules the contract.
   */
  #taken(address: string, paying: boolean, gasLimit: bigint): PrecompiledResult | undefined {
    const { rules, errorText, isMade, isSquatted } = this.scope;
    const present = readAccount(this.store, address);
    if (rules.baseline) {
      if (!present?.codeHash && !isMade(address) && !isSquatted(address)) return undefined;
      if (!rules.errorsTakeGas) return { ...noGas, status: transactionStatus.outOfGas };
      return { output: nothing, gasUsed: gasLimit, status: transactionStatus.unknown };
    }
    if ((!present || paying) && !isSquatted(address)) return undefined;
    return {
      output: errorText("Contract address already used."),
      gasUsed: 0n,
      status: transactionStatus.contractAddressAlreadyUsed,
    };
  }

  /** The end of a message that is not run because its sender cannot pay the value. */
  #unpaid(exceptionError: EVMError, gasLimit: bigint): ExecResult {
    const executionGasUsed = this.scope.rules.errorsTakeGas ? gasLimit : 0n;
    return { executionGasUsed, returnValue: this.scope.haltText(exceptionError), exceptionError };
  }

  /** The failed end of code: what its caller can read of it. */
  #failed(message: Message, result: ExecResult): ExecResult {
    const { exceptionError } = result;
    const { rules, haltText } = this.scope;
    if (!exceptionError || message.depth === 0 || !rules.failuresTalk) return result;
    return exceptionError.error === messages.REVERT ? result : { ...result, returnValue: haltText(exceptionError) };
  }

  /** The end of a creation: its code is paid and kept. */
  async #keepCode(message: Message, address: Address, result: ExecResult): Promise<ExecResult> {
    const { rules, errorText } = this.scope;
    const { returnValue: code, executionGasUsed: gasUsed } = result;
    const refuse = (words: string, status: number): ExecResult => ({
      ...this.#refused({ output: errorText(words), gasUsed, status }),
      logs: result.logs ?? [],
    });
    if (rules.codeLimit !== undefined && code.length > rules.codeLimit) {
      return refuse("Deploy code is too large.", transactionStatus.outOfGas);
    }
    const withDeposit = gasUsed + BigInt(code.length) * createDataGas;
    if (withDeposit > message.gasLimit) {
      return rules.baseline
        ? this.#lackOfGas(message.gasLimit)
        : refuse("Exceptional Failed Code Deposit", transactionStatus.outOfGas);
    }
    if (code.length === 0 && !rules.baseline) {
      return refuse("Create contract with empty code, invalid code input.", transactionStatus.unknown);
    }
    if (code.length > 0) await this.stateManager.putCode(address, code);
    return { ...result, executionGasUsed: withDeposit };
  }

  /** What every message leaves behind when it has ended. */
  #settle(depth: number, execResult: ExecResult, succeeded: boolean): void {
    if (succeeded) this.transientStorage.commit();
    else {
      this.transientStorage.revert();
      if (this.scope.rules.events === "go") execResult.logs = [];
    }
    if (depth > 0 && this.scope.rules.events === "outer only") execResult.logs = [];
    if (depth === 0) this.transientStorage.clear();
  }

  /**
   * A message to an account: what the library's `runCall` does for one, with less on the way. It waits only where it has to, and for
   * events only where a user listens.
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
    // who may not send: nothing moves and nothing runs
    const execResult = barred
      ? this.#barred(message)
      : unpaid
        ? this.#unpaid(unpaid, message.gasLimit)
        : await this.#runCode(message);
    const succeeded = execResult.exceptionError === undefined;
    states.end(succeeded);
    this.#settle(message.depth, execResult, succeeded);
    const result = { execResult };
    if (watched) await this._emit("afterMessage", result);
    return result;
  }

  /** The value may not go there: the message gives its input back, and older chains tell the calling contract of a success. */
  #barred(message: Message): ExecResult {
    const outcome = { output: inputOf(message), gasUsed: 0n, status: transactionStatus.permissionDenied };
    return this.#refused(outcome, !this.scope.rules.refusalsSeen);
  }

  async #runCode(message: CallMessage): Promise<ExecResult> {
    const { code } = message;
    if (!code || (code instanceof Uint8Array && code.length === 0)) return noCodeRun();
    return message.isCompiled
      ? this.#runCompiled(message, code as Exclude<typeof code, Uint8Array>)
      : this.#failed(message, await this.runInterpreter(message));
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
   * that fail there keep the gas they did not need. Under the classic executor such a contract that is called by another gives words, on
   * older chains as if it had succeeded.
   */
  #precompiledEnd(message: CallMessage, result: ExecResult): ExecResult {
    const { rules, errorText, inFrame } = this.scope;
    const ethereum = isEthereumPrecompile(message.codeAddress);
    if (ethereum && result.exceptionError && rules.baseline) {
      const failure = precompileFailure(message.codeAddress.bytes[19] ?? 0, message.data);
      if (result.exceptionError.error === messages.OUT_OF_GAS || failure.price > message.gasLimit) {
        const lack = this.#lackOfGas(message.gasLimit);
        if (!rules.errorsTakeGas || message.depth === 0) return lack;
        return { ...lack, returnValue: errorText(gasLimitText(message.codeAddress.bytes[19] ?? 0, message.data)) };
      }
      const { price: executionGasUsed, output: returnValue } = failure;
      return { ...result, executionGasUsed, returnValue, exceptionError: new EVMError(messages.REVERT) };
    }
    if (ethereum || result.executionGasUsed <= message.gasLimit) return result;
    if (rules.baseline) return this.#lackOfGas(message.gasLimit);
    if (inFrame(addressDigits(message.codeAddress)) && message.depth > 0) {
      const exceptionError = new EVMError(messages.OUT_OF_GAS);
      return { executionGasUsed: message.gasLimit, returnValue: nothing, exceptionError };
    }
    const output = errorText("Call precompiled out of gas.");
    return this.#refused(
      { output, gasUsed: 0n, status: transactionStatus.outOfGas },
      message.depth > 0 && !rules.refusalsSeen,
    );
  }

  /** The baseline executor sees that the gas does not suffice: it says so, and takes none until bugfix_v1_error_handling. */
  #lackOfGas(gasLimit: bigint): ExecResult {
    return this.#unpaid(new EVMError(messages.OUT_OF_GAS), gasLimit);
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
    const states = this.stateManager as FlatStateManager;
    const env = new FrameEnvironment(message as CallMessage, block, tx, states, this.payerOf(message));
    const { keepsGas } = this.scope.rules;
    return runFrame(this, env, message, keepsGas, this.visitsOf(message));
  }

  /** Who pays for messages of the message's code, where that isn't the account that runs. */
  protected payerOf(_message: Message): (() => bigint | undefined) | undefined {
    return undefined;
  }

  /** Where to note what of the message's code has run; undefined: nothing is noted. */
  protected visitsOf(_message: Message): Visits | undefined {
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

  #refused(outcome: PrecompiledResult, unnoticed = false): ExecResult {
    if (unnoticed) return { executionGasUsed: outcome.gasUsed, returnValue: outcome.output };
    return {
      executionGasUsed: outcome.gasUsed,
      returnValue: outcome.output,
      exceptionError: new RefusedFrame(outcome.status),
    };
  }

  #outcome(outcome: PrecompiledResult): ExecResult {
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
        message.code = () => this.#refused(refusal, !this.seesRefusal(message));
        message.isCompiled = true;
        return;
      }
    }
    const delegate = this.#isDelegate(message);
    const run = scope.builtin({
      address,
      caller: addressDigits(message.caller),
      input: message.data,
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
    // the executor's own code can't be borrowed
    const own = delegate ? undefined : this.precompiles.get(address);
    const code = this.#runnable(address);
    const answer = own ?? (code.length === 0 && message.depth > 0 ? this.#missingCode(message, delegate) : undefined);
    message.code = answer ?? code;
    message.isCompiled = answer !== undefined;
  }

  /** Whether who sends a message sees that it was refused; otherwise it takes the refusal's words for what was asked for. */
  protected seesRefusal(_message: Message): boolean {
    return this.scope.rules.refusalsSeen;
  }

  /** What a message to an address without code does; undefined: nothing. */
  #missingCode(message: Message, delegate: boolean): (() => ExecResult) | undefined {
    const { rules, errorText } = this.scope;
    const plain: MissingCode = rules.baseline && message.data.length === 0 ? "nothing" : rules.callToNowhere;
    const kind = delegate ? rules.delegateToNowhere : message.isStatic ? rules.staticToNowhere : plain;
    const words = (): Uint8Array => (delegate ? nothing : errorText("Call address error."));
    switch (kind) {
      case "nothing":
        return undefined;
      case "echo":
        return () => echoOf(message);
      case "words":
        return () => ({ executionGasUsed: 0n, returnValue: words() });
      case "failure":
        return () => this.#refused({ output: words(), gasUsed: 0n, status: transactionStatus.revertInstruction });
      case "refused echo":
        return () =>
          this.#refused({ output: inputOf(message), gasUsed: 0n, status: transactionStatus.callAddressError });
      case "unsupported":
        return () =>
          this.#refused({ output: nothing, gasUsed: message.gasLimit, status: transactionStatus.revertInstruction });
    }
  }

  protected override async _generateAddress(message: Message): Promise<Address> {
    const known = this.#created.get(message);
    if (known) return known;
    const address = addressOf(this.#newAddress(message));
    this.#created.set(message, address);
    return address;
  }

  /** Where a contract has to be, whatever the chain's rule says (40 hex digits); undefined: no wish. */
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
}
