import { type LogEvent, type LogTextFact, logTexts, viewChangeReasons } from "../../facts/releases/logEvents";
import { detachedText } from "../../text/shortText";
import { Fields, type LineParts, noParts, readLineParts, timeAt } from "../reading/logLine";
import { type BlockMoments, type LogPosition, type NodeBlock, stageTimes } from "./blockStages";
import { ConnectionTracker } from "./connectionTracker";
import {
  type CatchUp,
  type NodeEvent,
  type SevereLines,
  type Shortage,
  type Silence,
  shortageIn,
  type ViewChange,
} from "./nodeEvents";
import { ViewTracker } from "./viewTracker";

/** A block that isn't in the ledger yet. */
interface OpenBlock {
  readonly moments: BlockMoments;
  place: LogPosition;
  putting: number;
  viewChange: number | undefined;
  transactions?: number;
  failed?: number;
  sealer?: number;
  led: boolean;
  synced: boolean;
}

/** Blocks that a node works on at a time are few; more of them are none. */
const maxOpen = 1000;
const maxKinds = 300;
const maxEvents = 10_000;
const maxKindLength = 160;
/** So much of a warning is looked at for its cause. */
const maxMessageLength = 2000;
/** What is said again within that time is one shortage. */
const oneShortageMs = 60_000;

/** What a node says of itself. */
interface NodeFacts {
  nodeId?: string;
  index?: number;
  p2pId?: string;
  listenPort?: number;
  /** How many sealers the group has. */
  sealers?: number;
}

type Handler = (fields: Fields, time: number, place: LogPosition) => void;

const momentEvents = ["asked", "proposed", "voted", "precommitted", "committed", "agreed", "stored"] as const;
/** Events that only say when a moment of a block was. */
type MomentEvent = (typeof momentEvents)[number];
const isMoment = (event: LogEvent): event is MomentEvent => (momentEvents as readonly LogEvent[]).includes(event);

/** Text as it was written: lines are read as Latin-1. */
const asWritten = (text: string): string => Buffer.from(text, "latin1").toString("utf8");

/**
 * Follows the log of one node, line by line, in the order of its files. It holds the blocks that are under way, and what it tells `onBlock`
 * when they are done is all that is held of the rest. Messages have two vocabularies (`logTexts`).
 */
export class NodeTracker {
  readonly facts: NodeFacts = {};
  readonly views = new ViewTracker();
  readonly connections = new ConnectionTracker();
  readonly events: NodeEvent[] = [];
  readonly catchUps: CatchUp[] = [];
  /** Times in which the node wrote nothing: it didn't run, hung, or had nothing to say. */
  readonly silences: Silence[] = [];
  /** When its clock was set back, and by how much: what it wrote since is read by the clock before. */
  readonly setBacks: { readonly time: number; readonly backMs: number }[] = [];
  /** What it had too little of. */
  readonly shortages: Shortage[] = [];
  readonly #grave = new Map<string, SevereLines>();
  readonly #open = new Map<number, OpenBlock>();
  readonly #parts: LineParts = noParts();
  #file = 0;
  #lastStored: { readonly height: number; readonly time: number } | undefined;
  #ownP2pAwaited = false;
  #pendingFetch: number | undefined;
  lines = 0;
  firstMs = Number.NaN;
  lastMs = Number.NaN;

  /** @param shiftMs what is added to each time: the node's clock isn't that of the others */
  constructor(
    private readonly onBlock: (block: NodeBlock) => void,
    private shiftMs = 0,
  ) {}

  /** The lines that come now are of that file. */
  begin(file: number): void {
    this.#file = file;
    this.#isFirst = true;
  }

  get viewChanges(): readonly ViewChange[] {
    return this.views.changes;
  }

  get grave(): readonly SevereLines[] {
    return [...this.#grave.values()];
  }

  readonly take = (text: string, start: number, end: number, offset: number, line: number | undefined): void => {
    const parts = this.#parts;
    this.lines++;
    if (!readLineParts(text, start, end, parts)) return;
    this.#noteTime(text, parts.time);
    const name = text.slice(parts.message, parts.nameEnd);
    const handler = this.#handlers.get(name) ?? (name.startsWith("^^^") ? this.#report : undefined);
    // the first and the last line say how far the log goes
    if (handler === undefined && !parts.grave && this.lines !== 1) {
      this.#lastLine = text;
      this.#lastTime = parts.time;
      return;
    }
    const time = timeAt(text, parts.time) + this.shiftMs;
    if (Number.isNaN(time)) return;
    if (Number.isNaN(this.firstMs)) this.firstMs = time;
    this.#lastLine = "";
    this.lastMs = time;
    const place = { file: this.#file, offset, line };
    if (parts.grave) {
      this.#count(text, parts, time, place);
      this.#wants(text, parts, time, place);
    }
    handler?.(new Fields(text, parts.nameEnd, parts.end), time, place);
    if (handler !== undefined && !startNames.has(name)) this.#worked = true;
  };

  #lastLine = "";
  #lastTime = 0;
  #second = 0;
  #lastLineMs = Number.NaN;
  #isFirst = true;

  /** Notes when the node writes nothing: a time is read once a second. */
  #noteTime(text: string, at: number): void {
    // the digits of seconds and minutes
    const second = text.charCodeAt(at + 18) | (text.charCodeAt(at + 17) << 8) | (text.charCodeAt(at + 15) << 16);
    if (second === this.#second) return;
    this.#second = second;
    let time = timeAt(text, at) + this.shiftMs;
    if (Number.isNaN(time)) return;
    // within a file: which of two begins later, their names don't always say
    const backMs = this.#isFirst ? 0 : this.#lastLineMs - time;
    this.#isFirst = false;
    if (backMs >= setBackMs && this.setBacks.length < maxEvents) {
      const quarters = Math.round(backMs / setBackMs) * setBackMs;
      const exact = Math.abs(quarters - backMs) < silentMs ? quarters : backMs;
      this.setBacks.push({ time: this.#lastLineMs, backMs: exact });
      this.shiftMs += exact;
      time += exact;
    }
    if (time - this.#lastLineMs >= silentMs && this.silences.length < maxEvents)
      this.silences.push({ from: this.#lastLineMs, to: time });
    this.#lastLineMs = time;
  }

  /** The log is over: what is in the ledger is told. */
  end(): void {
    this.settle();
    this.views.end();
    for (const height of [...this.#open.keys()].sort((one, other) => one - other)) this.#close(height);
  }

  /** A piece of the log is read: nothing of its text is held any more. */
  settle(): void {
    if (this.#lastLine === "") return;
    const time = timeAt(this.#lastLine, this.#lastTime) + this.shiftMs;
    if (!Number.isNaN(time)) {
      this.lastMs = time;
      if (Number.isNaN(this.firstMs)) this.firstMs = time;
    }
    this.#lastLine = "";
  }

  #count(text: string, parts: LineParts, time: number, place: LogPosition): void {
    const kind = text.slice(parts.badges, Math.min(parts.nameEnd, parts.badges + maxKindLength));
    const known = this.#grave.get(kind);
    if (known) this.#grave.set(kind, { ...known, count: known.count + 1, last: time });
    else if (this.#grave.size < maxKinds) {
      // a piece of a text would hold all of it
      const own = asWritten(kind);
      const level = text.charCodeAt(parts.time - 2) === 103 ? "warning" : "error";
      this.#grave.set(detachedText(kind), { text: own, level, count: 1, first: time, last: time, place });
    }
  }

  /** Notes what the node lacks, where a warning or an error says so. */
  #wants(text: string, parts: LineParts, time: number, place: LogPosition): void {
    const kind = shortageIn(text.slice(parts.message, Math.min(parts.end, parts.message + maxMessageLength)));
    if (kind === undefined) return;
    const last = this.shortages.findLast((each) => each.kind === kind);
    if (last && time - last.last < oneShortageMs) {
      this.shortages[this.shortages.indexOf(last)] = { ...last, last: time, count: last.count + 1 };
    } else if (this.shortages.length < maxEvents)
      this.shortages.push({ kind, first: time, last: time, count: 1, place });
  }

  #block(height: number | undefined, place: LogPosition): OpenBlock | undefined {
    if (height === undefined || (this.#lastStored && height <= this.#lastStored.height)) return undefined;
    const known = this.#open.get(height);
    if (known) return known;
    if (this.#open.size >= maxOpen) this.#open.delete(this.#open.keys().next().value ?? 0);
    const block: OpenBlock = { moments: {}, place, putting: 0, viewChange: undefined, led: false, synced: false };
    this.#open.set(height, block);
    return block;
  }

  #moment(moment: keyof BlockMoments, field: string, keep: "first" | "last" = "last"): Handler {
    return (fields, time, place) => {
      const block = this.#block(fields.number(field), place);
      if (!block || (keep === "first" && block.moments[moment] !== undefined)) return;
      if (Object.keys(block.moments).length === 0) block.place = place;
      block.moments[moment] = time;
    };
  }

  #close(height: number): void {
    const block = this.#open.get(height);
    if (!block) return;
    this.#open.delete(height);
    const { moments, place, transactions, failed, sealer, led, synced } = block;
    const { stored } = moments;
    if (stored === undefined) return;
    this.#lastStored = { height, time: stored };
    this.onBlock({
      ...{ height, place, storedMs: stored, led, synced },
      ...{ transactions, failed, sealer },
      stages: stageTimes(moments, block.putting, block.viewChange),
    });
    if (synced) this.#caughtUp(height, stored, place);
  }

  #caughtUp(height: number, time: number, place: LogPosition): void {
    const last = this.catchUps.at(-1);
    if (last && last.to === height - 1) this.catchUps[this.catchUps.length - 1] = { ...last, to: height, last: time };
    else if (this.catchUps.length < maxEvents)
      this.catchUps.push({ from: height, to: height, first: time, last: time, place });
  }

  /** `^^^^^^^^Report`: a block is in the ledger. What belongs to it still comes, so it is told with the next one. */
  readonly #report: Handler = (fields, time, place) => {
    const height = fields.number("committedIndex");
    if (height === undefined) return;
    this.#identify(fields);
    for (const open of [...this.#open.keys()].sort((one, other) => one - other)) {
      if (open >= height) break;
      this.#close(open);
    }
    const block = this.#block(height, place);
    if (!block) return;
    block.moments.stored ??= time;
    const transactions = fields.number("txs");
    const sealer = fields.number("sealer");
    if (transactions !== undefined) block.transactions = transactions;
    if (sealer !== undefined) block.sealer = sealer;
  };

  #identify(fields: Fields): void {
    const nodeId = fields.beginning("nodeId");
    const index = fields.number("Idx");
    if (nodeId !== undefined) this.facts.nodeId = nodeId;
    if (index !== undefined) this.facts.index = index;
  }

  #event(kind: NodeEvent["kind"]): Handler {
    return (_fields, time, place) => {
      const last = this.events.at(-1);
      if (last?.kind === kind && time - last.time < sameEventMs) return;
      if (kind === "started" && this.#worked && last?.kind !== "stopped") this.#ended(time, place);
      if (this.events.length < maxEvents) this.events.push({ kind, time, place });
      if (kind !== "started") return;
      this.#worked = false;
      this.#open.clear();
      this.views.begin(time);
    };
  }

  /** It has worked on blocks since it started: a log that begins with a start tells of no earlier end. */
  #worked = false;

  /** A node that starts without having said that it stops ended all at once: with its last line. */
  #ended(started: number, place: LogPosition): void {
    const silence = this.silences.at(-1);
    const time = silence && started - silence.to < sameEventMs ? silence.from : started;
    if (this.events.length < maxEvents) this.events.push({ kind: "died", time, place });
  }

  /** The next block waited for a change of the view. */
  #changedView(fields: Fields, time: number): void {
    const taken = this.views.reached(fields, time, this.#lastStored?.time);
    if (taken === undefined) return;
    for (const [height, block] of this.#open) {
      if (block.moments.committed !== undefined || height !== taken.height) continue;
      // what was proposed before the change counts for nothing
      const { asked } = block.moments;
      for (const moment of ["fetched", "generated", "proposed", "voted", "precommitted"] as const)
        delete block.moments[moment];
      if (asked !== undefined) block.moments.asked = time;
    }
    const block = this.#block(taken.height, taken.place);
    if (block) block.viewChange = (block.viewChange ?? 0) + taken.ms;
  }

  readonly #execute: Handler = (fields, time, place) => {
    const block = this.#block(fields.number("number"), place);
    if (!block) return;
    block.moments.executed = time;
    block.transactions ??= fields.number("txsSize") ?? 0;
  };

  readonly #fetch: Handler = (fields, time) => {
    if ((fields.number("txsSize") ?? 0) > 0) this.#pendingFetch ??= time;
  };

  readonly #apply: Handler = (fields, time, place) => {
    const block = this.#block(fields.number("number"), place);
    if (!block) return;
    block.synced = true;
    block.transactions ??= fields.number("txsSize") ?? 0;
    block.moments.executed = time;
    block.moments.committed = time - (fields.number("timeCost") ?? 0);
  };

  readonly #commitSynced: Handler = (fields, time, place) => {
    const block = this.#block(fields.number("number"), place);
    if (!block) return;
    block.synced = true;
    block.moments.stored = time;
    block.moments.agreed = time - (fields.number("commitBlockTimeCost") ?? 0);
  };

  readonly #stored = this.#moment("stored", "index");

  /** `ViewChangeTriggered`, which says its reason in a field. */
  readonly #viewChange: Handler = (fields, time, place) => {
    const reason = fields.word("reason") ?? "";
    const isOf = (reasons: readonly string[]): boolean => reasons.includes(reason);
    if (isOf(viewChangeReasons.timeout)) this.views.timeout(fields, time, place);
    else if (isOf(viewChangeReasons.leaderGone)) this.views.leaderGone(fields, time, place);
    else if (isOf(viewChangeReasons.others)) this.views.others(fields, time, place);
    else if (isOf(viewChangeReasons.recovery)) this.views.recovering(fields, time, place);
  };

  readonly #byEvent: Readonly<Record<Exclude<LogEvent, MomentEvent>, Handler>> = {
    fetched: this.#fetch,
    generated: (fields, time, place) => {
      const block = this.#block(fields.number("index"), place);
      const fetched = this.#pendingFetch;
      this.#pendingFetch = undefined;
      if (!block) return;
      block.led = true;
      block.moments.generated = time;
      const transactions = fields.number("txsSize");
      if (transactions !== undefined) block.transactions = transactions;
      if (fetched !== undefined) block.moments.fetched = Math.max(fetched, block.moments.asked ?? fetched);
      block.place = place;
    },
    executed: this.#execute,
    executedNow: (fields, time, place) => {
      const block = this.#block(fields.number("index"), place);
      if (block) block.moments.executed = time;
    },
    put: (fields, _time, place) => {
      const block = this.#block(fields.number("number"), place);
      if (block) block.putting += fields.number("timecost") ?? 0;
    },
    prewritten: (fields, _time, place) => {
      const block = this.#block(fields.number("number"), place);
      const failed = fields.number("incFailedTxs");
      if (block && failed !== undefined) block.failed = failed;
    },
    blockSync: (fields, time, place) => {
      if (fields.text.startsWith(": applyBlock success")) this.#apply(fields, time, place);
    },
    applied: this.#apply,
    synced: this.#commitSynced,
    // of consensus and of block sync alike: each has its own field
    storedOrSynced: (fields, time, place) => {
      const handler = fields.number("index") === undefined ? this.#commitSynced : this.#stored;
      handler(fields, time, place);
    },
    consensusConfig: (fields) => {
      const sealers = fields.number("consensusNodesSize");
      if (sealers !== undefined) this.facts.sealers = sealers;
    },
    viewChange: this.#viewChange,
    newView: (fields, time) => this.#changedView(fields, time),
    timeout: (fields, time, place) => {
      this.#identify(fields);
      this.views.timeout(fields, time, place);
    },
    leaderGone: (fields, time, place) => this.views.leaderGone(fields, time, place),
    othersAhead: (fields, time, place) => this.views.others(fields, time, place),
    recovering: (fields, time, place) => this.views.recovering(fields, time, place),
    stopped: this.#event("stopped"),
    started: this.#event("started"),
    p2pConfig: (fields) => {
      const port = fields.number("p2p.listen_port");
      if (port !== undefined) this.facts.listenPort = port;
      this.#ownP2pAwaited = true;
    },
    ownP2p: (fields) => {
      // a node tells its own before it has connected to others
      const own = fields.beginning("rawP2pID");
      if (this.#ownP2pAwaited && own !== undefined) this.facts.p2pId = own;
      this.#ownP2pAwaited = false;
    },
    connecting: (fields) => this.connections.connecting(fields),
    connected: (fields, time, place) => this.connections.connected(fields, time, place),
    refused: (fields, time, place) => this.connections.refused(fields, time, place),
    removed: (fields, time, place) => this.connections.removed(fields, time, place),
  };

  /** The handlers by the texts of every release: a log may hold more than one vocabulary. */
  readonly #handlers: ReadonlyMap<string, Handler> = new Map(
    logTexts.map((fact) => [fact.name, this.#handlerOf(fact)]),
  );

  #handlerOf({ event, height = "number", keep }: LogTextFact): Handler {
    return isMoment(event) ? this.#moment(event, height, keep) : this.#byEvent[event];
  }
}

/** So far back, a quarter of an hour, no line comes before another: the clock was set, as at the end of summer time. */
const setBackMs = 900_000;
/** A node that writes nothing for so long is silent. */
const silentMs = 5000;
/** What a node writes while it starts: it doesn't work yet. */
const startNames: ReadonlySet<string> = new Set([
  "initConfig ok!",
  "initP2PConfig ok!",
  "try to updateP2pInfo",
  "resetConfig",
  "Connecting to node",
]);
/** A node says twice that it starts. */
const sameEventMs = 10_000;
