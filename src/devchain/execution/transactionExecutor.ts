import type { EVMResult } from "@ethereumjs/evm";
import { Address } from "@ethereumjs/util";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { bytesToHexDigits, hexToBytes } from "../../crypto/hex";
import { atLeast } from "../options";
import type { StateStore } from "../state/stateStore";
import { readSystemConfig } from "../state/systemTables";
import { type ExecutionResult, encodeErrorText, haltStatus, status } from "./executionResult";
import type { BuiltinCall, BuiltinOutcome, EvmRevision, ExecutionScope, FiscoEvm } from "./fiscoEvm";
import { createFiscoEvm } from "./fiscoEvm";
import { abiTable, readAccount, readCode } from "./flatStateManager";

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
  /** An Ethereum transaction: addresses follow sender and nonce. */
  readonly ethereumNonce: bigint | undefined;
}

/** The running transaction, for built-in contracts. */
export interface RunningTransaction {
  readonly block: BlockFacts;
  readonly rules: ChainRules;
  readonly contextId: number;
  /** 40 hex digits. */
  readonly origin: string;
  readonly scope: ExecutionScope;
  readonly evm: FiscoEvm;
  /** A call: nothing of it will be kept. */
  readonly isCall: boolean;
}

/** The built-in contracts of the chain, as execution needs them. */
export interface BuiltinContracts {
  /** Whether code lies behind the address without being EVM code. */
  has(address: string): boolean;
  /** How to answer this call; undefined when the address is not a built-in contract's. */
  prepare(call: BuiltinCall, running: RunningTransaction): (() => Promise<BuiltinOutcome>) | undefined;
}

/** Settings of the chain that decide how a block is executed, read once a block. */
export interface ChainRules {
  readonly compatibilityVersion: string;
  readonly executorVersion: 0 | 1;
  readonly revision: EvmRevision;
  readonly gasLimit: bigint;
  /** Hex text, as transactions show it. */
  readonly gasPrice: string;
  readonly webChainId: bigint;
  readonly timestampInSeconds: boolean;
  readonly moveValue: boolean;
  readonly addressFromNonce: boolean;
  readonly authEnabled: boolean;
  feature(name: string): boolean;
}

/** A setting counts from its enable number on. */
function effective(store: StateStore, key: string, blockNumber: number): string | undefined {
  const config = readSystemConfig(store, key);
  return config && config.enableNumber <= blockNumber ? config.value : undefined;
}

export function readChainRules(store: StateStore, blockNumber: number): ChainRules {
  const config = (key: string): string | undefined => effective(store, key, blockNumber);
  const feature = (name: string): boolean => config(name) === "1";
  const compatibilityVersion = config("compatibility_version") ?? "3.0.0";
  const executorVersion = config("executor_version") === "1" ? 1 : 0;
  const cancun = executorVersion === 1 || feature("feature_evm_cancun");
  const transfer = config("balance_transfer");
  return {
    compatibilityVersion,
    executorVersion,
    revision: cancun ? "cancun" : atLeast(compatibilityVersion, "3.2.0") ? "paris" : "london",
    gasLimit: BigInt(config("tx_gas_limit") ?? "3000000000"),
    gasPrice: config("tx_gas_price") ?? "0x0",
    webChainId: BigInt(config("web3_chain_id") ?? "0"),
    timestampInSeconds: feature("feature_evm_timestamp") && (executorVersion === 0 || feature("bugfix_v1_timestamp")),
    moveValue:
      executorVersion === 1
        ? transfer !== undefined && transfer !== "0"
        : feature("feature_balance") && !feature("feature_balance_policy1") && transfer !== "0",
    addressFromNonce: executorVersion === 0 && feature("feature_evm_address"),
    authEnabled: (config("auth_check_status") ?? "0") !== "0",
    feature,
  };
}

/** `to` as an address: 40 hex digits, or undefined for what is no hex number of at most 20 bytes. */
export function recipientAddress(to: string): string | undefined {
  const digits = to.replace(/^0[xX]/, "");
  if (digits.length % 2 !== 0 || digits.length > 40 || !/^[0-9a-fA-F]*$/.test(digits)) return undefined;
  return digits.toLowerCase().padStart(40, "0");
}

const callGas = 21_000n;
const nobody = "0".repeat(40);
const nothing = new Uint8Array(0);

/** Runs transactions and calls on a group's state, one at a time (evm-differences.md §4, §6, §7). */
export class TransactionExecutor {
  readonly store: StateStore;
  readonly suite: CryptoSuite;
  readonly #builtins: BuiltinContracts;
  readonly #blockHash: (number: number) => Uint8Array | undefined;
  #evms = new Map<EvmRevision, FiscoEvm>();

  constructor(
    store: StateStore,
    suite: CryptoSuite,
    builtins: BuiltinContracts,
    blockHash: (number: number) => Uint8Array | undefined,
  ) {
    this.store = store;
    this.suite = suite;
    this.#builtins = builtins;
    this.#blockHash = blockHash;
  }

  evm(revision: EvmRevision): FiscoEvm {
    let evm = this.#evms.get(revision);
    if (!evm) {
      evm = createFiscoEvm(this.store, this.suite, revision);
      this.#evms.set(revision, evm);
    }
    return evm;
  }

  #errorText = (text: string): Uint8Array => encodeErrorText(this.suite, text);

  /** Runs a transaction. What it changed stays in the state only if it succeeded. */
  async execute(
    transaction: ExecutableTransaction,
    block: BlockFacts,
    rules: ChainRules,
    contextId: number,
    isCall = false,
  ): Promise<ExecutionResult> {
    const checkpoint = this.store.checkpoint();
    const result = await this.#run(transaction, block, rules, contextId, isCall);
    if (result.status !== status.ok) this.store.revert(checkpoint);
    return result;
  }

  async #run(
    transaction: ExecutableTransaction,
    block: BlockFacts,
    rules: ChainRules,
    contextId: number,
    isCall: boolean,
  ): Promise<ExecutionResult> {
    const deploy = transaction.to === "";
    const address = deploy ? undefined : recipientAddress(transaction.to);
    const baseline = rules.executorVersion === 1;
    if (!deploy && address === undefined) return this.#failure(status.callAddress, "Call address error.", 0n);
    const intrinsic = baseline && !deploy ? callGas : 0n;
    let builtinFailed = false;
    if (address !== undefined && !this.#builtins.has(address) && readCode(this.store, address).length === 0) {
      if (!baseline) return this.#failure(status.callAddress, "Call address error.", 0n);
      if (transaction.input.length > 0) return this.#failure(status.revert, "Call address error.", intrinsic);
    }
    const evm = this.evm(rules.revision);
    const origin = transaction.sender || nobody;
    const running = { block, rules, contextId, origin, evm, isCall };
    const scope: ExecutionScope = {
      blockNumber: block.number,
      contextId,
      seq: 0,
      origin,
      webChainId: rules.webChainId,
      destroyed: baseline ? undefined : new Set(),
      moveValue: rules.moveValue,
      addressFromNonce: rules.addressFromNonce || transaction.ethereumNonce !== undefined,
      senderNonce: transaction.ethereumNonce ?? 0n,
      missingCode: (input) => this.#missingCode(input, baseline),
      builtin: (call) => {
        const run = this.#builtins.prepare(call, { ...running, scope });
        if (!run || call.depth > 0) return run;
        return async () => {
          const outcome = await run();
          builtinFailed = outcome.failed;
          return outcome;
        };
      },
      guard: undefined,
      isBuiltin: (candidate) => this.#builtins.has(candidate),
      blockHash: this.#blockHash,
    };
    const result = await evm.runScoped(scope, {
      caller: new Address(hexToBytes(origin)),
      origin: new Address(hexToBytes(origin)),
      ...(address === undefined ? {} : { to: new Address(hexToBytes(address)) }),
      data: transaction.input,
      value: transaction.value,
      gasLimit: rules.gasLimit - intrinsic,
      gasPrice: BigInt(rules.gasPrice === "0x" ? 0 : rules.gasPrice),
      block: this.#evmBlock(block, rules),
    });
    return this.#result(transaction, result, intrinsic, deploy, builtinFailed);
  }

  #evmBlock(block: BlockFacts, rules: ChainRules) {
    const time = rules.timestampInSeconds ? Math.floor(block.timestampMs / 1000) : block.timestampMs;
    return {
      header: {
        number: BigInt(block.number),
        coinbase: new Address(new Uint8Array(20)),
        timestamp: BigInt(time),
        difficulty: 0n,
        prevRandao: new Uint8Array(32),
        gasLimit: rules.gasLimit,
        baseFeePerGas: 0n,
        slotNumber: 0n,
        getBlobGasPrice: () => 0n,
      },
    };
  }

  #missingCode(input: Uint8Array, baseline: boolean): BuiltinOutcome | undefined {
    if (baseline && input.length === 0) return undefined;
    return { output: this.#errorText("Call address error."), gasUsed: 0n, failed: true };
  }

  #failure(code: number, text: string, gasUsed: bigint): ExecutionResult {
    return {
      status: code,
      output: text ? this.#errorText(text) : nothing,
      gasUsed,
      contractAddress: "",
      logs: [],
      message: "",
    };
  }

  #result(
    transaction: ExecutableTransaction,
    result: EVMResult,
    intrinsic: bigint,
    deploy: boolean,
    builtinFailed: boolean,
  ): ExecutionResult {
    const { execResult } = result;
    const gasUsed = execResult.executionGasUsed + intrinsic;
    const error = execResult.exceptionError;
    if (error) {
      const halt = builtinFailed ? { status: status.precompiled, text: "" } : haltStatus(error);
      const output = halt.text ? this.#errorText(halt.text) : execResult.returnValue;
      return { status: halt.status, output, gasUsed, contractAddress: "", logs: [], message: "" };
    }
    const contractAddress = deploy && result.createdAddress ? bytesToHexDigits(result.createdAddress.bytes) : "";
    if (contractAddress && transaction.abi) this.#keepAbi(contractAddress, transaction.abi);
    return {
      status: status.ok,
      output: deploy ? nothing : execResult.returnValue,
      gasUsed,
      contractAddress,
      logs: (execResult.logs ?? []).map(([address, topics, data]) => ({
        address: bytesToHexDigits(address),
        topics,
        data,
      })),
      message: "",
    };
  }

  /** The ABI is kept by code hash: contracts of the same code share the first one (evm-differences.md §10). */
  #keepAbi(address: string, abi: string): void {
    const codeHash = readAccount(this.store, address)?.codeHash;
    if (codeHash && !this.store.get(abiTable, codeHash)) this.store.set(abiTable, codeHash, abi);
  }
}
