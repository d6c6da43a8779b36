import { type EVM, EVMError, type ExecResult, Message } from "@ethereumjs/evm";
import type { Address } from "@ethereumjs/util";
import { numberOfBytes } from "../../crypto/bytes/bigEndian";
import { balanceOf, type FlatStateManager } from "./flatStateManager";
import type { FrameEnvironment } from "./frameEnvironment";
import { FrameMemory } from "./frameMemory";
import { FrameStack } from "./frameStack";
import { addressDigits, wordOfAddress } from "./knownAddress";

/** The state of a running frame, and the interpreter in it, as the library's opcodes know them. */
type LibraryState = NonNullable<ExecResult["runState"]>;
type LibraryInterpreter = LibraryState["interpreter"];

type AskedOfState =
  | "programCounter"
  | "opCode"
  | "memoryWordCount"
  | "highestMemCost"
  | "code"
  | "validJumps"
  | "cachedPushes"
  | "shouldDoJumpAnalysis"
  | "stateManager"
  | "env"
  | "lastCallNewAccountStateGas"
  | "gasLeft"
  | "returnBytes";

type AskedOfInterpreter =
  | "_evm"
  | "journal"
  | "useGas"
  | "addStipend"
  | "revert"
  | "log"
  | "call"
  | "callCode"
  | "callDelegate"
  | "callStatic"
  | "create"
  | "create2"
  | "transientStorageLoad"
  | "transientStorageStore"
  | "isStatic"
  | "getAddress"
  | "getCaller"
  | "getCallData"
  | "getCallDataSize"
  | "getCallValue"
  | "getCode"
  | "getCodeSize"
  | "getReturnData"
  | "getReturnDataSize"
  | "getGasLeft"
  | "getSelfBalance"
  | "getExternalBalance"
  | "getTxOrigin"
  | "getTxGasPrice"
  | "getBlockNumber"
  | "getBlockTimestamp"
  | "getBlockCoinbase"
  | "getBlockDifficulty"
  | "getBlockPrevRandao"
  | "getBlockGasLimit"
  | "getBlockBaseFee"
  | "getBlobBaseFee";

type Log = NonNullable<ExecResult["logs"]>[number];

/** Messages go no deeper. */
const deepest = 1024;
const maxNonce = 2n ** 64n - 1n;
const nothing: Uint8Array = new Uint8Array(0);
const { REVERT } = EVMError.errorMessages;

/** PUSH reads the code. */
const noPushes = {};

/**
 * A running frame: what the loop (interpreterLoop.ts) works on, and what opcodes ask about it, ours and the library's. The library splits
 * this into a "run state" and an "interpreter", whose class it keeps to itself; a frame is both. test/unit/devchain/execution/frame.test.ts
 * holds every opcode of every revision against the library's own interpreter.
 */
export class Frame implements Pick<LibraryState, AskedOfState>, Pick<LibraryInterpreter, AskedOfInterpreter> {
  readonly _evm: EVM;
  readonly env: FrameEnvironment;
  readonly code: Uint8Array;
  readonly stateManager: FlatStateManager;
  readonly stack = new FrameStack();
  readonly memory = new FrameMemory();
  programCounter = 0;
  opCode = 0;
  memoryWordCount = 0n;
  highestMemCost = 0n;
  gasLeft: bigint;
  /** 1 where a jump may go. */
  validJumps = nothing;
  readonly shouldDoJumpAnalysis = true;
  readonly cachedPushes = noPushes;
  /** What a price leaves for the opcode itself: the gas that goes with its message. */
  messageGasLimit: bigint | undefined = undefined;
  /** A proposal of Ethereum that no chain here has; its field is named because prices always set it. */
  lastCallNewAccountStateGas = 0n;
  /** What the latest message came back with. */
  returnBytes = nothing;
  readonly logs: Log[] = [];
  /** What the frame gives back. */
  returnValue = nothing;

  constructor(evm: EVM, env: FrameEnvironment, gasLimit: bigint) {
    this._evm = evm;
    this.env = env;
    this.code = env.code;
    this.stateManager = env.states;
    this.gasLeft = gasLimit;
  }

  /** @public the library's handlers ask their run for it */
  get interpreter(): this {
    return this;
  }

  get journal(): EVM["journal"] {
    return this._evm.journal;
  }

  /** @throws EVMError when there is not so much. */
  useGas(amount: bigint): void {
    this.gasLeft -= amount;
    if (this.gasLeft >= 0n) return;
    this.gasLeft = 0n;
    throw new EVMError(EVMError.errorMessages.OUT_OF_GAS);
  }

  addStipend(amount: bigint): void {
    this.gasLeft += amount;
  }

  revert(returnData: Uint8Array): void {
    this.returnValue = returnData;
    throw new EVMError(REVERT);
  }

  log(data: Uint8Array, _topicCount: number, topics: Uint8Array[]): void {
    this.logs.push([this.env.address.bytes, topics, data]);
  }

  /** The calls give 1 for a message that ended well, otherwise 0. */
  call(gasLimit: bigint, to: Address, value: bigint, data: Uint8Array): Promise<bigint> {
    const { address: caller, isStatic, depth } = this.env;
    return this.#send(new Message({ caller, to, value, data, gasLimit, isStatic, depth: depth + 1 }));
  }

  callCode(gasLimit: bigint, codeAddress: Address, value: bigint, data: Uint8Array): Promise<bigint> {
    const { address: caller, isStatic, depth } = this.env;
    return this.#send(
      new Message({ caller, to: caller, codeAddress, value, data, gasLimit, isStatic, depth: depth + 1 }),
    );
  }

  callDelegate(gasLimit: bigint, codeAddress: Address, value: bigint, data: Uint8Array): Promise<bigint> {
    const { address: to, caller, isStatic, depth } = this.env;
    const delegatecall = true;
    return this.#send(
      new Message({ caller, to, codeAddress, value, data, gasLimit, isStatic, delegatecall, depth: depth + 1 }),
    );
  }

  callStatic(gasLimit: bigint, to: Address, value: bigint, data: Uint8Array): Promise<bigint> {
    const { address: caller, depth } = this.env;
    return this.#send(new Message({ caller, to, value, data, gasLimit, isStatic: true, depth: depth + 1 }));
  }

  async #send(message: Message): Promise<bigint> {
    const { env } = this;
    this.returnBytes = nothing;
    const { value, delegatecall } = message;
    if (env.depth >= deepest || (value > 0n && !delegatecall && env.spendable < value)) return 0n;
    const { execResult } = await this._evm.runCall({ message });
    this.#takeBack(execResult);
    this.returnBytes = execResult.returnValue;
    return execResult.exceptionError ? 0n : 1n;
  }

  /** Gives the new contract's address as a number; 0 when there is none. */
  async create(gasLimit: bigint, value: bigint, data: Uint8Array, salt?: Uint8Array): Promise<bigint> {
    const { env } = this;
    this.returnBytes = nothing;
    if (env.depth >= deepest || env.spendable < value || env.contract.nonce >= maxNonce) return 0n;
    env.countCreation();
    const creation = { caller: env.address, gasLimit, value, data, depth: env.depth + 1 };
    const message = new Message(salt ? { ...creation, salt } : creation);
    const { execResult, createdAddress } = await this._evm.runCall({ message });
    this.#takeBack(execResult);
    const { exceptionError, returnValue } = execResult;
    if (exceptionError) {
      this.returnBytes = returnValue;
      return 0n;
    }
    return createdAddress ? numberOfBytes(createdAddress.bytes) : 1n;
  }

  create2(gasLimit: bigint, value: bigint, data: Uint8Array, salt: Uint8Array): Promise<bigint> {
    return this.create(gasLimit, value, data, salt);
  }

  /** What a message has done and used is the frame's; what a failed one leaves as words and events is the machine's to say. */
  #takeBack({ logs, executionGasUsed }: ExecResult): void {
    for (const log of logs ?? []) this.logs.push(log);
    this.env.forgetContract();
    this.useGas(executionGasUsed);
  }

  transientStorageLoad(key: Uint8Array): Uint8Array {
    return this._evm.transientStorage.get(this.env.address, key);
  }

  transientStorageStore(key: Uint8Array, value: Uint8Array): void {
    this._evm.transientStorage.put(this.env.address, key, value);
  }

  isStatic(): boolean {
    return this.env.isStatic;
  }

  getAddress(): Address {
    return this.env.address;
  }

  getCaller(): bigint {
    return wordOfAddress(this.env.caller);
  }

  getCallData(): Uint8Array {
    return this.env.callData;
  }

  getCallDataSize(): bigint {
    return BigInt(this.env.callData.length);
  }

  getCallValue(): bigint {
    return this.env.callValue;
  }

  getCode(): Uint8Array {
    return this.code;
  }

  getCodeSize(): bigint {
    return BigInt(this.code.length);
  }

  getReturnData(): Uint8Array {
    return this.returnBytes;
  }

  getReturnDataSize(): bigint {
    return BigInt(this.returnBytes.length);
  }

  getGasLeft(): bigint {
    return this.gasLeft;
  }

  getSelfBalance(): bigint {
    return this.env.contract.balance;
  }

  async getExternalBalance(address: Address): Promise<bigint> {
    return balanceOf(this.stateManager.store, addressDigits(address));
  }

  getTxOrigin(): bigint {
    return wordOfAddress(this.env.origin);
  }

  getTxGasPrice(): bigint {
    return this.env.gasPrice;
  }

  getBlockNumber(): bigint {
    return this.env.block.header.number;
  }

  getBlockTimestamp(): bigint {
    return this.env.block.header.timestamp;
  }

  getBlockCoinbase(): bigint {
    return wordOfAddress(this.env.block.header.coinbase);
  }

  getBlockDifficulty(): bigint {
    return this.env.block.header.difficulty;
  }

  getBlockPrevRandao(): bigint {
    return numberOfBytes(this.env.block.header.prevRandao);
  }

  getBlockGasLimit(): bigint {
    return this.env.block.header.gasLimit;
  }

  getBlockBaseFee(): bigint {
    return this.env.block.header.baseFeePerGas ?? 0n;
  }

  getBlobBaseFee(): bigint {
    return this.env.block.header.getBlobGasPrice() ?? 0n;
  }
}
