import { EVMError, type EVMResult, type ExecResult, type Message } from "@ethereumjs/evm";
import type { EvmRevision } from "../../chain/evm/chainMachine";
import { maxWord } from "../../chain/evm/wordArithmetic";
import { transactionStatus } from "../../chain/transaction/transactionStatus";
import { bytesToHexDigits } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { atLeast } from "../../text/versions";
import type { FoundingContract } from "../governance/foundGovernance";
import { isSystemTransaction, noAddress } from "../precompiled/host/addresses";
import type { PrecompiledResult } from "../precompiled/host/host";
import type { CheckedMessage, Denial } from "../precompiled/permissionChecks";
import type { StateStore } from "../state/stateStore";
import { type ChainRules, priceOf, timeSeen } from "./chainRules";
import { createFiscoEvm } from "./createFiscoEvm";
import { type ExecutionResult, encodeErrorText, haltStatus } from "./executionResult";
import type { ExecutionScope, PrecompiledCall, TopMessage } from "./executionScope";
import { FiscoEvm } from "./fiscoEvm";
import {
  abiTable,
  balanceOf,
  type FlatStateManager,
  readAccount,
  runnableCode,
  writeAccount,
} from "./flatStateManager";
import { addressDigits, addressOf } from "./knownAddress";
import { type MessageRules, messageRules } from "./messageRules";
import { isEthereumPrecompile } from "./precompileEnds";
import { TimeSlice, WorkStopped } from "./timeSlice";

/** Gas for what fills block 0, however little the chain's transactions may use. */
const foundingGas = 3_000_000_000n;

/** What execution knows of the block it works for. In a call it is the latest block. */
export interface BlockFacts {
  readonly number: number;
  readonly timestampMs: number;
}

/** A transaction or call as execution sees it. Addresses are 40 lower-case hex digits without prefix. */
export interface ExecutableTransaction {
  readonly sender: string;
  /** As sent: empty to deploy. */
  readonly to: string;
  readonly input: Uint8Array;
  readonly abi: string;
  readonly value: bigint;
  /** A call of the classic executor, which lets no contract write. */
  readonly isStatic?: boolean;
  /** A call that isn't paid for, on chains where a transaction's limit counts. */
  readonly isCall?: boolean;
  /** An Ethereum transaction: addresses follow sender and nonce. */
  readonly ethereumNonce: bigint | undefined;
  /** What the sender lets it use at most, on chains where that counts; 0, less than 0 or absent: the chain's limit. */
  readonly gasLimit?: bigint;
  /** What an Ethereum transaction pays for gas: its price, or the most it gives. */
  readonly gasPrice?: bigint;
  /** Of a native transaction, for chains where the addresses of all follow nonces; 0 when absent. */
  readonly nonce?: bigint;
}

/** The running transaction, for built-in contracts. */
export interface RunningTransaction {
  readonly block: BlockFacts;
  readonly rules: ChainRules;
  readonly scope: ExecutionScope;
  readonly evm: FiscoEvm;
  /** An unsigned call: it has no sender. */
  readonly anonymous: boolean;
}

/** The built-in contracts of the chain, as execution needs them. */
export interface PrecompiledContracts {
  /** Whether a built-in contract stands at the address in this block. */
  has(address: string, rules: ChainRules, blockNumber: number): boolean;
  /** How to answer this call; undefined when the address is not a built-in contract's. */
  prepare(call: PrecompiledCall, running: RunningTransaction): (() => Promise<PrecompiledResult>) | undefined;
  /** Why the message must not run: permissions, frozen contracts and accounts. */
  check(message: CheckedMessage, running: RunningTransaction, depth: number): Denial | undefined;
  /** Whether the classic executor runs the built-in contract in its caller's frame. */
  inFrame(address: string): boolean;
  /** Whether value may go from one account to the other. */
  mayTransfer(from: string, to: string, running: RunningTransaction): boolean;
  /** Whether a contract was made at the address before, with code or without. */
  isMade(address: string, running: RunningTransaction): boolean;
  /** Whether a folder stands where the record of who rules a contract at the address has to be. */
  isSquatted(address: string, running: RunningTransaction): boolean;
  /** Makes the record of an account that has none. */
  makeAccount(address: string, running: RunningTransaction): void;
  /** What EXTCODESIZE and its like see at an address with this code. */
  codeSeen(address: string, code: Uint8Array, running: RunningTransaction): Uint8Array;
  /** A contract is about to be made, by an account or another contract. */
  created(address: string, running: RunningTransaction, depth: number, creator: string): void;
  /** Fills block 0 with what the built-in contracts start with; gives the contract that has to be made there. */
  seed(running: RunningTransaction): Promise<FoundingContract | undefined>;
}

/** `to` as an address: 40 hex digits, or undefined for what is no hex number of at most 20 bytes. */
export function recipientAddress(to: string): string | undefined {
  const digits = to.replace(/^0[xX]/, "");
  if (digits.length % 2 !== 0 || digits.length > 40 || !/^[0-9a-fA-F]*$/.test(digits)) return undefined;
  return digits.toLowerCase().padStart(40, "0");
}

/**
 * `to` as the classic executor takes it: exactly 40 hex digits, with or without `0x`; upper-case ones only on chains that have learned
 * EIP-55 (`bugfix_eip55_addr`, data version 3.7).
 */
function classicRecipient(to: string, rules: ChainRules): string | undefined {
  const text = to.startsWith("0x") ? to.slice(2) : to;
  const digits = rules.feature("bugfix_eip55_addr") ? text.toLowerCase() : text;
  return /^[0-9a-f]{40}$/.test(digits) ? digits : undefined;
}

const logsOf = ({ logs }: ExecResult): ExecutionResult["logs"] =>
  (logs ?? []).map(([address, topics, data]) => ({ address: bytesToHexDigits(address), topics, data }));

const callGas = 21_000n;

/** Whether a transaction's own limit of gas counts. */
const limitCounts = (rules: ChainRules): boolean =>
  rules.executorVersion === 1 && rules.feature("bugfix_gas_payment_balance_precheck");

/** The gas that a transaction may use. */
function gasBudget({ gasLimit = 0n }: ExecutableTransaction, rules: ChainRules): bigint {
  return limitCounts(rules) && gasLimit > 0n && gasLimit < rules.gasLimit ? gasLimit : rules.gasLimit;
}

const nothing = new Uint8Array(0);

/** Runs transactions and calls on a group's state, one at a time (docs/protocol/evm-differences.md). */
export class TransactionExecutor {
  readonly store: StateStore;
  readonly suite: CryptoSuite;
  readonly timeSlice = new TimeSlice();
  readonly #precompiledContracts: PrecompiledContracts;
  readonly #blockHash: (number: number) => Uint8Array | undefined;
  readonly #Evm: typeof FiscoEvm;
  #evms = new Map<EvmRevision, FiscoEvm>();
  readonly #destroyed = new Set<string>();
  #lastBlock: (BlockFacts & { readonly rules: ChainRules; readonly block: TopMessage["block"] }) | undefined;

  constructor(
    store: StateStore,
    suite: CryptoSuite,
    precompiledContracts: PrecompiledContracts,
    blockHash: (number: number) => Uint8Array | undefined,
    Evm: typeof FiscoEvm = FiscoEvm,
  ) {
    this.#Evm = Evm;
    this.store = store;
    this.suite = suite;
    this.#precompiledContracts = precompiledContracts;
    this.#blockHash = blockHash;
  }

  evm(revision: EvmRevision): FiscoEvm {
    let evm = this.#evms.get(revision);
    if (!evm) {
      evm = createFiscoEvm(this.store, this.suite, revision, this.timeSlice, this.#Evm);
      this.#evms.set(revision, evm);
    }
    return evm;
  }

  #errorText = (text: string): Uint8Array => encodeErrorText(this.suite, text);

  /**
   * Runs a transaction. What it changed stays in the state only if it succeeded.
   * @throws WorkStopped when it is no longer wanted; nothing of it stays.
   */
  async execute(
    asked: ExecutableTransaction,
    block: BlockFacts,
    rules: ChainRules,
    contextId: number,
  ): Promise<ExecutionResult> {
    // an amount loses what is beyond the machine's words
    const transaction = asked.value > maxWord ? { ...asked, value: asked.value & maxWord } : asked;
    const checkpoint = this.store.checkpoint();
    const prepays = transaction.ethereumNonce !== undefined && limitCounts(rules) && priceOf(rules.gasPrice) > 0n;
    const refused = prepays ? this.#prepay(transaction, rules) : undefined;
    let result: ExecutionResult;
    try {
      if (refused) return refused;
      if (this.timeSlice.isOver()) await this.timeSlice.pause();
      result = await this.#run(transaction, block, rules, contextId);
    } catch (error) {
      this.#cleanUp(rules);
      if (error instanceof WorkStopped) {
        this.store.revert(checkpoint);
        throw error;
      }
      result = this.#broken(error, rules);
    }
    if (result.status !== transactionStatus.none) this.store.revert(checkpoint);
    const outcome = prepays
      ? this.#settle(transaction, rules, result)
      : this.#pay(transaction, rules, result, checkpoint);
    if (transaction.ethereumNonce !== undefined) this.#countNonce(transaction.sender, transaction.ethereumNonce, rules);
    return outcome;
  }

  /**
   * After an Ethereum transaction, failed or not, its account goes on behind the larger of both nonces. Since bugfix_nonce_ordering, and
   * under the classic executor since it counts once for a block, one that runs after a later one of the same block doesn't raise it.
   */
  #countNonce(sender: string, nonce: bigint, rules: ChainRules): void {
    const known = readAccount(this.store, sender)?.nonce ?? 0n;
    const ordered = rules.feature(
      rules.executorVersion === 1 ? "bugfix_nonce_ordering" : "bugfix_nonce_not_increase_when_revert",
    );
    const own = ordered ? nonce + 1n : nonce;
    writeAccount(this.store, sender, { nonce: (own > known ? own : known) + (ordered ? 0n : 1n) });
  }

  /**
   * Takes what the whole gas limit costs, before the transaction runs (docs/protocol/release-3.17.md). Who has less than that and
   * the value pays for the transaction's base, as far as it goes, and nothing runs.
   */
  #prepay(transaction: ExecutableTransaction, rules: ChainRules): ExecutionResult | undefined {
    const { sender, value, gasPrice: price = 0n, ethereumNonce = 0n } = transaction;
    const balance = balanceOf(this.store, sender);
    const cost = gasBudget(transaction, rules) * price;
    if (balance >= cost + value) {
      writeAccount(this.store, sender, { balance: balance - cost });
      return undefined;
    }
    const base = callGas * price;
    const penalty = balance < base ? balance : base;
    writeAccount(this.store, sender, { balance: balance - penalty });
    this.#countNonce(sender, ethereumNonce, rules);
    return this.#failure(transactionStatus.notEnoughCash, "", price === 0n ? 0n : penalty / price);
  }

  /** Gives back what was paid for gas that was not used. A failure has undone the payment with all else. */
  #settle(transaction: ExecutableTransaction, rules: ChainRules, result: ExecutionResult): ExecutionResult {
    const { sender, gasPrice: price = 0n } = transaction;
    const paid = result.status === transactionStatus.none ? gasBudget(transaction, rules) : 0n;
    const balance = balanceOf(this.store, sender) + (paid - result.gasUsed) * price;
    writeAccount(this.store, sender, { balance });
    return result;
  }

  /**
   * Takes the gas' price from the sender: the baseline executor whenever there is one, the classic executor only with
   * `feature_balance_policy1` (evm-differences.md, "Value"). Who cannot pay gets status 7 and nothing is kept.
   */
  #pay(
    transaction: ExecutableTransaction,
    rules: ChainRules,
    result: ExecutionResult,
    checkpoint: number,
  ): ExecutionResult {
    const price = priceOf(rules.gasPrice);
    const billed = rules.executorVersion === 1 || rules.feature("feature_balance_policy1");
    const free = transaction.sender === "" || (transaction.isCall === true && limitCounts(rules));
    if (price === 0n || !billed || free) return result;
    const cost = price * result.gasUsed;
    const balance = balanceOf(this.store, transaction.sender);
    if (balance < cost) {
      this.store.revert(checkpoint);
      const logs = rules.executorVersion === 1 && !rules.feature("bugfix_revert_logs") ? result.logs : [];
      return { ...this.#failure(transactionStatus.notEnoughCash, "", result.gasUsed), logs };
    }
    writeAccount(this.store, transaction.sender, { balance: balance - cost });
    return result;
  }

  /** After an end in the middle, what the frames have left in the EVM must not reach the next transaction. */
  #cleanUp(rules: ChainRules): void {
    const evm = this.evm(rules.revision);
    (evm.stateManager as FlatStateManager).dropCheckpoints();
    evm.transientStorage.clear();
  }

  /** An error of the EVM library itself must not end the chain: the transaction fails, and the process says why. */
  #broken(error: unknown, rules: ChainRules): ExecutionResult {
    const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.emitWarning(`a transaction broke the executor: ${words}`, { code: "CHAINSIDE_EXECUTOR" });
    return this.#failure(transactionStatus.unknown, "", rules.gasLimit);
  }

  /** What destroyed contracts lose at the end of a block under the classic executor: their code. */
  finishBlock(): void {
    for (const address of this.#destroyed) writeAccount(this.store, address, { codeHash: "" });
    this.#destroyed.clear();
  }

  /** Forgets what a block destroyed that is not kept: a call, a trace, a block that could not be made. */
  forgetBlock(): void {
    this.#destroyed.clear();
  }

  async #run(
    transaction: ExecutableTransaction,
    block: BlockFacts,
    rules: ChainRules,
    contextId: number,
  ): Promise<ExecutionResult> {
    const deploy = transaction.to === "";
    const baseline = rules.executorVersion === 1;
    const address = deploy
      ? undefined
      : baseline
        ? recipientAddress(transaction.to)
        : classicRecipient(transaction.to, rules);
    if (!deploy && address === undefined)
      return this.#failure(transactionStatus.callAddressError, "Call address error.", 0n);
    const transfers = !baseline && rules.moveValue && transaction.value > 0n;
    const intrinsic = (baseline && !deploy) || transfers ? callGas : 0n;
    const budget = gasBudget(transaction, rules);
    if (budget < intrinsic) return this.#failure(transactionStatus.outOfGas, "Execution out of gas.", budget);
    const running = this.#running(transaction, block, rules, contextId);
    const ended = transfers ? this.#payValue(transaction, address, running) : undefined;
    if (ended) return ended;
    const { evm, scope } = running;
    const { origin } = scope;
    const denial = this.#precompiledContracts.check(
      {
        to: address ?? "",
        sender: origin,
        origin,
        input: transaction.input,
        isStatic: transaction.isStatic === true,
        isCreate: deploy,
        isTopLevel: true,
        isDelegate: false,
      },
      running,
      0,
    );
    if (denial) {
      // a refused message costs nothing; until bugfix_auth_check the baseline executor names the zero address for what was not made
      const contractAddress = deploy && baseline && !rules.feature("bugfix_auth_check") ? noAddress : "";
      return { ...denial, gasUsed: transfers ? callGas : 0n, contractAddress, logs: [] };
    }
    const isPrecompiled = address !== undefined && this.#hasOwnCode(address, rules, block.number);
    if (transfers && address !== undefined && !isPrecompiled) this.#precompiledContracts.makeAccount(address, running);
    if (address !== undefined && !isPrecompiled && runnableCode(this.store, address, rules).length === 0) {
      if (!baseline) return this.#nowhere(transaction, scope.rules);
      // the value moves before anything is looked up, but not to oneself
      if (rules.moveValue && address !== origin && balanceOf(this.store, origin) < transaction.value) {
        const taken = scope.rules.errorsTakeGas ? budget : 0n;
        return this.#failure(transactionStatus.notEnoughCash, "Account balance is not enough!", taken);
      }
      if (transaction.input.length > 0)
        return this.#failure(transactionStatus.revertInstruction, "Call address error.", intrinsic);
    }
    const result = await evm.runScoped(scope, {
      caller: addressOf(origin),
      ...(address === undefined ? {} : { to: addressOf(address) }),
      data: transaction.input,
      value: scope.hidesValue ? 0n : transaction.value,
      isStatic: transaction.isStatic === true && !isPrecompiled,
      gasLimit: budget - intrinsic,
      gasPrice: priceOf(rules.gasPrice),
      block: this.#evmBlock(block, rules),
    });
    if (!result.execResult.exceptionError) {
      for (const entry of scope.destroyed ?? []) this.#destroyed.add(entry.slice(0, 40));
    }
    const outcome = this.#result(transaction, result, intrinsic, deploy, running);
    // older chains with the classic executor let system transactions run for nothing
    const free = !baseline && address !== undefined && isSystemTransaction(address);
    return free && !rules.feature("bugfix_precompiled_gasused") ? { ...outcome, gasUsed: 0n } : outcome;
  }

  /**
   * A built-in contract stands at the address; under the baseline executor Ethereum's own do as well, the classic one calls these from
   * contracts only.
   */
  #hasOwnCode(address: string, rules: ChainRules, number: number): boolean {
    if (this.#precompiledContracts.has(address, rules, number)) return true;
    return rules.executorVersion === 1 && isEthereumPrecompile(addressOf(address));
  }

  /** A transaction to an address without code under the classic executor. */
  #nowhere({ input }: ExecutableTransaction, rules: MessageRules): ExecutionResult {
    if (!rules.nowhereSucceeds) return this.#failure(transactionStatus.callAddressError, "Call address error.", 0n);
    const ended = this.#failure(transactionStatus.none, "", 0n);
    return rules.callToNowhere === "echo" ? { ...ended, output: input } : ended;
  }

  /**
   * The classic executor moves a transaction's value before anything else, for 21000 gas (evm-differences.md, "Value"). Whom it forbids to
   * gets its input back for nothing. A transfer without data ends with that before data version 3.9; gives how it ended, or undefined when
   * the recipient's code is to run.
   */
  #payValue(
    transaction: ExecutableTransaction,
    address: string | undefined,
    { rules, scope }: RunningTransaction,
  ): ExecutionResult | undefined {
    if (!scope.mayTransfer(transaction.sender, address ?? "")) {
      return { ...this.#failure(transactionStatus.permissionDenied, "", 0n), output: transaction.input };
    }
    const account = readAccount(this.store, transaction.sender);
    const balance = account?.balance ?? 0n;
    // a count of transactions alone makes no account
    if (balance === 0n && (account?.codeHash ?? "") === "") {
      return this.#failure(transactionStatus.notEnoughCash, "Account table not exist, subBalance failed!", callGas);
    }
    if (balance < transaction.value) {
      return this.#failure(transactionStatus.notEnoughCash, "Account balance is not enough!", callGas);
    }
    if (address === undefined || transaction.input.length > 0 || messageRules(rules).transfersRunCode) return undefined;
    writeAccount(this.store, transaction.sender, { balance: balance - transaction.value });
    writeAccount(this.store, address, { balance: balanceOf(this.store, address) + transaction.value });
    return this.#failure(transactionStatus.none, "", callGas);
  }

  /** What the frames of a transaction share. */
  #running(
    transaction: ExecutableTransaction,
    block: BlockFacts,
    rules: ChainRules,
    contextId: number,
  ): RunningTransaction {
    const baseline = rules.executorVersion === 1;
    const origin = transaction.sender || noAddress;
    const scope: ExecutionScope = {
      blockNumber: block.number,
      contextId,
      seq: 0,
      rules: messageRules(rules),
      origin,
      webChainId: rules.webChainId,
      destroyed: baseline || !atLeast(rules.compatibilityVersion, "3.1.0") ? undefined : new Set(),
      callIsStatic: transaction.isStatic === true,
      moveValue: rules.moveValue,
      hidesValue: !baseline && !rules.moveValue,
      addressFromNonce: rules.addressFromNonce || (baseline && transaction.ethereumNonce !== undefined),
      senderNonce: transaction.ethereumNonce ?? transaction.nonce ?? 0n,
      errorText: this.#errorText,
      haltText: (error) => this.#words(haltStatus(error, rules).text),
      isMade: (address) => this.#precompiledContracts.isMade(address, running),
      isSquatted: (address) => this.#precompiledContracts.isSquatted(address, running),
      inFrame: (address) => this.#precompiledContracts.inFrame(address),
      mayTransfer: (from, to) => this.#precompiledContracts.mayTransfer(from, to, running),
      makeAccount: (address) => this.#precompiledContracts.makeAccount(address, running),
      builtin: (call) => this.#precompiledContracts.prepare(call, running),
      guard: (message) => this.#guard(message, running),
      created: (address, depth, creator) => this.#precompiledContracts.created(address, running, depth, creator),
      isBuiltin: (candidate) => this.#precompiledContracts.has(candidate, rules, block.number),
      codeSeen: (address, code) => this.#precompiledContracts.codeSeen(address, code, running),
      // no chain has as many blocks as a test can name
      blockHash: (number) => this.#blockHash(Number(number)),
    };
    const running: RunningTransaction = {
      block,
      rules,
      scope,
      evm: this.evm(rules.revision),
      anonymous: transaction.sender === "",
    };
    return running;
  }

  #guard(message: Message, running: RunningTransaction): PrecompiledResult | undefined {
    // the baseline executor took CREATE2 for a call of an address without rules
    if (!message.to && message.salt && !running.scope.rules.asksForSalted) return undefined;
    const denial = this.#precompiledContracts.check(
      {
        to: message.to ? addressDigits(message.codeAddress) : "",
        sender: addressDigits(message.caller),
        origin: running.scope.origin,
        input: message.data,
        isStatic: message.isStatic,
        isCreate: !message.to,
        isTopLevel: false,
        isDelegate: message.delegatecall,
      },
      running,
      message.depth,
    );
    if (!denial) return undefined;
    // the input of a message is a view of its sender's memory
    return { output: denial.output.slice(), status: denial.status, gasUsed: 0n };
  }

  /** Lets the built-in contracts fill block 0, in the name of the first governor, as the classic executor does it. */
  async seed(rules: ChainRules, governor: string): Promise<void> {
    const sender = recipientAddress(governor) ?? "";
    const transaction = { sender, to: "", input: nothing, abi: "", value: 0n, ethereumNonce: undefined };
    const gasLimit = rules.gasLimit > foundingGas ? rules.gasLimit : foundingGas;
    const classic: ChainRules = { ...rules, executorVersion: 0, gasLimit };
    // The file tree is the first message of block 0, the committee the second.
    const running = this.#running(transaction, { number: 0, timestampMs: 0 }, classic, 1);
    const { evm, scope, block } = running;
    const founding = await evm.inScope(scope, () => this.#precompiledContracts.seed(running));
    if (!founding) return;
    const { execResult } = await evm.runScoped(
      { ...scope, creationAddress: founding.address },
      {
        caller: addressOf(scope.origin),
        data: founding.creationCode,
        value: 0n,
        isStatic: false,
        gasLimit,
        gasPrice: 0n,
        block: this.#evmBlock(block, rules),
      },
    );
    if (execResult.exceptionError) throw new Error(`block 0 refused a contract: ${execResult.exceptionError.error}`);
  }

  /** The block as contracts see it: the same object for all that runs in it. */
  #evmBlock({ number, timestampMs }: BlockFacts, rules: ChainRules): TopMessage["block"] {
    const last = this.#lastBlock;
    if (last?.number === number && last.timestampMs === timestampMs && last.rules === rules) return last.block;
    const block = {
      header: {
        number: BigInt(number),
        coinbase: addressOf(noAddress),
        timestamp: BigInt(timeSeen(rules, timestampMs)),
        difficulty: 0n,
        prevRandao: new Uint8Array(32),
        gasLimit: rules.gasLimit,
        baseFeePerGas: 0n,
        slotNumber: 0n,
        getBlobGasPrice: () => 0n,
      },
    };
    this.#lastBlock = { number, timestampMs, rules, block };
    return block;
  }

  #words(text: string): Uint8Array {
    return text ? this.#errorText(text) : nothing;
  }

  #failure(code: number, text: string, gasUsed: bigint): ExecutionResult {
    return {
      status: code,
      output: this.#words(text),
      gasUsed,
      contractAddress: "",
      logs: [],
    };
  }

  #result(
    transaction: ExecutableTransaction,
    result: EVMResult,
    intrinsic: bigint,
    deploy: boolean,
    { rules, scope }: RunningTransaction,
  ): ExecutionResult {
    const { execResult } = result;
    const gasUsed = execResult.executionGasUsed + intrinsic;
    const error = execResult.exceptionError;
    if (error) {
      const halt = haltStatus(error, rules);
      // the baseline executor notices a missing balance before it charges anything
      if (
        halt.status === transactionStatus.notEnoughCash &&
        error.error === EVMError.errorMessages.INSUFFICIENT_BALANCE &&
        !scope.rules.errorsTakeGas
      ) {
        return this.#failure(halt.status, halt.text, 0n);
      }
      const output = halt.text ? this.#errorText(halt.text) : execResult.returnValue;
      return { status: halt.status, output, gasUsed, contractAddress: "", logs: logsOf(execResult) };
    }
    const contractAddress = deploy && result.createdAddress ? addressDigits(result.createdAddress) : "";
    if (contractAddress) this.#keepAbi(contractAddress, transaction.abi, rules);
    return {
      status: transactionStatus.none,
      output: deploy ? nothing : execResult.returnValue,
      gasUsed,
      contractAddress,
      logs: logsOf(execResult),
    };
  }

  /**
   * The ABI is kept by code hash: contracts of the same code share the first one (evm-differences.md, "Code and ABI"). Before data version
   * 3.7 that may be an empty one for good.
   */
  #keepAbi(address: string, abi: string, rules: ChainRules): void {
    const codeHash = readAccount(this.store, address)?.codeHash;
    const emptyCounts = !rules.feature("bugfix_empty_abi_reset");
    if (!codeHash || (abi === "" && !emptyCounts)) return;
    const known = this.store.get(abiTable, codeHash);
    if (known === undefined || (known === "" && !emptyCounts)) this.store.set(abiTable, codeHash, abi);
  }
}
