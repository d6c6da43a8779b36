import { EventEmitter } from "node:events";
import { blockHeaderHash } from "../../chain/transaction/blockHeaderHash";
import { merkleRoot } from "../../chain/transaction/merkle";
import { receiptHash } from "../../chain/transaction/receiptHash";
import { decodeSignedTransaction, type SignedTransaction } from "../../chain/transaction/signedTransaction";
import { transactionHash } from "../../chain/transaction/transactionHash";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { bytesToHexDigits, hexToBytes, type NodeId } from "../../crypto/hex";
import type { ExecutionResult } from "../execution/executionResult";
import {
  type BuiltinContracts,
  type ChainRules,
  type ExecutableTransaction,
  readChainRules,
  TransactionExecutor,
} from "../execution/transactionExecutor";
import type { NodeIdentity } from "../nodes/seededKeys";
import { type DevChainSettings, versionNumber } from "../options";
import { StateStore } from "../state/stateStore";
import { readConsensusNodes, readSystemConfig } from "../state/systemTables";
import type { BlockRecord, HeaderRecord, ReceiptRecord } from "./blockRecord";
import { encodeStateChanges } from "./blockRecord";
import { type BlockLog, BlockStore } from "./blockStore";
import { leaderIndex, type SealerSet, sealerSet, signingSealers } from "./consensus";
import { genesisText, writeGenesisTables } from "./genesis";
import { type CommittedTransaction, type PendingTransaction, type PoolStatus, TxPool } from "./txPool";

/** How far ahead of the head a block limit may be. */
const blockLimitSpan = 1000;
/** The pool's room (`[txpool] limit` of a generated node). */
const poolLimit = 15_000;
const nothing = new Uint8Array(0);
const zeroHash = new Uint8Array(32);

/** The pool's refusal of a transaction. */
export class PoolRefusal extends Error {
  readonly reason: PoolStatus;

  constructor(reason: PoolStatus) {
    super(reason);
    this.reason = reason;
  }
}

export interface GroupEvents {
  block: [block: BlockRecord];
}

/** Everything one group is: state, blocks, pool, members, and the making of the next block. */
export class Group extends EventEmitter<GroupEvents> {
  readonly id: string;
  readonly settings: DevChainSettings;
  readonly suite: CryptoSuite;
  readonly nodes: readonly NodeIdentity[];
  readonly store = new StateStore();
  readonly blocks: BlockStore;
  readonly pool = new TxPool();
  readonly executor: TransactionExecutor;
  /** PBFT view: rises when a leader is not there. */
  view = 0;
  /** Milliseconds since 1970, for blocks and import times. */
  clock: () => number = Date.now;
  /** While true, transactions wait. */
  paused = false;
  /** Leader changes since the last block; above 0 the group is in trouble. */
  changeCycle = 0;
  readonly #down = new Set<NodeId>();
  readonly #lags = new Map<NodeId, number>();
  #working: Promise<unknown> = Promise.resolve();
  #scheduled = false;
  #closed = false;

  constructor(
    id: string,
    settings: DevChainSettings,
    suite: CryptoSuite,
    nodes: readonly NodeIdentity[],
    log: BlockLog,
    builtins: (store: StateStore, suite: CryptoSuite) => BuiltinContracts,
  ) {
    super();
    this.id = id;
    this.settings = settings;
    this.suite = suite;
    this.nodes = nodes;
    this.blocks = new BlockStore(log);
    this.executor = new TransactionExecutor(this.store, suite, builtins(this.store, suite), (number) =>
      this.blocks.hashOf(number),
    );
  }

  get head(): HeaderRecord {
    return this.blocks.block(this.blocks.head).header;
  }

  /** Goes on where the block log ends, or makes block 0 with the first governor. */
  async open(admin: string): Promise<void> {
    const { head, log } = this.blocks;
    if (head < 0) {
      await this.#makeGenesis(admin);
      return;
    }
    log.loadState(this.store);
    this.store.seal();
    for (let number = Math.max(1, head - blockLimitSpan); number <= head; number++) {
      const nonces = this.blocks
        .block(number)
        .transactions.map(({ signed }) => decodeSignedTransaction(signed).data.nonce);
      this.pool.commit(number, nonces, blockLimitSpan);
    }
  }

  async #makeGenesis(admin: string): Promise<void> {
    const { settings } = this;
    const sealers = this.nodes.slice(0, settings.sealers).sort((a, b) => (a.nodeId < b.nodeId ? -1 : 1));
    writeGenesisTables(this.store, settings, sealers, this.nodes.slice(settings.sealers));
    await this.executor.seed(readChainRules(this.store, 0), admin);
    const version = versionNumber(settings.compatibilityVersion);
    const header = {
      version,
      number: 0,
      parentHash: nothing,
      txsRoot: nothing,
      receiptsRoot: nothing,
      stateRoot: nothing,
      gasUsed: "",
      timestampMs: 0,
      sealer: 0,
      sealers: [],
      weights: [],
      extraData: new TextEncoder().encode(genesisText(settings, this.id, admin, sealers)),
      signers: [],
    };
    const hash = this.#headerHash(header);
    this.blocks.append(
      {
        header: { ...header, hash },
        transactions: [],
        receipts: [],
        transactionCount: 0,
        failedTransactionCount: 0,
      },
      this.blocks.log.keepsChanges ? encodeStateChanges(this.store.changesSince(0)) : nothing,
    );
    this.store.seal();
  }

  #headerHash(header: Omit<HeaderRecord, "hash">): Uint8Array {
    return blockHeaderHash(this.suite, {
      version: header.version,
      parentInfo: header.number === 0 ? [] : [{ blockNumber: BigInt(header.number - 1), blockHash: header.parentHash }],
      txsRoot: header.txsRoot,
      receiptsRoot: header.receiptsRoot,
      stateRoot: header.stateRoot,
      number: BigInt(header.number),
      gasUsed: header.gasUsed,
      timestampMs: BigInt(header.timestampMs),
      sealer: BigInt(header.sealer),
      sealerList: [...header.sealers],
      extraData: header.extraData,
      consensusWeights: header.weights.map(BigInt),
    });
  }

  /** Signatures of a block, made from the sealers' keys. */
  signatures(header: HeaderRecord): { sealerIndex: number; signature: Uint8Array }[] {
    const signatures: { sealerIndex: number; signature: Uint8Array }[] = [];
    for (const index of header.signers) {
      const sealer = header.sealers[index];
      const node = sealer && this.nodes.find(({ nodeId }) => nodeId === bytesToHexDigits(sealer));
      if (!node) continue;
      const signature = this.suite.sign(header.hash, node.privateKey);
      signatures.push({ sealerIndex: index, signature: this.suite.name === "sm" ? signature.slice(0, 64) : signature });
    }
    return signatures;
  }

  isUp(nodeId: NodeId): boolean {
    return !this.#down.has(nodeId) && this.nodes.some((node) => node.nodeId === nodeId);
  }

  setDown(nodeId: NodeId, down: boolean): void {
    if (down) this.#down.add(nodeId);
    else this.#down.delete(nodeId);
    this.schedule();
  }

  /** Blocks that a node is behind, as a fault on demand has it. */
  lagOf(nodeId: NodeId): number {
    return this.#lags.get(nodeId) ?? 0;
  }

  setLag(nodeId: NodeId, blocks: number): void {
    this.#lags.set(nodeId, blocks);
  }

  sealersOf(blockNumber: number): SealerSet {
    return sealerSet(readConsensusNodes(this.store), blockNumber);
  }

  config(key: string): string | undefined {
    return readSystemConfig(this.store, key)?.value;
  }

  leaderPeriod(): number {
    return Math.max(1, Number(this.config("consensus_leader_period") ?? "1"));
  }

  now(): number {
    return this.clock();
  }

  /** Runs one piece of work at a time on the state. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#working.then(work, work);
    this.#working = run.then(
      () => undefined,
      () => undefined,
    );
    return run;
  }

  /**
   * Takes a signed transaction into the pool and answers when its block is committed.
   * @throws PoolRefusal, or ChainError kind `decode` for bytes that are no transaction.
   */
  submit(signed: Uint8Array): Promise<CommittedTransaction> {
    const transaction = decodeSignedTransaction(signed);
    return this.submitDecoded(transaction, signed);
  }

  submitDecoded(transaction: SignedTransaction, signed: Uint8Array): Promise<CommittedTransaction> {
    const { data } = transaction;
    const hash = transactionHash(this.suite, data);
    const hashHex = bytesToHexDigits(hash);
    if (this.pool.get(hashHex)) throw new PoolRefusal("alreadyInTxPool");
    if (data.groupId !== this.id) throw new PoolRefusal("invalidGroupId");
    if (data.chainId !== this.settings.chainId) throw new PoolRefusal("invalidChainId");
    const publicKey = this.suite.signer(hash, transaction.signature);
    if (!publicKey) throw new PoolRefusal("invalidSignature");
    if (this.pool.hasNonce(data.nonce)) throw new PoolRefusal("nonceCheckFail");
    const head = BigInt(this.blocks.head);
    if (data.blockLimit <= head || data.blockLimit > head + BigInt(blockLimitSpan)) {
      throw new PoolRefusal("blockLimitCheckFail");
    }
    if (data.value.length > 514) throw new PoolRefusal("overFlowValue");
    if (this.pool.size >= poolLimit) throw new PoolRefusal("txPoolIsFull");
    const sender = this.suite.address(publicKey).slice(2);
    return new Promise((resolve) => {
      this.pool.add({
        record: { signed, hash, sender: hexToBytes(sender), importTimeMs: this.now() },
        transaction,
        hashHex,
        sender,
        ethereumNonce: undefined,
        resolve,
      });
      this.schedule();
    });
  }

  /** Seals soon, if there is something to seal and somebody to seal it. */
  schedule(): void {
    if (this.#scheduled || this.paused || this.#closed || this.pool.size === 0) return;
    this.#scheduled = true;
    const seal = (): void => {
      this.#scheduled = false;
      void this.exclusive(() => this.#sealPending()).then(() => this.schedule());
    };
    if (this.settings.blockIntervalMs > 0) setTimeout(seal, this.settings.blockIntervalMs);
    else setImmediate(seal);
  }

  async #sealPending(): Promise<void> {
    if (this.paused || this.#closed) return;
    const limit = Number(this.config("tx_count_limit") ?? "1000");
    const pending = this.pool.take(limit);
    if (pending.length > 0) await this.seal(pending);
  }

  /** Makes blocks without transactions until the head has the number. */
  async mineTo(number: number): Promise<void> {
    await this.exclusive(async () => {
      while (this.head.number < number && (await this.seal([])));
    });
  }

  /** Makes one block of the transactions. False when the sealers that are up do not reach the quorum. */
  async seal(pending: readonly PendingTransaction[]): Promise<boolean> {
    const parent = this.head;
    const number = parent.number + 1;
    const set = this.sealersOf(number);
    const turn = this.#takeTurn(set, number);
    if (!turn) return false;
    const rules = readChainRules(this.store, number);
    const timestampMs = Math.max(this.now(), parent.timestampMs + 1);
    const checkpoint = this.store.checkpoint();
    const receipts: ReceiptRecord[] = [];
    let gasUsed = 0n;
    for (const [index, each] of pending.entries()) {
      const result = await this.executor.execute(executable(each), { number, timestampMs }, rules, index);
      gasUsed += result.gasUsed;
      receipts.push(this.#receipt(each.transaction, result, rules, number));
    }
    const latest = this.blocks.block(parent.number);
    const header = {
      version: versionNumber(rules.compatibilityVersion),
      number,
      parentHash: parent.hash,
      txsRoot: merkleRoot(
        this.suite,
        pending.map(({ record }) => record.hash),
      ),
      receiptsRoot: merkleRoot(
        this.suite,
        receipts.map(({ hash }) => hash),
      ),
      stateRoot: this.#stateRoot(checkpoint),
      gasUsed: String(gasUsed),
      timestampMs,
      sealer: turn.leader,
      sealers: set.sealers.map(({ nodeId }) => hexToBytes(nodeId)),
      weights: set.sealers.map(({ weight }) => weight),
      extraData: nothing,
      signers: turn.signers,
    };
    const block: BlockRecord = {
      header: { ...header, hash: this.#headerHash(header) },
      transactions: pending.map(({ record }) => record),
      receipts,
      transactionCount: latest.transactionCount + pending.length,
      failedTransactionCount: latest.failedTransactionCount + receipts.filter(({ status }) => status !== 0).length,
    };
    this.#commit(block, pending, checkpoint);
    return true;
  }

  #commit(block: BlockRecord, pending: readonly PendingTransaction[], checkpoint: number): void {
    const keeps = this.blocks.log.keepsChanges;
    this.blocks.append(block, keeps ? encodeStateChanges(this.store.changesSince(checkpoint)) : nothing);
    this.store.seal();
    this.blocks.log.keepState(this.store);
    const number = block.header.number;
    this.pool.commit(
      number,
      pending.map(({ transaction }) => transaction.data.nonce),
      blockLimitSpan,
    );
    for (const [index, each] of pending.entries()) {
      this.pool.remove(each);
      each.resolve({
        blockNumber: number,
        index,
        receipt: block.receipts[index] as ReceiptRecord,
        transaction: each.transaction,
        record: each.record,
      });
    }
    this.emit("block", block);
  }

  /** Whose turn it is. A leader that is down costs a view change. */
  #takeTurn(set: SealerSet, number: number): { leader: number; signers: number[] } | undefined {
    const period = this.leaderPeriod();
    for (let step = 0; step < set.sealers.length; step++) {
      const leader = leaderIndex(set, number, period, this.view);
      const sealer = set.sealers[leader];
      if (sealer && this.isUp(sealer.nodeId)) {
        const signers = signingSealers(set, leader, (nodeId) => this.isUp(nodeId));
        return signers && { leader, signers };
      }
      this.view++;
    }
    return undefined;
  }

  /** A hash over the changed rows. A node hashes other encodings of its rows, so this root never equals a node's. */
  #stateRoot(checkpoint: number): Uint8Array {
    const changes = this.store.changesSince(checkpoint);
    if (changes.length === 0) return zeroHash;
    changes.sort((a, b) => (a.table === b.table ? (a.key < b.key ? -1 : 1) : a.table < b.table ? -1 : 1));
    return this.suite.hash(encodeStateChanges(changes));
  }

  #receipt(transaction: SignedTransaction, result: ExecutionResult, rules: ChainRules, number: number): ReceiptRecord {
    const version = transaction.data.version;
    const receipt = {
      version,
      gasUsed: String(result.gasUsed),
      contractAddress: result.contractAddress,
      status: result.status,
      output: result.output,
      logs: result.logs,
      effectiveGasPrice:
        version >= 1 && BigInt(rules.gasPrice === "0x" ? 0 : rules.gasPrice) > 0n ? rules.gasPrice : "",
      message: result.message,
    };
    const hash = receiptHash(this.suite, {
      ...receipt,
      logEntries: receipt.logs.map((log) => ({ ...log, topics: [...log.topics] })),
      blockNumber: BigInt(number),
    });
    return { ...receipt, hash };
  }

  /** Runs a call on the latest block and forgets what it did. */
  call(transaction: ExecutableTransaction): Promise<ExecutionResult> {
    return this.exclusive(async () => {
      const { number, timestampMs } = this.head;
      const checkpoint = this.store.checkpoint();
      try {
        // what the latest block has set counts for calls already
        const rules = readChainRules(this.store, number + 1);
        return await this.executor.execute(transaction, { number, timestampMs }, rules, 0);
      } finally {
        this.store.revert(checkpoint);
      }
    });
  }

  close(): void {
    this.#closed = true;
    this.pool.clear();
    this.blocks.log.writeState(this.store);
    this.blocks.log.close();
  }
}

function executable(pending: PendingTransaction): ExecutableTransaction {
  const { data } = pending.transaction;
  const value = data.version >= 1 && /^0x[0-9a-fA-F]+$/.test(data.value) ? BigInt(data.value) : 0n;
  return {
    sender: pending.sender,
    to: data.to,
    input: data.input,
    abi: data.abi,
    value,
    ethereumNonce: pending.ethereumNonce,
  };
}
