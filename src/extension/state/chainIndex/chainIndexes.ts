import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { ChainError } from "../../../errors/chainError";
import { clientError } from "../../../errors/clientError";
import type { GivenAbi, HistoryProtocol, IndexProgress } from "../../../history/service/messages";
import type { OrderWaiting } from "../../../processes/program";
import type { OrderName } from "../../../processes/protocol";
import { mebibyte } from "../../../text/limits/sizes";
import type { Clock } from "../../../time/clock";
import { Debounce } from "../../../time/debounce";
import { minuteMs } from "../../../time/units";
import { Cancelled } from "../../kit/errors/cancelled";
import { ServiceProcess, startProgram } from "../../kit/processes/serviceProcess";
import { setting } from "../../kit/settings/settings";
import { answerForProgram } from "../connections/answerForProgram";
import type { ChainGroup } from "../connections/chainGroup";
import type { Connections } from "../connections/connections";
import type { KnownContracts } from "../contracts/knownContracts";

/** How far an index is, as it is remembered between runs. */
export type IndexReach = Pick<
  IndexProgress,
  "low" | "high" | "from" | "height" | "missing" | "refusedTables" | "bytes"
>;

/** The index of a group. */
export type IndexState =
  | { readonly kind: "none" }
  | { readonly kind: "running" | "paused"; readonly reach: IndexReach | undefined }
  /** It ended by itself. */
  | { readonly kind: "failed"; readonly reach: IndexReach | undefined; readonly error: unknown };

/** What is remembered of an index: that a user asked for it. */
interface Remembered {
  readonly from: number;
  readonly paused: boolean;
  readonly reach?: IndexReach;
}

interface Running {
  readonly group: ChainGroup;
  readonly stop: () => void;
  /** The process has let go of the file. */
  readonly ended: Promise<void>;
}

/** What indexes need of the world. */
export interface IndexPorts {
  /** `dist/history.js`, and what Node.js needs to run it. */
  readonly program: { readonly file: string; readonly execArgv: readonly string[] };
  /** Where the files are. */
  readonly folder: string;
  readonly clock: Clock;
  readonly environment: () => Readonly<Record<string, string>>;
  readonly warn: (text: string) => void;
  readonly report: (error: unknown) => void;
  /** The ABIs that read calls and events of a group. */
  readonly given: (group: ChainGroup) => Promise<GivenAbi[]>;
}

const storageKey = "chainside.indexes";
/** Chains whose index a user has forgotten: none is made by itself again. */
const declinedKey = "chainside.declinedIndexes";
const maxDeclined = 200;
/** A chain with so many blocks is indexed while one looks at it. */
const smallBlocks = 2000;
/** What SQLite takes is given back when it isn't asked any more. */
const idleMs = 5 * minuteMs;
/** A node that tells of blocks by itself is believed for so long to have none; a block that another node told of is waited for. */
const quietMs = 10_000;
const behindMs = 1000;
/**
 * SQLite looks at the clock between its steps, and one step may be as long as a query wants (`instr` of long texts): what takes
 * longer than it may by far ends with its process.
 */
const maxMs = { written: 2 * 60 * minuteMs, other: 5 * minuteMs };
/** Contracts that become known are read together. */
const gatherMs = 1500;

/** What the history program may ask of a connection: nothing that changes a chain. */
const askable: ReadonlySet<string> = new Set([
  "call",
  "getABI",
  "getBlockByNumber",
  "getBlockHashByNumber",
  "getBlockNumber",
  "getCode",
  "getConsensusStatus",
  "getGroupInfo",
  "getGroupList",
  "getPeers",
  "getPendingTxSize",
  "getSyncStatus",
  "getSystemConfigByKey",
  "getTransaction",
  "getTransactionReceipt",
]);

const plain = (name: string): string => name.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 40);

/**
 * The indexes of the groups' past: files of SQLite, which only a process of its own opens. One is made when a user asks for it, and
 * follows its group from then on while a window is connected to it, until it is paused or forgotten.
 */
export class ChainIndexes implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<string>();
  /** Key of the chain (`ChainGroup.chainKey`) whose index came, went, or got on. */
  readonly onDidChange = this.#changed.event;
  readonly #running = new Map<string, Running>();
  readonly #failed = new Map<string, unknown>();
  /** Newer than what is remembered. */
  readonly #reach = new Map<string, IndexReach>();
  readonly #again: Debounce;
  readonly #questions: ServiceProcess<HistoryProtocol>;
  readonly #listening: vscode.Disposable;
  #disposed = false;

  constructor(
    private readonly memory: vscode.Memento,
    private readonly connections: Pick<Connections, "groups" | "onDidChange">,
    knownContracts: Pick<KnownContracts, "onDidChange">,
    private readonly ports: IndexPorts,
  ) {
    this.#again = new Debounce(ports.clock);
    this.#questions = new ServiceProcess({ ...this.#process, idleMs, takesCancel: false });
    this.#listening = vscode.Disposable.from(
      connections.onDidChange(() => this.#look()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#look()),
      // a new ABI reads the past
      knownContracts.onDidChange((key) => this.#again.after(gatherMs, () => this.#readAgain(key), key)),
    );
  }

  get #process() {
    const { program, environment, warn } = this.ports;
    return {
      ...program,
      name: "history",
      environment,
      warn,
      ended: (how: string) => new Error(vscode.l10n.t("The history process ended ({0}).", how)),
    };
  }

  get #all(): Readonly<Record<string, Remembered>> {
    return this.memory.get(storageKey, {});
  }

  async #remember(key: string, remembered: Remembered | undefined): Promise<void> {
    const { [key]: _, ...others } = this.#all;
    await this.memory.update(storageKey, remembered ? { ...others, [key]: remembered } : others);
    if (!this.#disposed) this.#changed.fire(key);
  }

  /** Groups that are indexed now. */
  get running(): readonly ChainGroup[] {
    return [...this.#running.values()].map(({ group }) => group);
  }

  stateOf({ chainKey }: Pick<ChainGroup, "chainKey">): IndexState {
    const remembered = this.#all[chainKey];
    if (!remembered) return { kind: "none" };
    const reach = this.#reach.get(chainKey) ?? remembered.reach;
    if (this.#failed.has(chainKey)) return { kind: "failed", reach, error: this.#failed.get(chainKey) };
    return { kind: this.#running.has(chainKey) ? "running" : "paused", reach };
  }

  /** Whether questions can be asked. */
  has(group: Pick<ChainGroup, "chainKey">): boolean {
    return this.stateOf(group).kind !== "none";
  }

  #fileOf({ chainKey }: Pick<ChainGroup, "chainKey">): string {
    const [chain = "", group = "", genesis = ""] = chainKey.split("/");
    return join(this.ports.folder, `${plain(chain)}-${plain(group)}-${genesis.slice(2, 14)}.db`);
  }

  /** Makes the index of a group from this block on, or goes on with it. */
  async start(group: ChainGroup, from = this.#all[group.chainKey]?.from ?? 0): Promise<void> {
    this.#failed.delete(group.chainKey);
    const { reach } = this.#all[group.chainKey] ?? {};
    await this.#remember(group.chainKey, { from, paused: false, ...(reach ? { reach } : {}) });
    this.#run(group, from);
  }

  async pause({ chainKey }: ChainGroup): Promise<void> {
    this.#failed.delete(chainKey);
    const remembered = this.#all[chainKey];
    // Before it ends: what is to be read again begins as soon as that has ended, where it isn't paused.
    if (remembered) await this.#remember(chainKey, { ...remembered, paused: true });
    const running = this.#running.get(chainKey);
    running?.stop();
    await running?.ended;
  }

  /** What is indexed goes on within another budget; what stopped for the old one is tried again. */
  budgetChanged(): void {
    for (const [key, error] of this.#failed)
      if (error instanceof ChainError && error.code === "historyBudget") this.#failed.delete(key);
    for (const { chainKey } of this.running) this.#readAgain(chainKey);
    this.#look();
  }

  /**
   * Makes the index of a group that a user looks for something in, where its chain is small, unless the user doesn't want that
   * (`history.indexSmallChains`) or has forgotten it before. Gives whether one is being made.
   */
  async startSmall(group: ChainGroup): Promise<boolean> {
    const declined = this.memory.get<readonly string[]>(declinedKey, []);
    const isWanted = setting("history.indexSmallChains") && vscode.workspace.isTrusted;
    const height = group.height ?? Number.POSITIVE_INFINITY;
    if (this.has(group) || !isWanted || height > smallBlocks || declined.includes(group.chainKey)) return false;
    await this.start(group, 0);
    return true;
  }

  /** Ends indexing and deletes the file. */
  async forget(group: ChainGroup): Promise<void> {
    const { chainKey } = group;
    if (!this.#all[chainKey]) return;
    await this.pause(group);
    // Questions open the file for themselves; those to other indexes go on.
    const file = this.#fileOf(group);
    for (const end of ["", "-journal", "-lock"])
      await rm(`${file}${end}`, { force: true, maxRetries: 20, retryDelay: 100 });
    this.#reach.delete(chainKey);
    const declined = this.memory.get<readonly string[]>(declinedKey, []);
    await this.memory.update(declinedKey, [...new Set([...declined, chainKey])].slice(-maxDeclined));
    await this.#remember(chainKey, undefined);
  }

  /**
   * Asks the index of a group.
   * @throws Cancelled; ChainError usage `historyNotIndex` and what queries throw
   */
  async ask<Name extends Exclude<OrderName<HistoryProtocol>, "index" | "questions">>(
    group: Pick<ChainGroup, "chainKey">,
    name: Name,
    order: Omit<HistoryProtocol["orders"][Name]["order"], "file">,
    signal?: AbortSignal,
  ): Promise<HistoryProtocol["orders"][Name]["result"]> {
    const file = this.#fileOf(group);
    const exists = await stat(file).then(
      () => true,
      () => false,
    );
    if (!exists || !this.has(group)) throw clientError("historyNotIndex", { path: file });
    const isWritten = name === "write";
    const waiting: OrderWaiting<HistoryProtocol, Name> = {
      signal,
      limitMs: isWritten ? maxMs.written : maxMs.other,
    };
    const whole = { ...order, file } as HistoryProtocol["orders"][Name]["order"];
    return isWritten ? this.#alone(name, whole, waiting) : this.#questions.ask(name, whole, waiting);
  }

  /** In a process of its own: other questions don't wait for what takes an hour. @throws as `ask` */
  async #alone<Name extends OrderName<HistoryProtocol>>(
    name: Name,
    order: HistoryProtocol["orders"][Name]["order"],
    waiting: OrderWaiting<HistoryProtocol, Name>,
  ): Promise<HistoryProtocol["orders"][Name]["result"]> {
    const program = startProgram<HistoryProtocol>(this.#process);
    try {
      return await program.order(name, order, waiting);
    } catch (error) {
      throw waiting.signal?.aborted ? new Cancelled() : error;
    } finally {
      program.end();
    }
  }

  /** The questions that come with the program. */
  savedQuestions(): Promise<HistoryProtocol["orders"]["questions"]["result"]> {
    return this.#questions.ask("questions", null);
  }

  /** Goes on with what a user asked for, where its chain is connected; ends with the connection. */
  #look(): void {
    if (this.#disposed) return;
    const { groups } = this.connections;
    for (const { group, stop } of this.#running.values()) if (!groups.includes(group)) stop();
    // what goes on by itself isn't for a folder that isn't trusted
    if (!vscode.workspace.isTrusted) return;
    for (const [key, { from, paused }] of Object.entries(this.#all)) {
      const group = groups.find(({ chainKey }) => chainKey === key);
      if (group && !paused && !this.#failed.has(key)) this.#run(group, from);
    }
  }

  #readAgain(key: string): void {
    const running = this.#running.get(key);
    if (!running) return;
    running.stop();
    running.ended.then(() => this.#look()).catch(this.ports.report);
  }

  #run(group: ChainGroup, from: number): void {
    const { chainKey } = group;
    if (this.#disposed || this.#running.has(chainKey)) return;
    const stopping = new AbortController();
    const ended = this.#index(group, from, stopping.signal)
      .catch((error: unknown) => {
        if (stopping.signal.aborted) return;
        this.ports.report(error);
        this.#failed.set(chainKey, error);
      })
      .finally(() => {
        this.#running.delete(chainKey);
        this.#keepReach(chainKey);
      });
    this.#running.set(chainKey, { group, stop: () => stopping.abort(), ended });
    this.#changed.fire(chainKey);
  }

  #keepReach(chainKey: string): void {
    const [remembered, reach] = [this.#all[chainKey], this.#reach.get(chainKey)];
    if (remembered && reach) void this.#remember(chainKey, { ...remembered, reach }).catch(this.ports.report);
    else if (!this.#disposed) this.#changed.fire(chainKey);
  }

  async #index(group: ChainGroup, from: number, signal: AbortSignal): Promise<void> {
    const { session, connection, archive, chainKey } = group;
    const given = await this.ports.given(group);
    await mkdir(this.ports.folder, { recursive: true });
    if (signal.aborted) return;
    const program = startProgram<HistoryProtocol>(this.#process);
    try {
      await program.order(
        "index",
        {
          ...{ file: this.#fileOf(group), label: session.client.transport.label, group: session.groupId },
          ...{ node: session.client.node, from, given, budget: setting("history.budgetMB") * mebibyte },
          ...(archive === undefined ? {} : { archive }),
        },
        {
          tells: (progress) => this.#noteProgress(chainKey, progress),
          asked: {
            chain: (question) => answerForProgram(() => connection, askable, question),
            newBlock: (height) => this.#newBlock(group, height, signal),
          },
          signal,
        },
      );
    } finally {
      program.end();
    }
  }

  #noteProgress(chainKey: string, progress: IndexProgress): void {
    const { low, high, from, height, missing, refusedTables, bytes } = progress;
    this.#reach.set(chainKey, { low, high, from, height, missing, refusedTables, bytes });
    this.#changed.fire(chainKey);
  }

  #newBlock(group: ChainGroup, height: number, signal: AbortSignal): Promise<null> {
    return new Promise((resolve) => {
      const isAbove = (): boolean => (group.height ?? -1) > height;
      const end = (): void => {
        listening.dispose();
        takeBack();
        signal.removeEventListener("abort", end);
        resolve(null);
      };
      const listening = group.onDidChange((change) => {
        if (change === "height" && isAbove()) end();
      });
      const takeBack = this.ports.clock.after(isAbove() ? behindMs : quietMs, end);
      signal.addEventListener("abort", end);
      if (signal.aborted) end();
    });
  }

  dispose(): void {
    this.#disposed = true;
    this.#listening.dispose();
    this.#again.dispose();
    for (const { stop } of this.#running.values()) stop();
    this.#questions.dispose();
    this.#changed.dispose();
  }
}
