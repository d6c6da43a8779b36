import { EventEmitter } from "node:events";
import { executorOf } from "../../chain/config/configValues";
import { decodeSignedTransaction } from "../../chain/encoding/signedTransaction";
import { bytesToHexDigits, hexToBytes } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { behaves } from "../../facts/releases/releases";
import { readChainRules } from "../execution/chainRules";
import { readAccount, writeAccount } from "../execution/flatStateManager";
import type { Client } from "../execution/timeSlice";
import { type PrecompiledContracts, recipientAddress, TransactionExecutor } from "../execution/transactionExecutor";
import type { NodeIdentity } from "../keys/seededKeys";
import type { BlockRecord, HeaderRecord, ReceiptRecord } from "../records/blockRecord";
import { encodeStateChanges } from "../records/blockRecord";
import type { DevChainSettings } from "../settings/options";
import { type StateReader, StateStore } from "../state/stateStore";
import { readSystemConfig } from "../state/systemTables";
import { ArchivedBlocks } from "./archivedBlocks";
import { makeBlock } from "./blockMaker";
import { BlockOrder } from "./blockOrder";
import { SignatureCache } from "./blockSigning";
import { type BlockLog, BlockStore } from "./blockStore";
import { DryRuns } from "./dryRuns";
import {
  executedGenesisHash,
  foundingMembers,
  fundedAccounts,
  fundedBalance,
  genesisBlock,
  writeGenesisTables,
} from "./genesis";
import { Members } from "./members";
import {
  type AdmittedTransaction,
  blockLimitSpan,
  PoolAdmission,
  type ReceivedTransaction,
  receivedTransaction,
} from "./poolAdmission";
import { rotationTransaction } from "./rotation";
import { StateHistory } from "./stateHistory";
import { type CommittedTransaction, type PendingTransaction, TxPool, uniqueNonce } from "./txPool";
import { WorkQueue } from "./workQueue";

/** Until a block that could not be written (a full disk) is tried again. */
const retryMs = 1000;
const nothing = new Uint8Array(0);
/** So far past its limit was a transaction still sealed by four nodes of 3.17. */
const blocksPastLimit = 2n;

/** The newest version of native transactions that nodes execute. */
const newestTransactionVersion = 2;

/** Why a group makes no more blocks until a restart. */
export type StallReason =
  | { readonly kind: "recipient"; readonly to: string }
  | { readonly kind: "version"; readonly version: number };

interface GroupEvents {
  block: [block: BlockRecord];
  /** The chain went back to a block: what was behind it, up to `before`, has never been. */
  rewound: [head: number, before: number];
  /** Sealing has stopped for good: what did it. */
  stalled: [reason: StallReason];
}

/** Everything one group is: state, blocks, pool, members, and the making of the next block. */
export class Group extends EventEmitter<GroupEvents> {
  readonly id: string;
  readonly settings: DevChainSettings;
  readonly suite: CryptoSuite;
  /** The state as work on it leaves it from step to step: for that work alone. */
  readonly store = new StateStore();
  /** The state after the latest block, for all other readers. */
  readonly sealed: StateReader = this.store.sealed;
  readonly members: Members;
  readonly blocks: BlockStore;
  readonly pool = new TxPool();
  /** Blocks whose bodies the archive delete service has taken. */
  readonly archive: ArchivedBlocks;
  readonly signatures: SignatureCache;
  readonly admission: PoolAdmission;
  readonly executor: TransactionExecutor;
  readonly dryRuns: DryRuns;
  /** Milliseconds since 1970, for blocks and import times. */
  clock: () => number = Date.now;
  /** While true, transactions wait. */
  paused = false;
  /** A transaction that nodes of this executor cannot get past stands in the pool: nothing is sealed until a restart. */
  stalled = false;
  readonly #history = new StateHistory(this.store);
  readonly #work: WorkQueue;
  readonly #order: BlockOrder;
  #scheduled = false;
  /** For the next block to be made. */
  #wait: NodeJS.Timeout | undefined;
  #admin = "";
  #closed = false;

  constructor(
    id: string,
    settings: DevChainSettings,
    suite: CryptoSuite,
    nodes: NodeIdentity[],
    log: BlockLog,
    precompiledContracts: (store: StateStore, suite: CryptoSuite, nodeVersion: string) => PrecompiledContracts,
  ) {
    super();
    this.setMaxListeners(0); // each watcher in the same process is one
    this.id = id;
    this.settings = settings;
    this.suite = suite;
    this.members = new Members(this.sealed, nodes);
    this.blocks = new BlockStore(log);
    this.#order = new BlockOrder(settings, this.sealed);
    this.archive = new ArchivedBlocks(log);
    this.signatures = new SignatureCache(log);
    const builtins = precompiledContracts(this.store, suite, settings.nodeVersion);
    this.executor = new TransactionExecutor(this.store, suite, builtins, (number) => this.blocks.hashOf(number));
    this.#work = new WorkQueue(this.executor.timeSlice);
    this.dryRuns = new DryRuns({
      suite,
      store: this.store,
      blocks: this.blocks,
      executor: this.executor,
      history: this.#history,
      work: this.#work,
      now: () => this.now(),
    });
    const { sealed, pool, blocks } = this;
    this.admission = new PoolAdmission({ groupId: id, settings, suite, store: sealed, pool, head: () => blocks.head });
  }

  /** The header of the latest block, with the hash by which the chain goes. */
  get head(): HeaderRecord {
    const { header } = this.blocks.block(this.blocks.head);
    return { ...header, hash: this.blocks.hashOf(header.number) ?? header.hash };
  }

  /** Goes on where the block log ends, or makes block 0 with the first governor. */
  async open(admin: string): Promise<void> {
    this.#admin = admin;
    const { head, log } = this.blocks;
    this.archive.rewind(head); // a loss of power, or a kill while it went back, may have left less than was archived
    if (head < 0) {
      await this.#makeGenesis(admin);
      return;
    }
    log.loadState(this.store);
    this.store.seal();
    if (head === 0) this.#executeGenesis();
    else this.blocks.nameGenesis(this.blocks.block(1).header.parentHash);
    for (let number = Math.max(1, head - blockLimitSpan); number <= head; number++) {
      const nonces = this.blocks
        .block(number)
        .transactions.map(({ signed, sender }) =>
          uniqueNonce(decodeSignedTransaction(signed), bytesToHexDigits(sender)),
        );
      this.pool.commit(number, nonces, blockLimitSpan);
    }
  }

  /** Gives development accounts that have nothing what those of a new chain have: in a block, where there are such. */
  async fund(): Promise<void> {
    const { settings, store } = this;
    const poor = fundedAccounts(this.suite, settings).filter((account) => !readAccount(this.sealed, account)?.balance);
    if (poor.length === 0) return;
    await this.change(() => {
      for (const account of poor) writeAccount(store, account, { balance: fundedBalance(settings) });
    });
  }

  async #makeGenesis(admin: string): Promise<void> {
    const { settings, store } = this;
    const { sealers, observers } = foundingMembers(this.members.nodes, settings);
    writeGenesisTables(store, this.suite, settings, sealers, observers);
    const { timeSlice } = this.executor;
    timeSlice.held = true; // without block 0 there is nothing to answer with
    try {
      await this.executor.seed(readChainRules(store, 0), admin);
    } finally {
      timeSlice.held = false;
    }
    for (const account of fundedAccounts(this.suite, settings))
      writeAccount(store, account, { balance: fundedBalance(settings) });
    this.blocks.append(
      genesisBlock(this.suite, settings, this.id, admin, sealers),
      this.blocks.log.keepsChanges ? encodeStateChanges(store.changesSince(0)) : nothing,
    );
    this.#executeGenesis();
    this.store.seal();
  }

  /** What a start at height 0 does to block 0. */
  #executeGenesis(): void {
    const { blocks, settings, suite } = this;
    const hash = executedGenesisHash(suite, settings, blocks.block(0), blocks.log.countStart());
    if (hash) blocks.nameGenesis(hash);
  }

  config(key: string): string | undefined {
    return readSystemConfig(this.sealed, key)?.value;
  }

  /** The baseline executor makes the next block. */
  get isBaseline(): boolean {
    return executorOf(this.config("executor_version")) === 1;
  }

  now(): number {
    return this.clock();
  }

  /** Where a transaction stands, if its block still has its transactions and receipts. */
  locate(hash: Uint8Array): { readonly number: number; readonly index: number } | undefined {
    const place = this.blocks.locate(hash);
    return place && !this.archive.has(place.number) ? place : undefined;
  }

  /** Whether the sealers that are up can make the next block. */
  hasQuorum(): boolean {
    return this.members.hasQuorum(this.blocks.head + 1);
  }

  /** Runs one piece of work at a time on the state. For a client it is limited how long it waits. @throws as `WorkQueue.run`. */
  exclusive<T>(work: () => Promise<T>, client?: Client): Promise<T> {
    return this.#work.run(work, client);
  }

  /**
   * Takes a signed transaction into the pool and answers when its block is committed.
   * @throws PoolRefusal
   */
  submit(received: ReceivedTransaction): Promise<CommittedTransaction> {
    return this.#enqueue(this.admission.native(received));
  }

  /**
   * Takes an Ethereum transaction whose sender its signature has told.
   * @throws PoolRefusal
   */
  submitEthereum(signed: Uint8Array, hash: Uint8Array, sender: string): Promise<CommittedTransaction> {
    return this.#enqueue(this.admission.ethereum(signed, hash, sender));
  }

  /** Takes a transaction in an account's name without asking for a signature. */
  submitAs(signed: Uint8Array, sender: string): Promise<CommittedTransaction> {
    return this.#enqueue({ ...receivedTransaction(this.suite, signed), sender });
  }

  #enqueue({ transaction, signed, hash, sender }: AdmittedTransaction): Promise<CommittedTransaction> {
    return new Promise((resolve) => {
      this.pool.add({
        record: { signed, hash, sender: hexToBytes(sender), importTimeMs: this.now() },
        transaction,
        hashHex: bytesToHexDigits(hash),
        sender,
        arrivedMs: performance.now(),
        resolve,
      });
      this.schedule();
    });
  }

  /** Seals soon, if there are transactions and enough sealers. */
  schedule(): void {
    if (this.#scheduled || this.paused || this.stalled || this.#closed || this.pool.size === 0) return;
    if (!this.hasQuorum()) return;
    clearTimeout(this.#wait);
    const wait = this.settings.blockIntervalMs || this.#order.waitMs(this.pool.take(this.pool.size));
    this.#scheduled = this.settings.blockIntervalMs > 0 || wait === 0;
    const seal = (): void => {
      this.#scheduled = false;
      this.exclusive(() => this.#sealPending()).then(
        () => this.schedule(),
        (error: unknown) => {
          if (this.#closed) return;
          process.emitWarning(error instanceof Error ? error : String(error));
          setTimeout(() => this.schedule(), retryMs).unref();
        },
      );
    };
    if (!this.#scheduled)
      this.#wait = setTimeout(() => this.schedule(), wait); // an earlier nonce may come until then
    else if (wait > 0) this.#wait = setTimeout(seal, wait);
    else setImmediate(seal);
  }

  async #sealPending(): Promise<void> {
    if (this.paused || this.stalled || this.#closed || !this.hasQuorum()) return;
    const pending = this.#takePending(true);
    if (pending && pending.length > 0) await this.seal(pending);
  }

  /** What the next block takes of the pool, or only what is due of it; undefined where the group stands still. */
  #takePending(isDue = false): readonly PendingTransaction[] | undefined {
    if (this.stalled) return undefined;
    const limit = Number(this.config("tx_count_limit") ?? "1000");
    let pending = this.pool.take(limit);
    for (let gone = pending.filter(this.isGone); gone.length > 0; gone = pending.filter(this.isGone)) {
      for (const each of gone) this.#drop(each);
      pending = this.pool.take(limit);
    }
    const poison = this.#poison(pending);
    if (!poison) return this.#order.arrange(isDue ? this.#order.due(pending) : pending, this.blocks.head + 1);
    this.stalled = true;
    this.emit("stalled", poison);
    return undefined;
  }

  /**
   * What several sealers seal no more: what is more than two blocks past its limit (a single one seals it at any height); and an Ethereum
   * transaction whose account went on after it was taken, whose hash never comes.
   */
  readonly isGone = ({ transaction: { type, data }, sender }: PendingTransaction): boolean => {
    if (type === 1) return BigInt(data.nonce) < (readAccount(this.sealed, sender)?.nonce ?? 0n);
    const number = this.blocks.head + 1;
    const isAlone = this.members.sealersOf(number).sealers.length < 2;
    return !isAlone && BigInt(number) > data.blockLimit + blocksPastLimit;
  };

  /** Who waits for it hears a status since 3.17, and before a false 0; the block is 0. */
  #drop(pending: PendingTransaction): void {
    this.pool.remove(pending);
    const status = behaves(this.settings.nodeVersion, "tellsExpired") ? 10010 : 0;
    const { transaction, record } = pending;
    const receipt = {
      ...{ version: transaction.data.version, gasUsed: "0", contractAddress: "", status, output: nothing, logs: [] },
      ...{ effectiveGasPrice: "", message: "", hash: nothing },
    };
    pending.resolve({ blockNumber: 0, index: -1, receipt, transaction, record });
  }

  /**
   * What real nodes don't get past until they are restarted: a recipient that is no address, under the baseline executor; since 3.17 a
   * native transaction of a version above 2 or below 0, which ends processes of the classic executor.
   */
  #poison(pending: readonly PendingTransaction[]): StallReason | undefined {
    const { isBaseline } = this;
    const stopsAtVersion = behaves(this.settings.nodeVersion, "stopsAtTransactionVersion");
    for (const { transaction } of pending) {
      const { to, version } = transaction.data;
      if (isBaseline && to !== "" && recipientAddress(to) === undefined) return { kind: "recipient", to };
      if (stopsAtVersion && transaction.type === 0 && (version < 0 || version > newestTransactionVersion))
        return { kind: "version", version };
    }
    return undefined;
  }

  /** What restarting the nodes does, after the block that is being made: the pool is empty, sealing goes on. */
  async restart(): Promise<void> {
    await this.exclusive(async () => this.#restart());
  }

  #restart(): void {
    this.pool.clear();
    this.stalled = false;
  }

  /**
   * Makes blocks without transactions until the head has the number.
   * @public comparisons bring a group to the height of what was recorded of a real chain
   */
  async mineTo(number: number): Promise<void> {
    await this.exclusive(async () => {
      while (this.head.number < number && (await this.seal([])));
    });
  }

  /** Makes one block of the transactions. False when the sealers that are up do not reach the quorum. */
  async seal(pending: readonly PendingTransaction[], before: () => void = () => undefined): Promise<boolean> {
    const parent = { ...this.blocks.block(this.blocks.head), header: this.head };
    const turn = this.members.takeTurn(parent.header.number + 1);
    if (!turn) return false;
    const timestampMs = this.now();
    const rotation = await rotationTransaction(this, parent.header, turn.leader, timestampMs);
    const transactions = rotation ? [rotation, ...pending] : pending;
    const checkpoint = this.store.checkpoint();
    try {
      const block = await makeBlock(this, { parent, turn, timestampMs, pending: transactions, before });
      if (this.#closed) throw new Error("the chain was closed while it made a block");
      this.#commit(block, transactions, checkpoint);
      return true;
    } catch (error) {
      this.#forget(checkpoint); // it was not announced
      throw error;
    }
  }

  #commit(block: BlockRecord, pending: readonly PendingTransaction[], checkpoint: number): void {
    const keeps = this.blocks.log.keepsChanges;
    this.blocks.append(block, keeps ? encodeStateChanges(this.store.changesSince(checkpoint)) : nothing);
    this.#history.remember(block.header.number, checkpoint);
    this.store.seal();
    this.members.changeCycle = 0;
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

  /** Snapshots that can be gone back to. */
  get snapshotCount(): number {
    return this.#history.snapshotCount;
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
    const before = this.blocks.head;
    this.#history.rewind(number);
    this.blocks.rewind(number);
    this.archive.rewind(number);
    this.pool.rewind(number);
    this.emit("rewound", number, before);
  }

  /** Begins anew at block 0. */
  async reset(): Promise<void> {
    await this.exclusive(async () => {
      const before = this.blocks.head;
      this.blocks.rewind(-1);
      this.archive.rewind(-1);
      this.pool.rewind(-1);
      this.#restart();
      this.members.restart();
      this.store.clear();
      this.#history.clear();
      await this.#makeGenesis(this.#admin);
      this.emit("rewound", this.blocks.head, before);
    });
  }

  /** Makes blocks now: the first with what waits, the others empty; none where it stands still. Others have their turn between two. */
  async mine(count: number): Promise<void> {
    for (let i = 0; i < count && !this.#closed && !this.stalled; i++) {
      await this.exclusive(async () => {
        const pending = this.#closed ? undefined : i === 0 ? this.#takePending() : [];
        if (pending) await this.seal(pending);
      });
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Changes the state outside any transaction, in a block of its own. */
  async change(work: () => void): Promise<void> {
    await this.exclusive(() => this.seal([], work));
  }

  clearFaults(): void {
    this.members.clearFaults();
    this.admission.full = false;
    this.schedule();
  }

  /** Whatever was executed since the checkpoint has never been. */
  #forget(checkpoint: number): void {
    this.executor.forgetBlock();
    this.store.revert(checkpoint);
  }

  /** Lets go of a group that could not be opened. */
  abandon(): void {
    this.#closed = true;
    this.#work.close();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#wait);
    this.#work.close();
    this.pool.clear();
    this.store.revert(0); // what is just being executed is no block's
    this.blocks.log.close(this.store);
  }
}
