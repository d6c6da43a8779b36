import * as vscode from "vscode";
import type { AbiSource } from "../../../chain/abi/knownErrors";
import { createClient, type NodeTransport } from "../../../chain/client/client";
import { type GroupHealth, isStopped } from "../../../chain/health/groupHealth";
import { requirePinnedSession } from "../../../chain/profile/chainPin";
import type { ConnectionProfile } from "../../../chain/profile/checkedProfile";
import type { Access } from "../../../chain/profile/connectionSetting";
import type { Block } from "../../../chain/rpc/blocks";
import { getBlockByNumber, getBlockNumber } from "../../../chain/rpc/blocks";
import { getSyncStatus } from "../../../chain/rpc/nodeStatus";
import type { ChainSession } from "../../../chain/session";
import type { WebSocketTransport } from "../../../chain/transport/webSocketTransport";
import type { Hex } from "../../../crypto/bytes/hex";
import { AskedOnce } from "../../../time/askedOnce";
import { InstanceCache } from "../../kit/memory/kept";
import type { EndpointState } from "./endpoints";

/** What of a group has changed, so that views refresh no more than that. */
export type GroupChange = "height" | "nodes" | "bfs" | "config" | "contracts" | "governance" | "health" | "session";

/** What of its health a person sees: the time of an answer to the second. */
function visible(health: GroupHealth | undefined): string {
  if (!health) return "";
  const { height: _height, waiting: _waiting, standsMs: _standsMs, lastBlockMs: _last, answerMs, ...rest } = health;
  return JSON.stringify({ ...rest, stopped: isStopped(health), answerMs: Math.floor(answerMs / 1000) });
}

/**
 * Behind one address may stand several nodes, some a little behind: a lower height than the last counts only when nothing else was
 * told for so long. A chain of one process that was set back tells the truth at once.
 */
const lowerForMs = 30_000;

/** Archiving is rare, and isn't reported. */
const archivedForMs = 60_000;

/** ABIs of contracts that are known beside the chain: those that were deployed or added on it, and the workspace's. */
export type OtherAbis = (group: ChainGroup) => Promise<readonly AbiSource[]>;

/** What a group knows of the connection that it is reached by. */
export interface GroupConnection {
  readonly id: string;
  readonly name: string;
  readonly profile: ConnectionProfile;
  readonly access: Access;
  readonly origin: "settings" | "session" | "embedded";
  readonly groups: readonly ChainGroup[];
  /** The address that answers; undefined while nothing is connected. */
  readonly endpoint: string | undefined;
  /** What is known of its endpoints, where it has several. */
  readonly endpoints: readonly EndpointState[];
  /** The connection over which the node tells of blocks and events by itself; undefined where it has none. */
  readonly push: WebSocketTransport | undefined;
  /** Whether the node tells of new blocks right now. */
  readonly pushes: boolean;
  /** Asks the node for another process, which reads the answer. @throws ChainError */
  readonly answer: NodeTransport["answer"];
}

/** One group of a connected chain: its session, and the last height that is known. */
export class ChainGroup implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<GroupChange>();
  readonly onDidChange = this.#changed.event;
  /** What is remembered of the group while its connection is open. */
  readonly kept = new InstanceCache();
  #keptOfSession = new InstanceCache();
  #session: ChainSession;
  #height: number | undefined;
  /** Counts what was told of the height. */
  #reports = 0;
  #missesBlocks = false;
  #setBacks = 0;
  /** Since when only lower heights than `#height` are told. */
  #lowerSince: number | undefined;
  #health: GroupHealth | undefined;
  #asking: Promise<number> | undefined;
  readonly #genesisContent = new AskedOnce<Hex>();
  #archived: { readonly below: Promise<number>; readonly at: number } | undefined;

  constructor(
    readonly connection: GroupConnection,
    session: ChainSession,
    /** The hash by which the chain goes, of which its block 1 is the child: tells two chains of the same names apart. */
    readonly genesisHash: Hex,
    private readonly otherAbis?: OtherAbis,
  ) {
    this.#session = this.#knowing(session);
  }

  /** Errors of contracts behind the one that is called have names by what is known here. */
  #knowing(session: ChainSession): ChainSession {
    const { otherAbis } = this;
    const renew = (): Promise<void> => this.reopen();
    return { ...session, renew, ...(otherAbis ? { otherAbis: () => otherAbis(this) } : {}) };
  }

  /** What the group is. Made anew when its data version, its permissions or the asked node change. */
  get session(): ChainSession {
    return this.#session;
  }

  /** What is remembered of the session alone: another session has another. */
  get keptOfSession(): InstanceCache {
    return this.#keptOfSession;
  }

  /**
   * Asks the group again what it is, and from then on through the named node; empty lets the node's service choose.
   * @throws ChainError what `openSession` throws: rpc `unknownNode`, transport errors; usage `pinMismatch`. The group stays as it was then.
   */
  async reopen(node = this.#session.client.node): Promise<void> {
    const { openSession } = await import("../../../chain/openSession");
    const { transport, group } = this.#session.client;
    const session = await openSession(createClient(transport, group, node));
    await requirePinnedSession(this.connection.name, this.connection.profile.pin, session, this.genesisHash);
    this.#session = this.#knowing(session);
    this.#keptOfSession = new InstanceCache();
    this.#changed.fire("session");
  }

  /** Stable over reconnects, without text that changes. */
  get id(): string {
    return `${this.connection.id}/${this.session.groupId}`;
  }

  get groupId(): string {
    return this.session.groupId;
  }

  /** One chain, wherever it is reached: what is remembered of a chain is kept under it. */
  get chainKey(): string {
    return `${this.session.chainId}/${this.session.groupId}/${this.genesisHash}`;
  }

  /**
   * The hash of block 0's content, to be compared with a config.genesis; with executor 1 another one than `genesisHash`. Asked for once.
   * @throws ChainError what a request throws.
   */
  genesisContent(): Promise<Hex> {
    return this.#genesisContent.get(async () => {
      const { readGenesisContent } = await import("../../../chain/verification/readGenesis");
      return readGenesisContent(this.session);
    });
  }

  get writable(): boolean {
    return this.connection.access !== "readOnly";
  }

  /** Number of the newest block; undefined until it was asked for. */
  get height(): number | undefined {
    return this.#height;
  }

  /** Asks for the height and gives what is known then; callers at the same time share one request. */
  refreshHeight(): Promise<number> {
    const reports = this.#reports;
    this.#asking ??= getBlockNumber(this.session.client)
      .then((height) => {
        // What was heard while the answer was on its way is newer: only a greater height can be newer still.
        if (reports === this.#reports || height > (this.#height ?? -1)) this.noteHeight(height);
        return this.#height ?? height;
      })
      .finally(() => {
        this.#asking = undefined;
      });
    return this.#asking;
  }

  /** Takes over a height that an answer or a push told. */
  noteHeight(height: number): void {
    this.#reports += 1;
    if (height !== this.#height && this.#isOfAnotherNode(height)) return;
    this.#lowerSince = undefined;
    if (height === this.#height && !this.#missesBlocks) return;
    this.#missesBlocks = false;
    if (height < (this.#height ?? 0)) this.#setBacks += 1;
    this.#height = height;
    this.#changed.fire("height");
  }

  /** How often the chain was set back: blocks that were read before may be others now. */
  get setBacks(): number {
    return this.#setBacks;
  }

  /** Takes over that a block is there, such as that of a receipt. */
  noteBlock(number: number): void {
    if (number > (this.#height ?? -1)) this.noteHeight(number);
  }

  #isOfAnotherNode(height: number): boolean {
    if (this.#height === undefined || height > this.#height || this.connection.origin === "embedded") return false;
    const now = Date.now();
    this.#lowerSince ??= now;
    return now - this.#lowerSince < lowerForMs;
  }

  /** Address of the archive query service, where one is known. */
  get archive(): string | undefined {
    return this.connection.profile.archive;
  }

  /**
   * The first block that still has its transactions and receipts in the asked node; 0 while nothing is archived, or where a node
   * (before 3.2) does not tell. Asked for once a minute at most.
   */
  archivedBelow(): Promise<number> {
    const now = Date.now();
    if (!this.#archived || now - this.#archived.at > archivedForMs) {
      const below = getSyncStatus(this.session.client).then(
        ({ archivedBlockNumber = 0 }) => Number(archivedBlockNumber),
        () => 0,
      );
      this.#archived = { below, at: now };
    }
    return this.#archived.below;
  }

  /** Blocks that are there were not found: they are looked for again when a node tells its height next. */
  noteMissingBlocks(): void {
    this.#missesBlocks = true;
  }

  /** Whether blocks are looked for that a node told of and the one that was asked didn't have. */
  get missesBlocks(): boolean {
    return this.#missesBlocks;
  }

  /**
   * A block. Where the node tells of blocks by itself it is asked over the same connection: behind the address of the others may stand one
   * that doesn't have it yet.
   * @throws ChainError
   */
  block(number: number): Promise<Block> {
    const { push, pushes } = this.connection;
    const { client } = this.#session;
    return getBlockByNumber(push && pushes ? createClient(push, client.group, client.node) : client, number);
  }

  /** Blocks were archived or came back: ask again. */
  noteArchived(): void {
    this.#archived = undefined;
    this.#changed.fire("height");
  }

  /** How the group fares; undefined while it isn't watched. */
  get health(): GroupHealth | undefined {
    return this.#health;
  }

  /** Takes over how the group fares. Says so only when there is something new to see. */
  noteHealth(health: GroupHealth | undefined): void {
    const before = this.#health;
    this.#health = health;
    if (visible(before) !== visible(health)) this.#changed.fire("health");
  }

  /** Says that something else than the height changed. */
  notify(change: GroupChange): void {
    this.#changed.fire(change);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
