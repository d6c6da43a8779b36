import { Common, Hardfork, Mainnet } from "@ethereumjs/common";
import {
  EVM,
  EVMError,
  EVMMockBlockchain,
  type EVMOpts,
  type EVMResult,
  type EVMRunCallOpts,
  type ExecResult,
  Message,
  NobleBN254,
  paramsEVM,
} from "@ethereumjs/evm";
import { Account, Address } from "@ethereumjs/util";
import { create2Address, createAddress, legacyCreateAddress } from "../../chain/transaction/contractAddress";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { bytesToHex, bytesToHexDigits, hexToBytes } from "../../crypto/hex";
import type { StateStore } from "../state/stateStore";
import { FlatStateManager, readAccount, wordDigits } from "./flatStateManager";
import type { FrameMemory } from "./frameMemory";
import { memoryGas, type RunState, runFrame } from "./interpreterLoop";

type CustomOpcode = NonNullable<EVMOpts["customOpcodes"]>[number];
type CallMessage = Message & { to: Address };

/** Which revision of the EVM a chain runs (evm-differences.md, "Opcodes and environment"). */
export type EvmRevision = "london" | "paris" | "cancun";

/** What a built-in contract gave back. */
export interface BuiltinOutcome {
  readonly output: Uint8Array;
  readonly gasUsed: bigint;
  /** 0, or the receipt status of a refusal: a contract that called sees a revert. `output` then holds the encoded reason. */
  readonly status: number;
}

/** The end of a frame whose receipt status is not the EVM's to say. */
export class RefusedFrame extends EVMError {
  readonly status: number;

  constructor(status: number) {
    super(EVMError.errorMessages.REVERT);
    this.status = status;
  }
}

/** A call that has arrived at an address which may belong to a built-in contract. */
export interface BuiltinCall {
  /** 40 lower-case hex digits. */
  readonly address: string;
  readonly caller: string;
  readonly input: Uint8Array;
  readonly value: bigint;
  readonly gasLimit: bigint;
  readonly depth: number;
  readonly isStatic: boolean;
  readonly isDelegate: boolean;
}

/** Everything a transaction's frames share. The executor makes one per transaction or call. */
export interface ExecutionScope {
  readonly blockNumber: number;
  readonly contextId: number;
  /** Counts the messages that left a contract so far: part of the address of a contract made by a contract. */
  seq: number;
  /** The address of the contract that the transaction makes, where the rules of addresses do not give it: 40 hex digits. */
  readonly creationAddress?: string;
  /** What a creation inside a contract counts: 2 where asking for the permission to deploy counts as a message. */
  readonly creationSteps: 1 | 2;
  readonly origin: string;
  readonly webChainId: bigint;
  /** Classic executor (0): a destroyed contract loses its code at the end of the block. Baseline (1): nothing happens. */
  readonly destroyed: Set<string> | undefined;
  /** Value is moved between accounts; otherwise it is ignored. */
  readonly moveValue: boolean;
  /** No frame sees a value: the classic executor without balances. */
  readonly hidesValue: boolean;
  /** Contract addresses come from sender and nonce, as in Ethereum. */
  readonly addressFromNonce: boolean;
  /** The nonce that counts for a contract made by the transaction itself. */
  readonly senderNonce: bigint;
  /** What a CALL from a contract to an address without code does. */
  readonly missingCode: (input: Uint8Array) => BuiltinOutcome | undefined;
  /** Runs the built-in contract behind the address; undefined when there is none. */
  readonly builtin: (call: BuiltinCall) => (() => Promise<BuiltinOutcome>) | undefined;
  /** Refuses a message before it runs (permissions, frozen contracts): gives the reason's encoding. */
  readonly guard: (message: Message) => BuiltinOutcome | undefined;
  /** Why code must not become a contract's. */
  readonly refuseCode: (code: Uint8Array) => BuiltinOutcome | undefined;
  /** A frame that ends with another exception than a lack of gas leaves all of its gas: the classic executor before data version 3.8. */
  readonly haltsKeepGas: boolean;
  /** A contract has been made. */
  readonly created: (address: string, depth: number, creator: string) => void;
  readonly isBuiltin: (address: string) => boolean;
  readonly blockHash: (number: number) => Uint8Array | undefined;
}

const coldAccountGas = 2600n;
const coldSlotGas = 2100n;
/** A write is always answered "modified" and "cold" by the node's host, so it has one price. */
const storeGas = 5000n;
const storeStipend = 2300n;

/** For each byte of a new contract's code. */
const createDataGas = 20n;

const messages = EVMError.errorMessages;
const nothing = new Uint8Array(0);
/** `runFrame` has put it there. */
const memoryOf = (state: { readonly memory: unknown }): FrameMemory => state.memory as FrameMemory;

const addressFromStack = (word: bigint): string => word.toString(16).padStart(64, "0").slice(24);

/** Gas of the node's EVM where it differs: 20 per byte of deployed code, no charge for an account that is new. */
function fiscoParams(): typeof paramsEVM {
  const params: typeof paramsEVM = {};
  for (const [eip, values] of Object.entries(paramsEVM)) params[eip] = { ...values };
  params[1] = { ...params[1], createDataGas: Number(createDataGas), callNewAccountGas: 0 };
  return params;
}

/**
 * The EVM with FISCO BCOS' rules: addresses, gas, built-in contracts, hash function (evm-differences.md §2–§7).
 *
 * Uses protected members of the library (`_loadCode`, `_generateAddress`, `_reduceSenderBalance`, `_addToBalance`), which is
 * why its version is pinned and test/unit/devchain/fiscoEvm.test.ts states what is expected of each.
 */
export class FiscoEvm extends EVM {
  readonly store: StateStore;
  readonly #suite: CryptoSuite;
  #scope: ExecutionScope | undefined;
  #created = new WeakMap<Message, Address>();

  constructor(options: EVMOpts, store: StateStore, suite: CryptoSuite) {
    super(options);
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
  async runScoped(scope: ExecutionScope, options: EVMRunCallOpts): Promise<EVMResult> {
    return this.inScope(scope, () => this.runCall({ ...options, skipNonceIncrement: true }));
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

  override async runCall(options: EVMRunCallOpts): Promise<EVMResult> {
    const message = options.message;
    if (message && message.depth > 0) {
      if (this.scope.hidesValue) message.value = 0n;
      if (!message.to) this.scope.seq += this.scope.creationSteps;
      else if (!this.#isEthereumPrecompile(message.codeAddress)) this.scope.seq++;
      if (!message.to) {
        const refusal = this.scope.guard(message);
        if (refusal) return { execResult: this.#refused(refusal) };
      }
    }
    const result = await (message?.to ? this.#call(message as CallMessage) : this.#create(options));
    if (result.createdAddress && !result.execResult.exceptionError) {
      const creator = (message?.caller ?? options.caller)?.bytes ?? nothing;
      this.scope.created(bytesToHexDigits(result.createdAddress.bytes), message?.depth ?? 0, bytesToHexDigits(creator));
    }
    return result;
  }

  /** A creation, or the transaction itself. What a creation has done is undone when its code is refused. */
  async #create(options: EVMRunCallOpts): Promise<EVMResult> {
    if (options.message ? options.message.to : options.to) return this.#runTop(options);
    const states = this.stateManager as FlatStateManager;
    states.begin();
    const result = await this.#runTop(options);
    const { exceptionError, returnValue: code, executionGasUsed } = result.execResult;
    const refusal = exceptionError ? undefined : this.scope.refuseCode(code);
    states.end(refusal === undefined);
    if (!refusal) return result;
    const deposit = BigInt(code.length) * createDataGas;
    return { execResult: this.#refused({ ...refusal, gasUsed: executionGasUsed - deposit }) };
  }

  /** The transaction itself: from here on its messages share block, price and origin. */
  #runTop(options: EVMRunCallOpts): Promise<EVMResult> {
    const { to, caller, data, value, gasLimit, isStatic, block, gasPrice, origin } = options;
    if (options.message || !to || !caller || !data || !block) return super.runCall(options);
    this._block = block;
    this._tx = { gasPrice: gasPrice ?? 0n, origin: origin ?? caller };
    const message = new Message({
      caller,
      to,
      data,
      value: value ?? 0n,
      gasLimit: gasLimit ?? 0n,
      isStatic: isStatic ?? false,
      selfdestruct: new Map(),
      createdAddresses: new Set(),
    });
    return this.#call(message as CallMessage);
  }

  /**
   * A message to an account: what the library's `runCall` does for one, with less on the way. It waits for events only where
   * somebody listens.
   */
  async #call(message: CallMessage): Promise<EVMResult> {
    const states = this.stateManager as FlatStateManager;
    const watched = this.events.listenerCount("beforeMessage") > 0;
    if (watched) await this._emit("beforeMessage", message);
    states.begin();
    this.transientStorage.checkpoint();
    const execResult = await this.#runMessage(message, states);
    const succeeded = execResult.exceptionError === undefined;
    states.end(succeeded);
    if (succeeded) this.transientStorage.commit();
    else {
      this.transientStorage.revert();
      Object.assign(execResult, { logs: [], selfdestruct: new Map(), createdAddresses: new Set(), gasRefund: 0n });
    }
    if (message.depth === 0) this.transientStorage.clear();
    const result = { execResult };
    if (watched) await this._emit("afterMessage", result);
    return result;
  }

  async #runMessage(message: CallMessage, states: FlatStateManager): Promise<ExecResult> {
    const unpaid = await this.#moveValue(message, states);
    await this._loadCode(message);
    const { code } = message;
    if (!code || (code instanceof Uint8Array && code.length === 0) || unpaid) {
      return {
        executionGasUsed: 0n,
        returnValue: nothing,
        gasRefund: message.gasRefund,
        ...(unpaid ? { exceptionError: unpaid } : {}),
      };
    }
    if (!message.isCompiled) return this.runInterpreter(message);
    const result = await this.runPrecompile(code as Exclude<typeof code, Uint8Array>, message.data, message.gasLimit);
    result.gasRefund = message.gasRefund;
    return result;
  }

  /** Gives the refusal when the caller has less than it sends. */
  async #moveValue(message: CallMessage, states: FlatStateManager): Promise<EVMError | undefined> {
    if (message.value === 0n || message.delegatecall || !this.scope.moveValue) return undefined;
    try {
      await this._reduceSenderBalance(states.account(message.caller) ?? new Account(), message);
      await this._addToBalance(states.account(message.to) ?? new Account(), message);
      return undefined;
    } catch (error) {
      if (error instanceof EVMError) return error;
      throw error;
    }
  }

  protected override async runInterpreter(message: Message): Promise<ExecResult> {
    const { to, caller, data, value, depth } = message;
    const [block, tx] = [this._block, this._tx];
    if (!to || !block || !tx) throw new Error("a frame without a contract or block");
    const env: RunState["env"] = {
      address: to,
      caller,
      callData: data,
      callValue: value,
      code: message.code as Uint8Array,
      isStatic: message.isStatic,
      isCreate: false,
      depth,
      gasPrice: tx.gasPrice,
      origin: tx.origin,
      block,
      contract: (this.stateManager as FlatStateManager).account(to) ?? new Account(),
      codeAddress: message.codeAddress ?? to, // a creation has none
      gasRefund: message.gasRefund,
      blobVersionedHashes: message.blobVersionedHashes ?? [],
      createdAddresses: message.createdAddresses ?? new Set(),
    };
    const result = await runFrame(this, env, message.gasLimit, message.selfdestruct);
    const ended = result.exceptionError?.error;
    if (ended !== undefined && this.scope.haltsKeepGas && ended !== messages.REVERT && ended !== messages.OUT_OF_GAS) {
      result.executionGasUsed = 0n;
    }
    return result;
  }

  #isEthereumPrecompile(address: Address): boolean {
    const bytes = address.bytes;
    for (let i = 0; i < 19; i++) if (bytes[i] !== 0) return false;
    return (bytes[19] ?? 0) >= 1 && (bytes[19] ?? 0) <= 9;
  }

  #refused(outcome: BuiltinOutcome): ExecResult {
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

  protected override async _loadCode(message: Message): Promise<void> {
    if (message.code) return;
    const scope = this.scope;
    const address = bytesToHexDigits(message.codeAddress.bytes);
    if (message.depth > 0) {
      const refusal = scope.guard(message);
      if (refusal) {
        message.code = () => this.#outcome(refusal);
        message.isCompiled = true;
        return;
      }
    }
    const run = scope.builtin({
      address,
      caller: bytesToHexDigits(message.caller.bytes),
      input: message.data,
      value: message.value,
      gasLimit: message.gasLimit,
      depth: message.depth,
      isStatic: message.isStatic,
      isDelegate: message.delegatecall,
    });
    if (run) {
      message.code = async () => this.#outcome(await run());
      message.isCompiled = true;
      return;
    }
    await super._loadCode(message);
    const code = message.code as unknown;
    if (message.depth === 0 || message.isStatic || message.delegatecall || message.isCompiled) return;
    if (!(code instanceof Uint8Array) || code.length > 0) return;
    const outcome = scope.missingCode(message.data);
    if (!outcome) return;
    message.code = () => this.#outcome(outcome);
    message.isCompiled = true;
  }

  protected override async _generateAddress(message: Message): Promise<Address> {
    const known = this.#created.get(message);
    if (known) return known;
    const address = new Address(this.#newAddress(message));
    this.#created.set(message, address);
    return address;
  }

  #newAddress(message: Message): Uint8Array {
    const scope = this.scope;
    const sender = bytesToHex(message.caller.bytes);
    if (message.depth === 0 && scope.creationAddress) return hexToBytes(scope.creationAddress);
    if (message.salt) {
      return hexToBytes(create2Address(this.#suite, sender, message.salt, message.code as Uint8Array));
    }
    if (!scope.addressFromNonce) {
      return hexToBytes(createAddress(this.#suite, scope.blockNumber, scope.contextId, scope.seq));
    }
    const nonce =
      message.depth === 0 ? scope.senderNonce : (readAccount(this.store, sender.slice(2))?.nonce ?? 1n) - 1n;
    return hexToBytes(legacyCreateAddress(sender, nonce));
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

/** The opcodes whose price or meaning differs from Ethereum's (evm-differences.md §2, §4, §6). */
function fiscoOpcodes(evm: () => FiscoEvm): CustomOpcode[] {
  return [
    {
      opcode: 0x55,
      opcodeName: "SSTORE",
      baseFee: 0,
      gasFunction: (runState) => {
        if (runState.interpreter.isStatic()) throw new EVMError(EVMError.errorMessages.STATIC_STATE_CHANGE);
        if (runState.interpreter.getGasLeft() <= storeStipend) throw new EVMError(EVMError.errorMessages.OUT_OF_GAS);
        return storeGas;
      },
      logicFunction: (runState) => {
        const [slot, value] = runState.stack.popN(2) as [bigint, bigint];
        (runState.stateManager as FlatStateManager).setSlot(runState.interpreter.getAddress(), wordDigits(slot), value);
      },
    },
    {
      opcode: 0x54,
      opcodeName: "SLOAD",
      baseFee: Number(coldSlotGas),
      logicFunction: (runState) => {
        const slot = wordDigits(runState.stack.pop());
        const states = runState.stateManager as FlatStateManager;
        runState.stack.push(states.slot(runState.interpreter.getAddress(), slot));
      },
    },
    {
      opcode: 0x51,
      opcodeName: "MLOAD",
      baseFee: 3,
      gasFunction: (runState, gas) => gas + memoryGas(runState, runState.stack.peek(1)[0] as bigint, 32n),
      logicFunction: (runState) => {
        const at = Number(runState.stack.pop());
        runState.stack.push(memoryOf(runState).word(at));
      },
    },
    {
      opcode: 0x52,
      opcodeName: "MSTORE",
      baseFee: 3,
      gasFunction: (runState, gas) => gas + memoryGas(runState, runState.stack.peek(1)[0] as bigint, 32n),
      logicFunction: (runState) => {
        const [at, word] = runState.stack.popN(2) as [bigint, bigint];
        memoryOf(runState).setWord(Number(at), word);
      },
    },
    {
      opcode: 0x40,
      opcodeName: "BLOCKHASH",
      baseFee: 20,
      logicFunction: (runState) => {
        const number = runState.stack.pop();
        const current = runState.interpreter.getBlockNumber();
        const hash = number < current ? evm().scope.blockHash(Number(number)) : undefined;
        runState.stack.push(hash ? BigInt(`0x${bytesToHexDigits(hash)}`) : 0n);
      },
    },
    {
      opcode: 0x46,
      opcodeName: "CHAINID",
      baseFee: 2,
      logicFunction: (runState) => runState.stack.push(evm().scope.webChainId),
    },
    {
      opcode: 0xff,
      opcodeName: "SELFDESTRUCT",
      baseFee: 5000,
      gasFunction: (runState, gas) => {
        if (runState.interpreter.isStatic()) throw new EVMError(EVMError.errorMessages.STATIC_STATE_CHANGE);
        return gas + coldAccountGas;
      },
      logicFunction: (runState) => {
        const beneficiary = addressFromStack(runState.stack.pop());
        const scope = evm().scope;
        scope.destroyed?.add(`${bytesToHexDigits(runState.interpreter.getAddress().bytes)}:${beneficiary}`);
        throw new EVMError(EVMError.errorMessages.STOP);
      },
    },
  ];
}

const hardforks: Readonly<Record<EvmRevision, Hardfork>> = {
  london: Hardfork.London,
  paris: Hardfork.Paris,
  cancun: Hardfork.Cancun,
};

/** Opcodes ask again and again whether an improvement proposal holds; the library goes through a list each time. */
function rememberProposals(common: Common): void {
  const known = new Map<number, boolean>();
  const ask = common.isActivatedEIP.bind(common);
  common.isActivatedEIP = (proposal) => {
    let holds = known.get(proposal);
    if (holds === undefined) {
      holds = ask(proposal);
      known.set(proposal, holds);
    }
    return holds;
  };
}

/** An EVM over the group's state. One serves all transactions of a group, one at a time. */
export function createFiscoEvm(store: StateStore, suite: CryptoSuite, revision: EvmRevision): FiscoEvm {
  let evm: FiscoEvm | undefined;
  const self = (): FiscoEvm => {
    if (!evm) throw new Error("the EVM is not ready");
    return evm;
  };
  const params = fiscoParams();
  const common = new Common({
    chain: Mainnet,
    hardfork: hardforks[revision],
    params,
    customCrypto: { keccak256: (data: Uint8Array) => suite.hash(data) },
  });
  rememberProposals(common);
  const stateManager = new FlatStateManager(
    store,
    (data) => suite.hash(data),
    (address) => self().scope.isBuiltin(address),
  );
  evm = new FiscoEvm(
    {
      common,
      params,
      stateManager,
      blockchain: new EVMMockBlockchain(),
      bn254: new NobleBN254(),
      allowUnlimitedContractSize: true,
      allowUnlimitedInitCodeSize: true,
      customOpcodes: fiscoOpcodes(self),
      // The node does not register the point evaluation of Cancun.
      customPrecompiles: [{ address: new Address(hexToBytes("000000000000000000000000000000000000000a")) }],
    },
    store,
    suite,
  );
  return evm;
}
