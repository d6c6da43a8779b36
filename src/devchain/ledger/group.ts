import { EventEmitter } from "node:events";
import { blockHeaderHash } from "../../chain/transaction/blockHeaderHash";
import { merkleRoot } from "../../chain/transaction/merkle";
import { receiptHash } from "../../chain/transaction/receiptHash";
import { decodeSignedTransaction, type SignedTransaction } from "../../chain/transaction/signedTransaction";
import { transactionHash } from "../../chain/transaction/transactionHash";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { bytesToHexDigits, hexToBytes, type NodeId } from "../../crypto/hex";
import { ArchivedBlocks } from "../archive/archivedBlocks";
import { type TraceOptions, type TransactionTrace, traceExecution } from "../dev/traceTransaction";
import type { ExecutionResult } from "../execution/executionResult";
import { readAccount } from "../execution/flatStateManager";
import {
  type BuiltinContracts,
  type ChainRules,
  type ExecutableTransaction,
  priceOf,
  readChainRules,
  recipientAddress,
  TransactionExecutor,
} from "../execution/transactionExecutor";
import type { NodeIdentity } from "../nodes/seededKeys";
import { type DevChainSettings, versionNumber } from "../options";
import { invalidParams, ledgerError } from "../rpc/rpcError";
import { StateStore } from "../state/stateStore";
import { readConsensusNodes, readSystemConfig } from "../state/systemTables";
import type { BlockRecord, HeaderRecord, ReceiptRecord, TransactionRecord } from "./blockRecord";
import { encodeStateChanges } from "./blockRecord";
import { type BlockLog, BlockStore } from "./blockStore";
import { leaderIndex, type SealerSet, sealerSet, signingSealers } from "./consensus";
import { executableRecord, executableTransaction } from "./executableTransaction";
import { genesisText, writeGenesisTables } from "./genesis";
import { historyBlocks, StateHistory } from "./stateHistory";
import { type CommittedTransaction, type PendingTransaction, type PoolStatus, TxPool, uniqueNonce } from "./txPool";

/** How far ahead of the head a block limit may be. */
const blockLimitSpan = 1000;
/** How far ahead of an account's nonce an Ethereum transaction may be. */
const nonceSpan = 600_000n;
/** Ethereum transactions carry no more (EIP-3860). */
const largestInitCode = 49_152;
/** The pool's room (`[txpool] limit` of a generated node). */
const poolLimit = 15_000;
/** Until a block that could not be written (a full disk) is tried again. */
const retryMs = 1000;
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
  /** Sealing has stopped for good: the recipient that did it. */
  stalled: [to: string];
}

/** Everything one group is: state, blocks, pool, members, and the making of the next block. */
export class Group extends EventEmitter<GroupEvents> {
  readonly id: string;
  readonly settings: DevChainSettings;
  readonly suite: CryptoSuite;
  /** Grows when a node joins the network; shared by all groups. */
  readonly nodes: NodeIdentity[];
  readonly store = new StateStore();
  readonly blocks: BlockStore;
  readonly pool = new TxPool();
  /** Blocks whose bodies the archive delete service has taken. */
  readonly archive: ArchivedBlocks;
  readonly executor: TransactionExecutor;
  /** PBFT view: rises when a leader is not there. */
  view = 0;
  /** Milliseconds since 1970, for blocks and import times. */
  clock: () => number = Date.now;
  /** While true, transactions wait. */
  paused = false;
  /** Leader changes since the last block; above 0 the group is in trouble. */
  changeCycle = 0;
  /** The pool refuses everything, as a full one does. */
  poolFull = false;
  /** A transaction that nodes of this executor cannot get past stands in the pool: nothing is sealed until a restart. */
  stalled = false;
  readonly #history = new StateHistory(this.store);
  readonly #down = new Set<NodeId>();
  readonly #lags = new Map<NodeId, number>();
  #working: Promise<unknown> = Promise.resolve();
  #scheduled = false;
  #admin = "";
  #closed = false;

  constructor(
    id: string,
    settings: DevChainSettings,
    suite: CryptoSuite,
    nodes: NodeIdentity[],
    log: BlockLog,
    builtins: (store: StateStore, suite: CryptoSuite) => BuiltinContracts,
  ) {
    super();
    this.id = id;
    this.settings = settings;
    this.suite = suite;
    this.nodes = nodes;
    this.blocks = new BlockStore(log);
    this.archive = new ArchivedBlocks(log);
    this.executor = new TransactionExecutor(this.store, suite, builtins(this.store, suite), (number) =>
      this.blocks.hashOf(number),
    );
  }

  get head(): HeaderRecord {
    return this.blocks.block(this.blocks.head).header;
  }

  /** Goes on where the block log ends, or makes block 0 with the first governor. */
  async open(admin: string): Promise<void> {
    this.#admin = admin;
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
        .transactions.map(({ signed, sender }) =>
          uniqueNonce(decodeSignedTransaction(signed), bytesToHexDigits(sender)),
        );
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

  /** Whether the sealers that are up can make a block. */
  hasQuorum(): boolean {
    const set = this.sealersOf(this.blocks.head + 1);
    return signingSealers(set, 0, (nodeId) => this.isUp(nodeId)) !== undefined;
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
    if (this.poolFull || this.pool.size >= poolLimit) throw new PoolRefusal("txPoolIsFull");
    return this.#enqueue(transaction, signed, hash, this.suite.address(publicKey).slice(2));
  }

  /**
   * Takes an Ethereum transaction, wrapped as nodes wrap it, whose sender its signature has told. Nonces are counted for each account,
   * gaps are let through (docs/protocol/web3-rpc.md, "Transactions").
   * @throws PoolRefusal
   */
  submitEthereum(signed: Uint8Array, hash: Uint8Array, sender: string): Promise<CommittedTransaction> {
    const transaction = decodeSignedTransaction(signed);
    const { data } = transaction;
    const known = readAccount(this.store, sender)?.nonce ?? 0n;
    const nonce = BigInt(data.nonce);
    if (data.input.length > largestInitCode) throw new PoolRefusal("maxInitCodeSizeExceeded");
    if (data.chainId !== "0" && data.chainId !== String(BigInt(this.config("web3_chain_id") ?? "0"))) {
      throw new PoolRefusal("invalidChainId");
    }
    if (this.pool.get(bytesToHexDigits(hash))) throw new PoolRefusal("alreadyInTxPool");
    if (nonce < known || nonce > known + nonceSpan || this.pool.hasNonce(uniqueNonce(transaction, sender))) {
      throw new PoolRefusal("nonceCheckFail");
    }
    if (this.poolFull || this.pool.size >= poolLimit) throw new PoolRefusal("txPoolIsFull");
    return this.#enqueue(transaction, signed, hash, sender);
  }

  /** Takes a transaction in somebody's name without asking for a signature. */
  submitAs(signed: Uint8Array, sender: string): Promise<CommittedTransaction> {
    const transaction = decodeSignedTransaction(signed);
    return this.#enqueue(transaction, signed, transactionHash(this.suite, transaction.data), sender);
  }

  #enqueue(
    transaction: SignedTransaction,
    signed: Uint8Array,
    hash: Uint8Array,
    sender: string,
  ): Promise<CommittedTransaction> {
    return new Promise((resolve) => {
      this.pool.add({
        record: { signed, hash, sender: hexToBytes(sender), importTimeMs: this.now() },
        transaction,
        hashHex: bytesToHexDigits(hash),
        sender,
        resolve,
      });
      this.schedule();
    });
  }

  /** Seals soon, if there is something to seal and somebody to seal it. */
  schedule(): void {
    if (this.#scheduled || this.paused || this.stalled || this.#closed || this.pool.size === 0 || !this.hasQuorum())
      return;
    this.#scheduled = true;
    const seal = (): void => {
      this.#scheduled = false;
      this.exclusive(() => this.#sealPending()).then(
        () => this.schedule(),
        (error: unknown) => {
          process.emitWarning(error instanceof Error ? error : String(error));
          setTimeout(() => this.schedule(), retryMs).unref();
        },
      );
    };
    if (this.settings.blockIntervalMs > 0) setTimeout(seal, this.settings.blockIntervalMs);
    else setImmediate(seal);
  }

  async #sealPending(): Promise<void> {
    if (this.paused || this.stalled || this.#closed || !this.hasQuorum()) return;
    const limit = Number(this.config("tx_count_limit") ?? "1000");
    const pending = this.pool.take(limit);
    if (pending.length === 0) return;
    const poison = this.#poison(pending);
    if (poison) {
      this.stalled = true;
      this.emit("stalled", poison.transaction.data.to);
    } else await this.seal(pending);
  }

  /** A recipient that is no address stops the baseline executor of real nodes until they are restarted. */
  #poison(pending: readonly PendingTransaction[]): PendingTransaction | undefined {
    if (this.config("executor_version") !== "1") return undefined;
    return pending.find(({ transaction }) => {
      const { to } = transaction.data;
      return to !== "" && recipientAddress(to) === undefined;
    });
  }

  /** What restarting the nodes does: the pool is empty, sealing goes on. */
  restart(): void {
    this.pool.clear();
    this.stalled = false;
  }

  /** Makes blocks without transactions until the head has the number. */
  async mineTo(number: number): Promise<void> {
    await this.exclusive(async () => {
      while (this.head.number < number && (await this.seal([])));
    });
  }

  /** Makes one block of the transactions. False when the sealers that are up do not reach the quorum. */
  async seal(pending: readonly PendingTransaction[], before: () => void = () => undefined): Promise<boolean> {
    const parent = this.head;
    const number = parent.number + 1;
    const set = this.sealersOf(number);
    const turn = this.#takeTurn(set, number);
    if (!turn) return false;
    const rules = readChainRules(this.store, number);
    const timestampMs = Math.max(this.now(), parent.timestampMs + 1);
    const checkpoint = this.store.checkpoint();
    before();
    const receipts: ReceiptRecord[] = [];
    let gasUsed = 0n;
    for (const [index, each] of pending.entries()) {
      const result = await this.executor.execute(
        executableTransaction(each.transaction, each.sender),
        { number, timestampMs },
        rules,
        index,
      );
      gasUsed += result.gasUsed;
      receipts.push(this.#receipt(each.transaction, result, rules, number));
    }
    this.executor.finishBlock();
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
    try {
      this.blocks.append(block, keeps ? encodeStateChanges(this.store.changesSince(checkpoint)) : nothing);
    } catch (error) {
      this.store.revert(checkpoint); // nobody has been told of it
      throw error;
    }
    this.#history.remember(block.header.number, checkpoint);
    this.store.seal();
    this.changeCycle = 0;
    this.blocks.log.keepState(this.store);
    const number = block.header.number;
    this.pool.commit(
      number,
      pending.map(({ transaction, sender }) => uniqueNonce(transaction, sender)),
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

  /** Names the present state, to go back to. */
  snapshot(): string {
    return this.#history.snapshot(this.blocks.head);
  }

  /** Goes back to a snapshot, which is used up with all younger ones. False when there is none of that name. */
  async revertTo(id: string): Promise<boolean> {
    return this.exclusive(async () => {
      const number = this.#history.takeSnapshot(id);
      if (number === undefined) return false;
      this.#rewind(number);
      return true;
    });
  }

  #rewind(number: number): void {
    this.#history.rewind(number);
    this.blocks.rewind(number);
    this.archive.rewind(number);
    this.pool.rewind(number);
  }

  /** Begins anew at block 0. */
  async reset(): Promise<void> {
    await this.exclusive(async () => {
      this.blocks.rewind(-1);
      this.archive.rewind(-1);
      this.pool.rewind(-1);
      this.restart();
      this.store.clear();
      this.#history.clear();
      await this.#makeGenesis(this.#admin);
    });
  }

  /** Makes blocks now: the first with what waits, the others empty. */
  async mine(count: number): Promise<void> {
    await this.exclusive(async () => {
      for (let i = 0; i < count; i++) {
        await this.seal(i === 0 ? this.pool.take(Number(this.config("tx_count_limit") ?? "1000")) : []);
      }
    });
  }

  /** Changes the state outside any transaction, in a block of its own. */
  async change(work: () => void): Promise<void> {
    await this.exclusive(() => this.seal([], work));
  }

  /** Leaders that do not come: the view rises, and the group says so until the next block. */
  changeView(times: number): void {
    this.view += times;
    this.changeCycle += times;
  }

  clearFaults(): void {
    this.#down.clear();
    this.#lags.clear();
    this.poolFull = false;
    this.changeCycle = 0;
    this.schedule();
  }

  /**
   * Runs a committed transaction again on the state before it, watched.
   * @throws RpcError 3008 for an unknown transaction, −32602 for one that is too old.
   */
  trace(hash: Uint8Array, options: TraceOptions): Promise<TransactionTrace> {
    return this.exclusive(async () => {
      const place = this.blocks.locate(hash);
      if (!place) throw ledgerError(3008, "GetBatchTxsByHashList error");
      if (place.number < this.#history.first) {
        throw invalidParams(`only the latest ${historyBlocks} blocks can be traced`);
      }
      const checkpoint = this.store.checkpoint();
      try {
        this.#history.visit(place.number);
        return await this.#traceAt(place.number, place.index, options);
      } finally {
        this.store.revert(checkpoint);
      }
    });
  }

  async #traceAt(number: number, index: number, options: TraceOptions): Promise<TransactionTrace> {
    const block = this.blocks.block(number);
    const rules = readChainRules(this.store, number);
    const facts = { number, timestampMs: block.header.timestampMs };
    const run = (at: number): Promise<ExecutionResult> =>
      this.executor.execute(executableRecord(block.transactions[at] as TransactionRecord), facts, rules, at);
    for (let at = 0; at < index; at++) await run(at);
    return traceExecution(this.executor.evm(rules.revision), options, () => run(index));
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
      effectiveGasPrice: version >= 1 && priceOf(rules.gasPrice) > 0n ? rules.gasPrice : "",
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
        const isStatic = rules.executorVersion === 0;
        return await this.executor.execute({ ...transaction, isStatic }, { number, timestampMs }, rules, 0);
      } finally {
        this.executor.finishBlock();
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
