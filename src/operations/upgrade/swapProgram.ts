import { lagLimit } from "../../chain/health/groupHealth";
import { t } from "../../text/catalogue";
import { listed } from "../../text/joining";
import { thrownText } from "../../text/thrownText";
import { atLeast } from "../../text/versions";
import { type Clock, systemClock } from "../../time/clock";
import { minuteMs } from "../../time/units";
import { waitUntil } from "../../time/waitUntil";

/** A node whose program is swapped. */
export interface SwapNode {
  readonly nodeId: string | undefined;
  readonly name: string;
  /** Absolute path of its folder. */
  readonly folder: string;
  /** Absolute path of its program, which nodes of one host may share. */
  readonly program: string;
  /** It has to make blocks again before the next one is stopped. */
  readonly seals: boolean;
}

/** Nodes whose program is swapped at the same time, in their order. */
export interface SwapBatch {
  readonly nodes: readonly SwapNode[];
}

/** What the chain says of a node after its start. */
export interface SeenNode {
  /** The release that runs; undefined where it isn't known. */
  readonly release: string | undefined;
  readonly reachable: boolean;
  /** Blocks behind the chain. */
  readonly behind: number;
  /** Whether a block that was made since its start bears its signature; undefined where none was made. */
  readonly sealed: boolean | undefined;
}

/** The machine of the nodes, and the chain that they are of. Tests have others. */
export interface SwapMachine {
  /** The release that the new program prints, for which it is run; undefined where it prints none. */
  release(): Promise<string | undefined>;
  /** Copies the new program beside this one, whole, while the node runs. @throws Error of the file system, such as a full disk */
  stage(program: string): Promise<void>;
  /** Removes what was copied and not needed. */
  discard(program: string): Promise<void>;
  /** Keeps the program under another name and puts the new one in its place, unless it is there. @throws Error of the file system */
  place(program: string): Promise<void>;
  /** Puts the kept one back; does nothing where it is there. @throws Error of the file system */
  takeBack(program: string): Promise<void>;
  /** Runs `stop.sh`, `start.sh`; false where the script failed or didn't end. */
  stop(node: SwapNode): Promise<boolean>;
  start(node: SwapNode): Promise<boolean>;
  /** Ends the node's process the hard way. */
  kill(node: SwapNode): Promise<void>;
  /** Whether a process of the node is there; undefined where the system doesn't say. */
  isThere(node: SwapNode): Promise<boolean | undefined>;
  /** Undefined where the chain says nothing of the node, or doesn't answer just now. */
  sees(node: SwapNode): Promise<SeenNode | undefined>;
  /** Remembers that the nodes are started now: what they seal counts from here. */
  begins(): Promise<void>;
}

interface SwapLimits {
  /** How long a script's effect may take: a port that closes or opens. */
  readonly scriptMs: number;
  /** How long a node may take to catch up and to make blocks again. */
  readonly readyMs: number;
  /** How long is waited for a block where none comes. */
  readonly sealMs: number;
  readonly stepMs: number;
}

export const usualSwapLimits: SwapLimits = {
  scriptMs: minuteMs,
  readyMs: 10 * minuteMs,
  sealMs: minuteMs,
  stepMs: 1000,
};

/** How the swap of all batches ended. */
export type SwapEnd =
  /** `unproven`: names of sealers of which no block was seen, because none was made. */
  | { readonly kind: "done"; readonly swapped: readonly string[]; readonly unproven: readonly string[] }
  /** Nothing of the batch was changed. */
  | { readonly kind: "stopped"; readonly swapped: readonly string[]; readonly why: string }
  /** The old program is back; `down` are nodes that don't run with it. */
  | {
      readonly kind: "takenBack";
      readonly swapped: readonly string[];
      readonly batch: readonly string[];
      readonly why: string;
      readonly down: readonly string[];
    };

interface SwapOptions {
  readonly to: string;
  readonly limits?: SwapLimits;
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock;
  /** Says what is being done. */
  readonly report?: (words: string) => void;
}

const programsOf = (nodes: readonly SwapNode[]): string[] => [...new Set(nodes.map(({ program }) => program))];
const namesOf = (nodes: readonly SwapNode[]): string[] => nodes.map(({ name }) => name);

/** One batch after the other; a step that fails takes the old program back and ends the swap. */
export class ProgramSwap {
  readonly #machine: SwapMachine;
  readonly #limits: SwapLimits;
  readonly #clock: Clock;
  readonly #options: SwapOptions;
  readonly #swapped: string[] = [];
  readonly #unproven: string[] = [];

  constructor(machine: SwapMachine, options: SwapOptions) {
    this.#machine = machine;
    this.#options = options;
    this.#limits = options.limits ?? usualSwapLimits;
    this.#clock = options.clock ?? systemClock;
  }

  /** What was agreed to; the new program is run only now, to say its release. */
  async run(batches: readonly SwapBatch[]): Promise<SwapEnd> {
    const { to } = this.#options;
    const release = await this.#machine.release();
    if (release === undefined) return this.#stopped(t("The new program doesn't say its release."));
    if (release !== to) return this.#stopped(t("The program is {0}, not {1}.", release, to));
    for (const { nodes } of batches) {
      if (this.#options.signal?.aborted) return this.#stopped(t("Canceled."));
      const end = await this.#batch(nodes);
      if (end) return end;
      this.#swapped.push(...namesOf(nodes));
    }
    return { kind: "done", swapped: this.#swapped, unproven: this.#unproven };
  }

  #stopped(why: string): SwapEnd {
    return { kind: "stopped", swapped: this.#swapped, why };
  }

  #say(words: string): void {
    this.#options.report?.(words);
  }

  /** Looks until it holds, whatever was cancelled: for the ways back. */
  async #comes(holds: () => Promise<boolean>, limitMs: number, signal?: AbortSignal): Promise<boolean> {
    const { stepMs } = this.#limits;
    const timeout = { stepMs, limitMs, signal, clock: this.#clock };
    return (await waitUntil(async () => (await holds()) || undefined, timeout)) === true;
  }

  /** Undefined where all went well. */
  async #batch(nodes: readonly SwapNode[]): Promise<SwapEnd | undefined> {
    const { to } = this.#options;
    const programs = programsOf(nodes);
    this.#say(t("Copying the program {0} beside the old one", to));
    try {
      for (const program of programs) await this.#machine.stage(program);
    } catch (error) {
      await this.#discard(programs);
      return this.#stopped(t("The new program couldn't be copied, and no node was stopped: {0}", thrownText(error)));
    }
    for (const [index, node] of nodes.entries()) {
      this.#say(t("Stopping {0}", node.name));
      if (await this.#stops(node)) continue;
      await this.#discard(programs);
      const down = await this.#startAgain(nodes.slice(0, index));
      const why = t("{0} didn't stop.", node.name);
      return index === 0
        ? this.#stopped(why)
        : { kind: "takenBack", swapped: this.#swapped, batch: namesOf(nodes), why, down };
    }
    // whatever is thrown while nodes are stopped takes the old program back, too
    const why = await this.#installAndWait(nodes, programs).catch(thrownText);
    return why === undefined ? undefined : this.#takeBack(nodes, programs, why);
  }

  async #discard(programs: readonly string[]): Promise<void> {
    for (const program of programs) await this.#machine.discard(program);
  }

  async #stops(node: SwapNode): Promise<boolean> {
    if (!(await this.#machine.stop(node))) return false;
    return this.#comes(async () => (await this.#machine.isThere(node)) !== true, this.#limits.scriptMs);
  }

  /** Starts nodes with whatever program is in their place. Gives the names of those that don't come up. */
  async #startAgain(nodes: readonly SwapNode[]): Promise<string[]> {
    const started: boolean[] = [];
    for (const node of nodes) {
      this.#say(t("Starting {0}", node.name));
      started.push(await this.#machine.start(node));
    }
    const isUp = async (node: SwapNode): Promise<boolean> => (await this.#machine.isThere(node)) !== false;
    const up = await Promise.all(
      nodes.map((node, at) => started[at] === true && this.#comes(() => isUp(node), this.#limits.scriptMs)),
    );
    return namesOf(nodes.filter((_, at) => !up[at]));
  }

  /** Gives why it failed. */
  async #installAndWait(nodes: readonly SwapNode[], programs: readonly string[]): Promise<string | undefined> {
    const { signal } = this.#options;
    try {
      for (const program of programs) await this.#machine.place(program);
    } catch (error) {
      return t("The new program couldn't be put in its place: {0}", thrownText(error));
    }
    if (signal?.aborted) return t("Canceled.");
    await this.#machine.begins();
    const down = await this.#startAgain(nodes);
    if (down.length > 0) return t("{0} doesn't start with the new program.", listed(down));
    for (const node of nodes) {
      const why = await this.#waits(node);
      if (why !== undefined) return signal?.aborted ? t("Canceled.") : why;
    }
    return undefined;
  }

  /** Waits until a node has caught up and makes blocks again. Gives why it doesn't. */
  async #waits(node: SwapNode): Promise<string | undefined> {
    const { to, signal } = this.#options;
    const { readyMs, sealMs } = this.#limits;
    const { name } = node;
    let failed: string | undefined;
    let seen: SeenNode | undefined;
    this.#say(t("Waiting until {0} has caught up", name));
    const isReady = async (): Promise<boolean> => {
      if ((await this.#machine.isThere(node)) === false) {
        failed = t("{0} has ended with the new program.", name);
        return true;
      }
      seen = await this.#machine.sees(node);
      return (
        seen?.reachable === true && seen.behind < lagLimit && seen.release !== undefined && atLeast(seen.release, to)
      );
    };
    const ready = await this.#comes(isReady, readyMs, signal);
    if (failed !== undefined) return failed;
    if (!ready) return this.#behind(name, seen);
    if (!node.seals) return undefined;
    this.#say(t("Waiting until {0} makes blocks again", name));
    const makesBlocks = async (): Promise<boolean> => {
      if ((await this.#machine.isThere(node)) === false) {
        failed = t("{0} has ended with the new program.", name);
        return true;
      }
      seen = (await this.#machine.sees(node)) ?? seen;
      return seen?.sealed === true;
    };
    const sealed = await this.#comes(makesBlocks, sealMs, signal);
    if (failed !== undefined) return failed;
    if (sealed) return undefined;
    if (signal?.aborted) return t("Canceled.");
    if (seen?.sealed === false) return t("Blocks are made without {0}.", name);
    // a chain without transactions makes none: nothing speaks against it
    this.#unproven.push(name);
    return undefined;
  }

  #behind(name: string, seen: SeenNode | undefined): string {
    if (!seen) return t("The chain says nothing of {0}.", name);
    if (!seen.reachable) return t("{0} is running, but its group can't reach it.", name);
    if (seen.behind >= lagLimit) return t("{0} doesn't catch up: it is {1} blocks behind.", name, seen.behind);
    return seen.release === undefined
      ? t("No one says which program runs on {0}.", name)
      : t("{0} runs {1}, not {2}.", name, seen.release, this.#options.to);
  }

  /** The old program comes back whatever happened, canceled meanwhile or not. */
  async #takeBack(nodes: readonly SwapNode[], programs: readonly string[], why: string): Promise<SwapEnd> {
    this.#say(t("Taking the old program back: {0}", why));
    for (const node of nodes) {
      if ((await this.#machine.isThere(node)) === false || (await this.#stops(node))) continue;
      // what doesn't stop is the new program, whose node was stopped with consent
      await this.#machine.kill(node);
      await this.#comes(async () => (await this.#machine.isThere(node)) !== true, this.#limits.scriptMs);
    }
    const troubles: string[] = [];
    for (const program of programs) {
      try {
        await this.#machine.takeBack(program);
      } catch (error) {
        troubles.push(t("The old program couldn't be put back: {0}", thrownText(error)));
      }
    }
    const down = troubles.length > 0 ? namesOf(nodes) : await this.#startAgain(nodes);
    return {
      kind: "takenBack",
      swapped: this.#swapped,
      batch: namesOf(nodes),
      why: [why, ...troubles].join(" "),
      down,
    };
  }
}
