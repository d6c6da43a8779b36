import { chainIdOf } from "../../chain/config/configValues";
import { decodeSignedTransaction, type SignedTransaction } from "../../chain/encoding/signedTransaction";
import { decodedTransactionHash } from "../../chain/encoding/transactionHash";
import { maxInitCode } from "../../chain/evm/codeSize";
import { bytesToHexDigits } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import type { Behaviour } from "../../facts/releases/release";
import { behaves } from "../../facts/releases/releases";
import { priceOf } from "../execution/chainRules";
import { balanceOf, readAccount } from "../execution/flatStateManager";
import type { DevChainSettings } from "../settings/options";
import type { StateReader } from "../state/stateStore";
import { readSystemConfig } from "../state/systemTables";
import { type PoolStatus, type TxPool, uniqueNonce } from "./txPool";

/** How far ahead of the head a block limit may be. */
export const blockLimitSpan = 1000;
/** How far ahead of an account's nonce an Ethereum transaction may be. */
const nonceSpan = 600_000n;
/** The pool's room (`[txpool] limit` of a generated node). */
const poolLimit = 15_000;

/** The pool's refusal of a transaction. */
export class PoolRefusal extends Error {
  readonly reason: PoolStatus;

  constructor(reason: PoolStatus) {
    super(reason);
    this.reason = reason;
  }
}

/** Empty, or 40 hex digits of any case with or without a prefix. */
export const isFormOfTo = (to: string): boolean => to === "" || /^(?:0[xX])?[0-9a-fA-F]{40}$/.test(to);

/** A transaction as it came: its bytes, decoded and hashed once. */
export interface ReceivedTransaction {
  readonly transaction: SignedTransaction;
  readonly signed: Uint8Array;
  readonly hash: Uint8Array;
}

/** @throws ChainError kind `decode` for bytes that are no transaction. */
export function receivedTransaction(suite: CryptoSuite, signed: Uint8Array): ReceivedTransaction {
  const transaction = decodeSignedTransaction(signed);
  return { transaction, signed, hash: decodedTransactionHash(suite, transaction.data, signed) };
}

/** A transaction that may wait in the pool, and in whose name it runs (40 hex digits). */
export interface AdmittedTransaction extends ReceivedTransaction {
  readonly sender: string;
}

/** What decides over a transaction. */
interface AdmissionFacts {
  readonly groupId: string;
  readonly settings: DevChainSettings;
  readonly suite: CryptoSuite;
  readonly store: StateReader;
  readonly pool: TxPool;
  /** Number of the latest block. */
  head(): number;
}

/** The pool's door: checks transactions in the order in which a node does (transaction-encoding.md, "Admission"). */
export class PoolAdmission {
  /** The pool refuses everything, as a full one does. */
  full = false;
  readonly #facts: AdmissionFacts;

  constructor(facts: AdmissionFacts) {
    this.#facts = facts;
  }

  /** Whether the program of this chain behaves so. */
  #behaves(behaviour: Behaviour): boolean {
    return behaves(this.#facts.settings.nodeVersion, behaviour);
  }

  /** @throws PoolRefusal */
  native({ transaction, signed, hash }: ReceivedTransaction): AdmittedTransaction {
    const { suite, pool, groupId, settings } = this.#facts;
    const { data, type } = transaction;
    if (pool.get(bytesToHexDigits(hash))) throw new PoolRefusal("alreadyInTxPool");
    if (this.#behaves("checksTransactionType")) {
      this.#requireRoom();
      if (type !== 0 && type !== 1) throw new PoolRefusal("malformed");
    }
    if (data.groupId !== groupId) throw new PoolRefusal("invalidGroupId");
    if (data.chainId !== settings.chainId) throw new PoolRefusal("invalidChainId");
    // the bytes of an Ethereum transaction are signed by another rule
    const publicKey = type === 1 ? undefined : suite.signer(hash, transaction.signature);
    if (!publicKey) throw new PoolRefusal("invalidSignature");
    if (pool.hasNonce(uniqueNonce(transaction, ""))) throw new PoolRefusal("nonceCheckFail");
    const head = BigInt(this.#facts.head());
    if (data.blockLimit <= head || data.blockLimit > head + BigInt(blockLimitSpan)) {
      throw new PoolRefusal("blockLimitCheckFail");
    }
    if (this.#behaves("checksFormOfTo") && !isFormOfTo(data.to)) throw new PoolRefusal("malformed");
    if (data.value.length > 514) throw new PoolRefusal("overFlowValue");
    this.#requireRoom();
    return { transaction, signed, hash, sender: suite.address(publicKey).slice(2) };
  }

  /**
   * An Ethereum transaction, wrapped as nodes wrap it, whose sender its signature has told. Nonces are counted for each account,
   * gaps are let through (docs/protocol/web3-rpc.md, "Transactions").
   * @throws PoolRefusal
   */
  ethereum(signed: Uint8Array, hash: Uint8Array, sender: string): AdmittedTransaction {
    const { store, pool, suite } = this.#facts;
    const transaction = decodeSignedTransaction(signed);
    const { data } = transaction;
    const account = readAccount(store, sender);
    const known = account?.nonce ?? 0n;
    const nonce = BigInt(data.nonce);
    if (data.input.length > maxInitCode) throw new PoolRefusal("maxInitCodeSizeExceeded");
    // on an SM chain the sender was found as anywhere, and the signature is none of SM2
    if (suite.name === "sm") throw new PoolRefusal("invalidSignature");
    const webChainId = chainIdOf(readSystemConfig(store, "web3_chain_id")?.value);
    if (data.chainId !== "0" && data.chainId !== String(webChainId)) throw new PoolRefusal("invalidChainId");
    if (pool.get(bytesToHexDigits(hash))) throw new PoolRefusal("alreadyInTxPool");
    // of an account that isn't there yet any nonce is taken
    const tooFar = account !== undefined && nonce > known + nonceSpan;
    if (nonce < known || tooFar || pool.hasNonce(uniqueNonce(transaction, sender))) {
      throw new PoolRefusal("nonceCheckFail");
    }
    if (this.#behaves("poolChecksBalance")) this.#requireFunds(transaction, sender);
    this.#requireRoom();
    return { transaction, signed, hash, sender };
  }

  /** What an Ethereum transaction must own, by the chain's price of gas (docs/protocol/release-3.17.md). */
  #requireFunds({ data }: SignedTransaction, sender: string): void {
    const { store } = this.#facts;
    const configured = readSystemConfig(store, "tx_gas_price")?.value;
    const price = priceOf(configured ?? "");
    const balance = balanceOf(store, sender);
    const value = BigInt(data.value || "0");
    if (price > 0n) {
      const own = BigInt(data.maxFeePerGas || data.gasPrice || "0");
      if (own >= price && balance >= value + data.gasLimit * own) return;
    } else if (configured !== undefined || (balance > 0n && balance >= value)) return;
    throw new PoolRefusal("insufficientFunds");
  }

  #requireRoom(): void {
    if (this.full || this.#facts.pool.size >= poolLimit) throw new PoolRefusal("txPoolIsFull");
  }
}
