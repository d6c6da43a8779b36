import {
  EVM,
  EVMError,
  type EVMOpts,
  type EVMResult,
  type EVMRunCallOpts,
  type ExecResult,
  getActivePrecompiles,
  type Message,
  NobleBN254,
  paramsEVM,
} from "@ethereumjs/evm";
import {
  Account,
  Address,
  bigIntToBytes,
  bytesToUnprefixedHex,
  generateAddress,
  generateAddress2,
  hexToBytes,
  setLengthLeft,
  setLengthRight,
} from "@ethereumjs/util";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { bytesToHexDigits } from "../../src/crypto/bytes/hex";
import { addressAt, bytesAt, chainOf, hash, ofCancun } from "./ethereumMachine";
import { beaconRoots } from "./playing";
import type { BlockEnvironment, StateTransaction } from "./stateTest";
import { digitsOf, numberOf, type World } from "./worldState";
import { WorldStates } from "./worldStates";

/** Ways in which a node has to end otherwise than Ethereum (docs/protocol/evm-differences.md), each noted where it was met. */
export type NodeRule =
  | "COINBASE"
  | "PREVRANDAO"
  | "GASLIMIT"
  | "BASEFEE"
  | "BLOBBASEFEE"
  | "BLOBHASH"
  | "GASPRICE"
  | "fee payer's balance"
  | "SELFDESTRUCT"
  | "address without code"
  | "EXTCODEHASH"
  | "BLOCKHASH"
  | "beacon roots"
  | "address is taken"
  | "code begins with 0xEF"
  | "code of any size"
  | "contract without code"
  | "deposit for code"
  | "precompile that failed"
  | "transaction to a precompile"
  | "failed message that talks"
  | "events of what failed"
  | "borrowed precompile"
  | "precompile 0x0a"
  | "v of ecrecover"
  | "account record"
  | "value to oneself"
  | "end without a price";

/** How a transaction ended. Digits are hex without prefix. */
export interface NodeOutcome {
  readonly succeeded: boolean;
  readonly gasUsed: bigint;
  readonly output: string;
  readonly logs: readonly string[];
}

const { errorMessages } = EVMError;

/** The words with which a transaction ends (docs/protocol/evm-differences.md, "Ends of execution"). */
const endWords: ReadonlyMap<string, string> = new Map([
  [errorMessages.OUT_OF_GAS, "Execution out of gas."],
  [errorMessages.INITCODE_SIZE_VIOLATION, "Execution out of gas."],
  [errorMessages.INVALID_OPCODE, "Execution invalid/undefined opcode."],
  [errorMessages.STACK_OVERFLOW, "Execution stack overflow."],
  [errorMessages.STACK_UNDERFLOW, "Execution needs more items on EVM stack."],
  [errorMessages.INSUFFICIENT_BALANCE, "Account balance is not enough!"],
]);
const classicWords: ReadonlyMap<string, string> = new Map([
  [errorMessages.INVALID_JUMP, "Execution has violated the jump destination restrictions."],
  [errorMessages.OUT_OF_RANGE, "Execution tried to read outside memory bounds."],
]);

const nothing = new Uint8Array(0);
const digits = (address: Address): string => bytesToUnprefixedHex(address.bytes);
/** Where Ethereum evaluates points and no node does. */
const noKzg = "a".padStart(40, "0");
const wordAddress = (word: bigint): string => word.toString(16).padStart(64, "0").slice(24);
/** What a failed message says that had code to run; nothing where its data says it. */
function lastLine(error: string, classic: boolean): string | undefined {
  const end = error.startsWith(errorMessages.INVALID_JUMP) ? errorMessages.INVALID_JUMP : error;
  return endWords.get(end) ?? (classic ? classicWords.get(end) : undefined);
}
const isEthereumPrecompile = (address: string): boolean => /^0{39}[1-9]$/.test(address);
/** `Error(string)` with the words. */
function errorText(words: string): Uint8Array {
  const text = Buffer.from(words);
  const head = `08c379a0${"20".padStart(64, "0")}${text.length.toString(16).padStart(64, "0")}`;
  return bytesAt(head + text.toString("hex").padEnd(64 * Math.ceil(text.length / 32), "0"));
}
const nowhere = errorText("Call address error.");
const reverted = (returnValue: Uint8Array, executionGasUsed = 0n): ExecResult => ({
  returnValue,
  executionGasUsed,
  exceptionError: new EVMError(errorMessages.REVERT),
});

/** Ends that the baseline executor has a price for. */
const pricedEnds: ReadonlySet<string> = new Set([
  errorMessages.REVERT,
  errorMessages.OUT_OF_GAS,
  errorMessages.INITCODE_SIZE_VIOLATION,
  errorMessages.INSUFFICIENT_BALANCE,
  errorMessages.STACK_OVERFLOW,
  errorMessages.STACK_UNDERFLOW,
  errorMessages.INVALID_OPCODE,
]);

/** The code of a person's account under the classic executor. */
const recordCode = (address: string): string =>
  Buffer.from(`[PRECOMPILED],${"10004".padStart(40, "0")},/usr/${address}`).toString("hex");
export const isRecord = (code: string): boolean => code.startsWith(Buffer.from("[PRECOMPILED],").toString("hex"));

/** What the record of a person's account answers (docs/protocol/built-in-contracts.md, "Accounts"); undefined: it takes the value. */
export function recordRefusal(data: Uint8Array): Uint8Array | undefined {
  if (data.length === 0) return undefined;
  return errorText(
    data.length < 4 ? "Empty param data in precompiled call" : "AccountPrecompiled call undefined function!",
  );
}

/** Ethereum's prices exchanged for the node's. */
function nodePrices(): typeof paramsEVM {
  const params = Object.fromEntries(
    Object.entries(paramsEVM).map(([eip, values]) => [eip, { ...values }]),
  ) as typeof paramsEVM;
  params[1] = { ...params[1], createDataGas: 20, callNewAccountGas: 0 };
  params[2565] = { ...params[2565], modexpGquaddivisorGas: 20 };
  return params;
}

type Log = NonNullable<ExecResult["logs"]>[number];
const logText = ([address, topics, data]: Log): string =>
  [address, ...topics, data].map((bytes) => bytesToHexDigits(bytes)).join(" ");

/** A lack of gas that the baseline executor sees when all was done: it takes nothing and says so. */
class LateLack extends EVMError {
  /** @param words what a calling contract reads, where it isn't what a receipt has */
  constructor(readonly words?: string) {
    super(errorMessages.OUT_OF_GAS);
  }
}

type Opcode = NonNullable<EVMOpts["customOpcodes"]>[number];

/**
 * Releases whose rules are here; of 3.17.0 with all flags of its data version (docs/protocol/release-3.17.md).
 */
export type EvmRelease = "3.16.4" | "3.17.0";

/** What a machine of a node stands in. */
export interface NodeEnvironment {
  readonly executor: 0 | 1;
  readonly release?: EvmRelease;
  readonly world: World;
  readonly hashes: ReadonlyMap<bigint, string>;
}

/**
 * Ethereum's own machine with a node's prices and rules put on it, written from docs/protocol/evm-differences.md and not from
 * `src/devchain/execution`: it has the library's loop, opcodes, memory, journal and messages, and a state that copies itself. What a node
 * does otherwise than Ethereum is noted when a transaction meets it.
 */
export class NodeMachine extends EVM {
  readonly states: WorldStates;
  readonly met = new Set<NodeRule>();
  readonly #classic: boolean;
  readonly #is317: boolean;
  /** Whether a failure takes all the gas that it was given, whatever it is. */
  readonly #failsDear: boolean;
  readonly #hashes: ReadonlyMap<bigint, string>;
  readonly #destroyed = new Set<string>();
  #env: BlockEnvironment | undefined;
  #emitted: Log[] = [];
  #payers = new Set<string>();
  #gasPrice = 0n;

  constructor({ executor, release = "3.16.4", world, hashes }: NodeEnvironment) {
    const common = ofCancun();
    const asked = common.isActivatedEIP.bind(common);
    // code may begin with 0xEF, modular exponentiation has its old price
    common.isActivatedEIP = (eip) => eip !== 3541 && eip !== 2565 && asked(eip);
    const states = new WorldStates(world, hash);
    super({
      common,
      params: nodePrices(),
      stateManager: states,
      blockchain: chainOf(hashes),
      bn254: new NobleBN254(),
      allowUnlimitedContractSize: true,
      customOpcodes: nodeOpcodes(() => this as NodeMachine),
      customPrecompiles: [{ address: addressAt(noKzg) }, recovery(() => this as NodeMachine)],
    });
    this.states = states;
    states.getCode = async (address) => hexToBytes(`0x${this.codeSeen(digits(address))}`);
    this.#classic = executor === 0;
    this.#is317 = release === "3.17.0";
    this.#failsDear = this.#is317 && executor === 1;
    this.#hashes = hashes;
    this.journal.isWarmedAddress = () => false;
    this.journal.isWarmedStorage = () => false;
  }

  note(rule: NodeRule): void {
    this.met.add(rule);
  }

  get env(): BlockEnvironment {
    if (!this.#env) throw new Error("nothing runs");
    return this.#env;
  }

  get gasPrice(): bigint {
    return this.#gasPrice;
  }

  /** What it costs to write a slot: since 3.17.0 by what the slot holds, under the baseline executor by what this block wrote there. */
  storePrice(address: string, slot: bigint, value: bigint): bigint {
    if (!this.#is317) return 5000n;
    const present = this.#classic ? this.states.slot(address, slot) : this.states.slotOfBlock(address, slot);
    if (present !== 0n) return 5000n;
    return value === 0n ? 2200n : 22_100n;
  }

  blockHash(number: bigint, current: bigint): bigint {
    const known = number < current ? this.#hashes.get(number) : undefined;
    if (known !== undefined && current - number > 256n) this.note("BLOCKHASH");
    return known === undefined ? 0n : BigInt(known);
  }

  noteBalance(address: string): void {
    if (this.#payers.has(address)) this.note("fee payer's balance");
  }

  /** The code as other contracts see it: accounts of persons have none. */
  codeSeen(address: string): string {
    const code = this.states.account(address)?.code ?? "";
    return isRecord(code) ? "" : code;
  }

  #makeRecord(address: string): void {
    if ((this.states.account(address)?.code ?? "") !== "") return;
    this.note("account record");
    this.states.change(address, { code: recordCode(address) });
  }

  /** What SELFDESTRUCT does: nothing, or under the classic executor what is left goes over and the code goes at the end of the block. */
  destroy(own: string, beneficiary: string): void {
    this.note("SELFDESTRUCT");
    if (!this.#classic) return;
    this.#destroyed.add(own);
    this.#makeRecord(beneficiary);
    const left = this.states.account(own)?.balance ?? 0n;
    this.states.change(own, { balance: 0n });
    this.states.change(beneficiary, { balance: (this.states.account(beneficiary)?.balance ?? 0n) + left });
  }

  /** The end of a block. */
  finishBlock(): void {
    for (const address of this.#destroyed) this.states.change(address, { code: "" });
    this.#destroyed.clear();
    this.states.beginBlock();
  }

  /** Runs a transaction with so much gas. */
  async run(transaction: StateTransaction, env: BlockEnvironment, gasLimit: bigint): Promise<NodeOutcome> {
    this.#env = env;
    this.#payers = new Set([digitsOf(transaction.sender), digitsOf(env.coinbase)]);
    this.#gasPrice = numberOf(transaction.gasPrice ?? transaction.maxFeePerGas);
    this.#emitted = [];
    const before = new Set(this.#destroyed);
    const outcome = await this.#transact(transaction, gasLimit);
    if (!outcome.succeeded) {
      this.#destroyed.clear();
      for (const each of before) this.#destroyed.add(each);
    }
    const sender = digitsOf(transaction.sender);
    this.states.change(sender, { nonce: numberOf(transaction.nonce) + 1n });
    return outcome;
  }

  async #transact(transaction: StateTransaction, gasLimit: bigint): Promise<NodeOutcome> {
    const [data, value] = [bytesAt(transaction.data), numberOf(transaction.value)];
    const to = transaction.to ? digitsOf(transaction.to) : undefined;
    const failed = (output: Uint8Array, gasUsed: bigint): NodeOutcome => ({
      succeeded: false,
      gasUsed,
      output: bytesToHexDigits(output),
      logs: [],
    });
    const intrinsic = (this.#classic ? value > 0n : to !== undefined) ? 21_000n : 0n;
    await this.states.checkpoint();
    if (this.#classic && value > 0n && to !== undefined) this.#makeRecord(to);
    const code = to === undefined ? "" : (this.states.account(to)?.code ?? "");
    const precompile = to !== undefined && isEthereumPrecompile(to);
    if (precompile && this.#classic) this.note("transaction to a precompile");
    if (to !== undefined && code === "" && (this.#classic || (data.length > 0 && !precompile))) {
      await this.states.revert();
      this.note("address without code");
      if (to === noKzg) this.note("precompile 0x0a");
      return failed(nowhere, this.#classic ? 0n : intrinsic);
    }
    const env = this.env;
    const sender = addressAt(digitsOf(transaction.sender));
    this.states.change(digits(sender), { nonce: numberOf(transaction.nonce) });
    const { execResult, createdAddress } = await this.runCall({
      block: {
        header: {
          number: numberOf(env.number),
          timestamp: numberOf(env.timestamp),
          coinbase: addressAt("0".repeat(40)),
          difficulty: 0n,
          prevRandao: new Uint8Array(32),
          gasLimit,
          baseFeePerGas: 0n,
          slotNumber: 0n,
          getBlobGasPrice: () => 0n,
        },
      },
      gasPrice: 0n,
      caller: sender,
      ...(to === undefined ? {} : { to: addressAt(to) }),
      data,
      value,
      gasLimit: gasLimit - intrinsic,
    });
    const gasUsed = execResult.executionGasUsed + intrinsic;
    const logs = this.#logsOf(execResult);
    const { exceptionError, returnValue } = execResult;
    if (exceptionError) {
      await this.states.revert();
      const words = lastLine(exceptionError.error, this.#classic);
      return { ...failed(words === undefined ? returnValue : errorText(words), gasUsed), logs };
    }
    await this.states.commit();
    return { succeeded: true, gasUsed, output: createdAddress ? "" : bytesToHexDigits(returnValue), logs };
  }

  /** The classic executor keeps whatever was emitted, in the order in which it was. */
  #logsOf({ logs, exceptionError }: ExecResult): string[] {
    const kept = exceptionError ? [] : (logs ?? []);
    if (!this.#classic) return kept.map(logText);
    if (kept.length !== this.#emitted.length) this.note("events of what failed");
    return this.#emitted.map(logText);
  }

  emit(log: Log): void {
    this.#emitted.push(log);
  }

  /** Under the classic executor a failed message leaves its caller the words that a receipt has of such an end. */
  override async runCall(options: EVMRunCallOpts): Promise<EVMResult> {
    const result = await super.runCall(options);
    const { message } = options;
    const { exceptionError } = result.execResult;
    if (!message || message.depth === 0 || !exceptionError || exceptionError.error === errorMessages.REVERT) {
      return result;
    }
    const ownWords = this.#classic && !message.isCompiled;
    const lacked = !this.#classic && exceptionError instanceof LateLack;
    const own = exceptionError instanceof LateLack ? exceptionError.words : undefined;
    const words = own ?? (ownWords || lacked ? lastLine(exceptionError.error, this.#classic) : undefined);
    if (words === undefined) return result;
    this.note("failed message that talks");
    // the library's frames read what a revert leaves
    result.execResult.returnValue = errorText(words);
    result.execResult.exceptionError = new EVMError(errorMessages.REVERT);
    return result;
  }

  protected override async _reduceSenderBalance(account: Account, message: Message): Promise<void> {
    if (message.value === 0n || this.#toOneself(message)) return;
    await super._reduceSenderBalance(account, message);
  }

  protected override async _addToBalance(account: Account, message: Message & { to: Address }): Promise<void> {
    if (this.#classic && message.value !== 0n && message.to) this.#makeRecordFor(message);
    if (message.value === 0n || this.#toOneself(message)) return;
    await super._addToBalance(account, message);
  }

  #makeRecordFor(message: Message & { to: Address }): void {
    if (message.code === undefined) this.#makeRecord(digits(message.to));
  }

  /** Under the baseline executor the balance of a sender that sends to itself is not looked at. */
  #toOneself(message: Message): boolean {
    if (this.#classic || !message.to) return false;
    const own = message.to.equals(message.caller) || message.codeAddress.equals(message.caller);
    if (own && message.depth === 0) this.note("value to oneself");
    return own;
  }

  protected override async _loadCode(message: Message): Promise<void> {
    if (message.code || !message.to) return;
    const address = digits(message.codeAddress);
    const borrows = message.delegatecall || (this.#classic && !message.to.equals(message.codeAddress));
    const stored = this.states.account(address)?.code ?? "";
    const precompile = this.getPrecompile(message.codeAddress);
    if (isRecord(stored)) {
      this.note("account record");
      if (!borrows) {
        // empty data is received, anything else is no function of it
        message.isCompiled = true;
        message.code = () => {
          const refusal = recordRefusal(message.data);
          return refusal ? reverted(refusal) : { returnValue: nothing, executionGasUsed: 0n };
        };
        return;
      }
    }
    if (address === beaconRoots && message.data.length > 0) this.note("beacon roots");
    if (address === noKzg) this.note("precompile 0x0a");
    if (precompile && borrows) this.note("borrowed precompile");
    if (precompile && !borrows) {
      message.isCompiled = true;
      message.code = async (input) => this.#precompiled(address, message, await precompile(input));
      return;
    }
    const missing = stored === "" && message.depth > 0 && !borrows && !message.isStatic;
    if (missing && (this.#classic || message.data.length > 0)) {
      this.note("address without code");
      message.isCompiled = true;
      // the classic executor says so and still reports a success to the calling contract
      message.code = () => (this.#classic ? { returnValue: nowhere, executionGasUsed: 0n } : reverted(nowhere));
      return;
    }
    message.isCompiled = false;
    message.code = hexToBytes(`0x${stored}`);
  }

  /** Ethereum's own contracts of the baseline executor keep what a failure did not need. */
  #precompiled(address: string, message: Message, result: ExecResult): ExecResult {
    if (!result.exceptionError || this.#classic) return result;
    this.note("precompile that failed");
    const number = Number(BigInt(`0x${address}`));
    const pairs = BigInt(Math.floor(message.data.length / 192));
    const rounds = message.data.length < 4 ? 0n : BigInt(`0x${bytesToHexDigits(message.data.subarray(0, 4))}`);
    const [price, room] = (
      { 6: [150n, 64], 7: [6000n, 64], 8: [45_000n + 34_000n * pairs, 32], 9: [rounds, 0] } as const
    )[number] ?? [0n, 0];
    if (result.exceptionError.error === errorMessages.OUT_OF_GAS || price > message.gasLimit) {
      const used = this.#failsDear ? message.gasLimit : 0n;
      const words = this.#failsDear ? "Precompiled contract out of gas" : undefined;
      return { returnValue: nothing, executionGasUsed: used, exceptionError: new LateLack(words) };
    }
    return reverted(new Uint8Array(room), price);
  }

  protected override async runInterpreter(message: Message, options?: { pc?: number }): Promise<ExecResult> {
    const result = await super.runInterpreter(message, options);
    const end = result.exceptionError?.error;
    if (end === undefined || this.#classic || this.#failsDear || pricedEnds.has(end)) return result;
    this.note("end without a price");
    return { ...result, executionGasUsed: 0n };
  }

  protected override async _generateAddress(message: Message): Promise<Address> {
    if (message.salt)
      return new Address(generateAddress2(message.caller.bytes, message.salt, message.code as Uint8Array));
    const nonce = (this.states.account(digits(message.caller))?.nonce ?? 0n) - 1n;
    return new Address(generateAddress(message.caller.bytes, bigIntToBytes(nonce)));
  }

  protected override async _executeCreate(message: Message): Promise<EVMResult> {
    message.code = message.data;
    const createdAddress = await this._generateAddress(message);
    return { createdAddress, execResult: await this.#create(message, createdAddress) };
  }

  async #create(message: Message, address: Address): Promise<ExecResult> {
    const present = this.states.account(digits(address));
    const code = present?.code ?? "";
    // where value made the record the classic executor makes none
    const taken = this.#classic ? present !== undefined && message.value === 0n : code !== "";
    const takenThere =
      present !== undefined && (present.nonce > 0n || code !== "" || this.states.holdsStorage(digits(address)));
    if (taken || takenThere) this.note("address is taken");
    const { gasLimit } = message;
    if (taken && this.#failsDear)
      return {
        returnValue: nothing,
        executionGasUsed: gasLimit,
        exceptionError: new EVMError(errorMessages.CREATE_COLLISION),
      };
    if (taken && !this.#classic) return reverted(nothing);
    if (taken) return reverted(errorText("Contract address already used."));
    message.to = address;
    const account = await this.states.getAccount(message.caller);
    const refusal = await this.#pay(message as Message & { to: Address }, account ?? new Account());
    if (refusal)
      return { returnValue: nothing, executionGasUsed: this.#failsDear ? gasLimit : 0n, exceptionError: refusal };
    this.states.change(digits(address), { nonce: 1n });
    message.data = nothing;
    const init = message.code as Uint8Array;
    const result: ExecResult =
      init.length === 0 ? { returnValue: nothing, executionGasUsed: 0n } : await this.runInterpreter(message);
    return result.exceptionError ? result : this.#deposit(message, address, result);
  }

  async #pay(message: Message & { to: Address }, account: Account): Promise<EVMError | undefined> {
    if (message.value === 0n) return undefined;
    try {
      await this._reduceSenderBalance(account, message);
      await this._addToBalance((await this.states.getAccount(message.to)) ?? new Account(), message);
      return undefined;
    } catch (error) {
      if (error instanceof EVMError) return error;
      throw error;
    }
  }

  async #deposit(message: Message, address: Address, result: ExecResult): Promise<ExecResult> {
    const { returnValue: made, executionGasUsed } = result;
    if (made.length > 24_576) this.note("code of any size");
    if (made[0] === 0xef) this.note("code begins with 0xEF");
    if (this.#classic && made.length > 0x10_0000)
      return reverted(errorText("Deploy code is too large."), executionGasUsed);
    const total = executionGasUsed + 20n * BigInt(made.length);
    if (total > message.gasLimit) {
      this.note("deposit for code");
      if (this.#classic) return reverted(errorText("Exceptional Failed Code Deposit"), executionGasUsed);
      const used = this.#failsDear ? message.gasLimit : 0n;
      return { returnValue: nothing, executionGasUsed: used, exceptionError: new LateLack() };
    }
    if (made.length === 0 && this.#classic) {
      this.note("contract without code");
      return reverted(errorText("Create contract with empty code, invalid code input."), executionGasUsed);
    }
    if (made.length > 0) await this.states.putCode(address, made);
    return { ...result, executionGasUsed: total };
  }
}

/** An opcode that pushes what the node says of the surroundings. */
function surrounding(
  code: number,
  name: NodeRule,
  machine: () => NodeMachine,
  ethereum: (self: NodeMachine) => bigint,
  node: (gasLimit: bigint) => bigint,
): Opcode {
  return {
    opcode: code,
    opcodeName: name,
    baseFee: 2,
    logicFunction: (state) => {
      const value = node(state.env.block.header.gasLimit);
      if (ethereum(machine()) !== value) machine().note(name);
      state.stack.push(value);
    },
  };
}

/** ecrecover: a node reads the last byte of v alone, and takes 27 to 30. */
function recovery(machine: () => NodeMachine): NonNullable<EVMOpts["customPrecompiles"]>[number] {
  const at = "1".padStart(40, "0");
  const library = getActivePrecompiles(ofCancun()).get(at);
  if (!library) throw new Error("the library lacks ecrecover");
  return {
    address: addressAt(at),
    function: (input) => {
      const padded = setLengthRight(input.data, 128, { allowTruncate: true });
      const [high, v] = [padded.subarray(32, 63), padded[63] ?? 0];
      if (high.every((byte) => byte === 0) && (v < 29 || v > 30)) return library(input);
      if (v < 27 || v > 30) return library(input);
      machine().note("v of ecrecover");
      const plain = padded.slice();
      plain.fill(0, 32, 63);
      return v < 29 ? library({ ...input, data: plain }) : highRecovery(plain, library(input));
    },
  };
}

/** The signer where v is 29 or 30; the price is as the library says. */
async function highRecovery(data: Uint8Array, priced: ExecResult | Promise<ExecResult>): Promise<ExecResult> {
  const result = await priced;
  if (result.exceptionError) return result;
  try {
    const compact = Uint8Array.from([(data[63] ?? 0) - 27, ...data.subarray(64, 128)]);
    const point = secp256k1.Signature.fromBytes(compact, "recovered").recoverPublicKey(data.subarray(0, 32));
    const returnValue = setLengthLeft(hash(point.toBytes(false).slice(1)).slice(12), 32);
    return { ...result, returnValue };
  } catch {
    return result;
  }
}

/** Opcodes that a node has otherwise. */
function nodeOpcodes(machine: () => NodeMachine): Opcode[] {
  const own = (state: { interpreter: { getAddress(): Address } }): string => digits(state.interpreter.getAddress());
  return [
    ...logOpcodes(machine),
    {
      opcode: 0x55,
      opcodeName: "SSTORE",
      baseFee: 0,
      gasFunction: (state) => {
        if (state.interpreter.isStatic()) throw new EVMError(errorMessages.STATIC_STATE_CHANGE);
        if (state.interpreter.getGasLeft() <= 2300n) throw new EVMError(errorMessages.OUT_OF_GAS);
        const [slot, value] = state.stack.peek(2) as [bigint, bigint];
        return machine().storePrice(own(state), slot, value);
      },
      logicFunction: (state) => {
        const [slot, value] = state.stack.popN(2) as [bigint, bigint];
        machine().states.writeSlot(own(state), slot, value);
      },
    },
    {
      opcode: 0x54,
      opcodeName: "SLOAD",
      baseFee: 2100,
      logicFunction: (state) => state.stack.push(machine().states.slot(own(state), state.stack.pop())),
    },
    {
      opcode: 0x40,
      opcodeName: "BLOCKHASH",
      baseFee: 20,
      logicFunction: (state) =>
        state.stack.push(machine().blockHash(state.stack.pop(), state.interpreter.getBlockNumber())),
    },
    {
      opcode: 0x31,
      opcodeName: "BALANCE",
      baseFee: 2600,
      logicFunction: (state) => {
        const address = wordAddress(state.stack.pop());
        machine().noteBalance(address);
        state.stack.push(machine().states.account(address)?.balance ?? 0n);
      },
    },
    {
      opcode: 0x47,
      opcodeName: "SELFBALANCE",
      baseFee: 5,
      logicFunction: (state) => {
        machine().noteBalance(own(state));
        state.stack.push(machine().states.account(own(state))?.balance ?? 0n);
      },
    },
    {
      opcode: 0x3f,
      opcodeName: "EXTCODEHASH",
      baseFee: 2600,
      logicFunction: (state) => {
        const address = wordAddress(state.stack.pop());
        const account = machine().states.account(address);
        const code = machine().codeSeen(address);
        const holds = account !== undefined && (account.nonce > 0n || account.balance > 0n);
        if (code === "" && holds) machine().note("EXTCODEHASH");
        state.stack.push(code === "" ? 0n : BigInt(`0x${bytesToHexDigits(hash(hexToBytes(`0x${code}`)))}`));
      },
    },
    {
      opcode: 0x3e,
      opcodeName: "RETURNDATACOPY",
      baseFee: 3,
      gasFunction: (state, gas) => {
        const [at, from, length] = state.stack.peek(3) as [bigint, bigint, bigint];
        const price = gas + ((length + 31n) / 32n) * 3n + grown(state, at, length);
        if (state.interpreter.getGasLeft() < price) throw new EVMError(errorMessages.OUT_OF_GAS);
        if (from + length > state.interpreter.getReturnDataSize()) throw new EVMError(errorMessages.OUT_OF_RANGE);
        return price;
      },
      logicFunction: (state) => {
        const [at, from, length] = state.stack.popN(3) as [bigint, bigint, bigint];
        if (length === 0n) return;
        const data = state.interpreter.getReturnData().slice(Number(from), Number(from + length));
        state.memory.extend(Number(at), Number(length));
        state.memory.write(Number(at), Number(length), data);
      },
    },
    {
      opcode: 0xff,
      opcodeName: "SELFDESTRUCT",
      baseFee: 5000,
      gasFunction: (state, gas) => {
        if (state.interpreter.isStatic()) throw new EVMError(errorMessages.STATIC_STATE_CHANGE);
        return gas + 2600n;
      },
      logicFunction: (state) => {
        machine().destroy(own(state), wordAddress(state.stack.pop()));
        throw new EVMError(errorMessages.STOP);
      },
    },
    {
      opcode: 0x49,
      opcodeName: "BLOBHASH",
      baseFee: 3,
      logicFunction: (state) => {
        machine().note("BLOBHASH");
        state.stack.pop();
        state.stack.push(0n);
      },
    },
    surrounding(
      0x41,
      "COINBASE",
      machine,
      ({ env }) => numberOf(env.coinbase),
      () => 0n,
    ),
    surrounding(
      0x44,
      "PREVRANDAO",
      machine,
      ({ env }) => numberOf(env.mixHash),
      () => 0n,
    ),
    surrounding(
      0x45,
      "GASLIMIT",
      machine,
      ({ env }) => numberOf(env.gasLimit),
      (gasLimit) => gasLimit,
    ),
    surrounding(
      0x48,
      "BASEFEE",
      machine,
      ({ env }) => numberOf(env.baseFeePerGas),
      () => 0n,
    ),
    surrounding(
      0x4a,
      "BLOBBASEFEE",
      machine,
      () => 1n,
      () => 0n,
    ),
    surrounding(
      0x3a,
      "GASPRICE",
      machine,
      ({ gasPrice }) => gasPrice,
      () => 0n,
    ),
  ];
}

/** LOG0 to LOG4: as in Ethereum, and told to the machine. */
const logOpcodes = (machine: () => NodeMachine): Opcode[] =>
  [0, 1, 2, 3, 4].map((count) => ({
    opcode: 0xa0 + count,
    opcodeName: `LOG${count}`,
    baseFee: 375,
    gasFunction: (state, gas) => {
      if (state.interpreter.isStatic()) throw new EVMError(errorMessages.STATIC_STATE_CHANGE);
      const [at, length] = state.stack.peek(2) as [bigint, bigint];
      return gas + grown(state, at, length) + 375n * BigInt(count) + 8n * length;
    },
    logicFunction: (state) => {
      const [at, length] = state.stack.popN(2) as [bigint, bigint];
      const topics = state.stack.popN(count).map((topic) => setLengthLeft(bigIntToBytes(topic), 32));
      const data = length === 0n ? nothing : state.memory.read(Number(at), Number(length));
      state.interpreter.log(data, count, topics);
      machine().emit([state.interpreter.getAddress().bytes, topics, data]);
    },
  }));

type OpcodeState = NonNullable<ExecResult["runState"]>;

/** What it costs that memory grows (yellow paper, "memory"). */
function grown(state: OpcodeState, offset: bigint, length: bigint): bigint {
  if (length === 0n) return 0n;
  const words = (offset + length + 31n) / 32n;
  if (words <= state.memoryWordCount) return 0n;
  const cost = 3n * words + (words * words) / 512n;
  const more = cost - state.highestMemCost;
  state.highestMemCost = cost;
  state.memoryWordCount = words;
  return more;
}
