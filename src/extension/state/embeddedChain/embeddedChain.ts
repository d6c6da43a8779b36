import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import type { TlsFiles } from "../../../chain/profile/connectionProfile";
import { rsaFileNames, smFileNames } from "../../../chain/transport/tlsMaterial";
import { ChainError } from "../../../errors/chainError";
import { pause, waitUntil } from "../../../time/waitUntil";
import { setting } from "../../kit/settings/settings";
import type { DevelopmentAccount } from "../accounts/accounts";
import type { ChainFolder } from "./chainFolder";
import {
  type ChainProcess,
  forkChain,
  type PassingChain,
  type RunChain,
  startingChain,
  startPassingChain,
} from "./chainProcess";

/** What the chain's process is told, and what a connection to it needs. */
interface EmbeddedTls {
  readonly args: readonly string[];
  readonly files: TlsFiles;
}

/**
 * TLS of the embedded chain as the settings want it; undefined for none. The chain makes the certificates when they are missing
 * and keeps them, whichever blocks it has.
 * @param folder of everything that the embedded chain keeps for this workspace
 */
function embeddedTls(folder: string): EmbeddedTls | undefined {
  const kind = setting("embeddedChain.tls");
  if (kind === "none") return undefined;
  const path = join(folder, kind === "sm" ? "smTls" : "tls");
  const files = Object.entries<string>(kind === "sm" ? smFileNames : rsaFileNames);
  return {
    args: [kind === "sm" ? "--sm-tls" : "--tls", path],
    files: Object.fromEntries(files.map(([use, name]) => [use, join(path, "sdk", name)])) as unknown as TlsFiles,
  };
}

/** What the chain's process says when it serves. */
export interface EmbeddedChainReady {
  readonly type: "ready";
  readonly url: string;
  readonly port: number;
  /** Where Ethereum tools ask, when the port is open. */
  readonly web3Url?: string;
  /** The proxy in front of it, when it is on. */
  readonly web3ProxyUrl?: string;
  /** The archive services, when they are on. */
  readonly archiveUrl?: string;
  readonly archiveQueryUrl?: string;
  readonly chainId: string;
  readonly groups: readonly string[];
  readonly accounts: readonly DevelopmentAccount[];
  /** What its `dev_` methods want to be shown; absent where they are open. */
  readonly devToken?: string;
  /** Files for a connection to it; absent where it speaks plain HTTP. */
  readonly tls?: TlsFiles;
}

type EmbeddedChainState =
  | { readonly kind: "stopped" }
  | { readonly kind: "starting" }
  | { readonly kind: "running"; readonly ready: EmbeddedChainReady }
  | { readonly kind: "stopping" };

/** How long a stop may take before the process is ended the hard way. */
const stopLimitMs = 5000;
/** How long the process of a window that was closed may go on holding its data: its extension host ends in its own time. */
const letGoLimitMs = 30_000;
/** Between two attempts to get what the process before it still holds. */
const retryMs = 200;
/** How long the port that the chain had last may still be held by the process before it. */
const freePortLimitMs = 5000;
/** A folder that windows share may be in use for as long as another one is open. */
const sharedFolderLimitMs = 3000;

/** What each development account has where Ethereum tools ask: the node refuses their transactions from an account that has nothing. */
const fund = 10_000;

const portKey = "chainside.embeddedChain.lastPort";

/** The process's own word for why it could not start. */
const reasonOf = (error: unknown): unknown => (error instanceof ChainError ? error.details["reason"] : undefined);

/** The embedded chain's process: a program of its own, so that a busy chain never freezes the editor. */
export class EmbeddedChain implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<EmbeddedChainState>();
  readonly onDidChange = this.#changed.event;
  readonly #crashed = new vscode.EventEmitter<{ code: number | null; words: string }>();
  /** The running chain ended by itself. */
  readonly onDidCrash = this.#crashed.event;
  #state: EmbeddedChainState = { kind: "stopped" };
  #process: ChainProcess | undefined;
  #starting: Promise<EmbeddedChainReady> | undefined;
  #stopping: Promise<void> | undefined;

  /** Where this start keeps its blocks; undefined where nothing is kept. */
  #keepsIn: string | undefined;

  constructor(
    private readonly program: string,
    /** Where chains that outlive their process are kept. */
    private readonly data: ChainFolder,
    /** Of the workspace: the port that the chain had last. */
    private readonly memory: vscode.Memento,
    private readonly log: vscode.LogOutputChannel,
    private readonly run: RunChain = forkChain,
  ) {}

  /** Whether the blocks of the chain that runs outlive it. */
  get isKept(): boolean {
    return this.#keepsIn !== undefined;
  }

  get state(): EmbeddedChainState {
    return this.#state;
  }

  /**
   * Starts the chain, or gives the running one. One that is being stopped ends before.
   * @throws ChainError transport `embeddedChainFailed` with the process's own words.
   */
  start(): Promise<EmbeddedChainReady> {
    if (this.#stopping !== undefined) return this.#stopping.then(() => this.start());
    if (this.#state.kind === "running") return Promise.resolve(this.#state.ready);
    this.#starting ??= this.#begin().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  /** Under way from the first moment to the last, also between two tries: a command that comes meanwhile waits for the chain. */
  async #begin(): Promise<EmbeddedChainReady> {
    this.#set({ kind: "starting" });
    try {
      return await this.#launchSoon();
    } catch (error) {
      this.#set({ kind: "stopped" });
      throw error;
    }
  }

  /** A window that was loaded anew may come before the process of the one before it has ended and let go of its data. */
  async #launchSoon(): Promise<EmbeddedChainReady> {
    if (setting("embeddedChain.keep")) await this.#takeOver();
    const begin = Date.now();
    this.#keepsIn = this.#dataPath;
    let port = setting("embeddedChain.port") || this.memory.get<number>(portKey, 0);
    for (; ; await pause(retryMs)) {
      try {
        const ready = await this.#launch(port);
        // Not awaited: what waits for the chain sees it run already, and is to find the connection to it next.
        this.memory.update(portKey, ready.port).then(undefined, (error: unknown) => this.log.warn(String(error)));
        return ready;
      } catch (error) {
        const waited = Date.now() - begin;
        switch (reasonOf(error)) {
          case "dataDirectoryInUse":
            if (this.data.shared && waited > sharedFolderLimitMs) {
              this.log.warn("embedded chain: another window without a folder keeps its chain; this one is not kept");
              this.#keepsIn = undefined;
            } else if (waited > letGoLimitMs) throw error;
            break;
          case "portInUse":
            // The port that the settings name is the user's wish; the one of last time gives way.
            if (setting("embeddedChain.port") !== 0) throw error;
            if (waited > freePortLimitMs) port = 0;
            break;
          default:
            throw error;
        }
      }
    }
  }

  /**
   * What was kept in another place comes first. The process of a window that was closed may still have it; what can't be moved stays there,
   * and is said.
   */
  async #takeOver(): Promise<void> {
    let failure: unknown;
    const take = async (): Promise<true | undefined> => {
      try {
        await this.data.takeOver?.();
        return true;
      } catch (error) {
        failure = error;
        return undefined;
      }
    };
    if (await waitUntil(take, { stepMs: retryMs, limitMs: sharedFolderLimitMs })) return;
    const { folder } = this.data;
    this.log.warn(`embedded chain: what was kept before could not be moved to ${folder}: ${String(failure)}`);
  }

  /**
   * Options that make a chain another one; each of them has its own folder, so that none is opened with the options of another.
   * Undefined where nothing is kept.
   */
  get #dataPath(): string | undefined {
    if (!setting("embeddedChain.keep")) return undefined;
    const [, ...others] = (["chainId", "seed", "permissions", "features", "executorVersion"] as const).map((name) =>
      setting(`embeddedChain.${name}`),
    );
    // Chains from before each had an ID of its own are found again under the one that they have.
    const made = [setting("embeddedChain.chainId") || "chainside", ...others];
    // Without the SM suite the folder is that of chains from before there was a choice.
    const chain = JSON.stringify(setting("embeddedChain.sm") ? [...made, "sm"] : made);
    return join(this.data.folder, createHash("sha256").update(chain).digest("hex").slice(0, 16));
  }

  /**
   * Starts another chain of its own for some work: nothing of it is kept, and it ends with the signal or when it is stopped.
   * @param args options of the program beside its port (docs/devchain.md)
   * @throws ChainError transport `embeddedChainFailed`.
   */
  startPassing(args: readonly string[], signal: AbortSignal): Promise<PassingChain> {
    return startPassingChain(this.run, this.program, args, signal);
  }

  /** Forgets the blocks of the chain that the settings describe; it has to be stopped. */
  async forgetData(): Promise<void> {
    const data = this.#dataPath;
    if (data !== undefined) await rm(data, { recursive: true, force: true });
  }

  async #launch(port: number): Promise<EmbeddedChainReady> {
    // Said with each try, which reads the settings anew.
    this.#set({ kind: "starting" });
    const data = this.#keepsIn;
    const seed = setting("embeddedChain.seed");
    const chainId = setting("embeddedChain.chainId");
    const web3Port = setting("embeddedChain.web3Port");
    const proxyPort = setting("embeddedChain.web3ProxyPort");
    const tls = embeddedTls(this.data.folder);
    const child = this.run(this.program, [
      "--port",
      String(port),
      "--accounts",
      String(setting("embeddedChain.accounts")),
      "--executor",
      String(setting("embeddedChain.executorVersion")),
      ...(setting("embeddedChain.sm") ? ["--sm"] : []),
      ...(tls?.args ?? []),
      ...(setting("embeddedChain.permissions") ? ["--auth"] : []),
      ...(web3Port === 0 ? [] : ["--web3-port", String(web3Port)]),
      ...(proxyPort === 0 ? [] : ["--web3-proxy", String(proxyPort)]),
      ...(web3Port === 0 && proxyPort === 0 ? [] : ["--fund", String(fund)]),
      ...(setting("embeddedChain.order") === "arrival" ? ["--order", "arrival"] : []),
      ...(setting("embeddedChain.archive") ? ["--archive-port", "0", "--archive-query-port", "0"] : []),
      ...setting("embeddedChain.features").flatMap((feature) => ["--feature", feature]),
      ...(chainId === "" ? [] : ["--chain-id", chainId]),
      ...setting("embeddedChain.allowOrigins").flatMap((origin) => ["--allow-origin", origin]),
      ...(seed === "" ? [] : ["--seed", seed]),
      ...(data === undefined ? [] : ["--data", data]),
    ]);
    this.#process = child;
    child.stdout?.setEncoding("utf8").on("data", (text: string) => this.log.info(`embedded chain: ${text.trimEnd()}`));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => this.log.warn(`embedded chain: ${text.trimEnd()}`));
    const starting = startingChain<EmbeddedChainReady>(child);
    const reported = await starting.ready.catch((error: unknown) => {
      this.#process = undefined;
      throw error;
    });
    const ready = tls ? { ...reported, tls: tls.files } : reported;
    child.once("close", (code) => this.#ended(child, code, starting.lastLine()));
    this.log.info(`embedded chain: ${ready.chainId} at ${ready.url}, process ${child.pid}`);
    if (ready.web3Url !== undefined) this.log.info(`embedded chain: Ethereum tools ask at ${ready.web3Url}`);
    if (ready.web3ProxyUrl !== undefined)
      this.log.info(`embedded chain: proxy for Ethereum's tools at ${ready.web3ProxyUrl}`);
    if (ready.archiveUrl !== undefined) {
      this.log.info(
        `embedded chain: archive delete service at ${ready.archiveUrl}, queries at ${ready.archiveQueryUrl}`,
      );
    }
    this.#set({ kind: "running", ready });
    return ready;
  }

  #ended(child: ChainProcess, code: number | null, words: string): void {
    if (this.#process !== child) return;
    this.#process = undefined;
    const wanted = this.#state.kind === "stopping";
    this.#set({ kind: "stopped" });
    this.log.info(`embedded chain: ended (${code ?? "by signal"})`);
    if (!wanted) this.#crashed.fire({ code, words });
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stopProcess().finally(() => {
      this.#stopping = undefined;
    });
    return this.#stopping;
  }

  async #stopProcess(): Promise<void> {
    await this.#starting?.catch(() => undefined);
    const child = this.#process;
    if (!child) return;
    this.#set({ kind: "stopping" });
    const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
    if (child.connected) child.send({ type: "stop" });
    else child.kill();
    const limit = setTimeout(() => child.kill("SIGKILL"), stopLimitMs);
    await ended;
    clearTimeout(limit);
  }

  #set(state: EmbeddedChainState): void {
    this.#state = state;
    this.#changed.fire(state);
  }

  /** The process ends when its channel to this one closes; the message only makes it quicker. */
  dispose(): void {
    const child = this.#process;
    this.#process = undefined;
    if (child?.connected) child.send({ type: "stop" });
    this.#changed.dispose();
    this.#crashed.dispose();
  }
}
