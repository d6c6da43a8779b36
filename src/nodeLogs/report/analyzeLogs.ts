import { join } from "node:path";
import { maxBytes, readTextIn } from "../../files/regularFile";
import { findLogs, type NodeLogs } from "../reading/findLogs";
import { type FileCut, type ReadResult, readLogFile, type TimeRange } from "../reading/logFile";
import { logTimeText } from "../reading/logLine";
import type { NodeBlock } from "../tracking/blockStages";
import { NodeTracker } from "../tracking/nodeTracker";
import { clockSkews } from "./clocks";
import { Durations, rounded } from "./figures";
import { joinBlock, referenceOf } from "./joinBlocks";
import { joinViewChanges } from "./joinViewChanges";
import type { AnalyzedBlock, AnalyzedFile, AnalyzedNode, LogAnalysis } from "./logAnalysis";
import { PeerNames, type TrackedNode } from "./peerNames";
import { figuresOf, slowBlocksOf, usualSlowMs } from "./slowBlocks";

export interface AnalyzeOptions extends TimeRange {
  /** From how many milliseconds on a block is slow; without it, what is unusual among these blocks. */
  readonly slowMs?: number;
  readonly signal?: AbortSignal;
  /** Bytes that were read since the last call, and the node whose they are. */
  readonly onProgress?: (bytes: number, node: string) => void;
}

/** Blocks that are held, over all nodes: of more only the latest. */
const maxBlocks = 200_000;

interface ReadNode extends TrackedNode {
  readonly blocks: NodeBlock[];
  readonly leftOut: number;
}

/** `listen_port` of `[p2p]`, which tells a node from its neighbors on one machine. */
async function listenPortOf({ folder }: NodeLogs): Promise<number | undefined> {
  const text = folder === undefined ? undefined : await readTextIn(folder, "config.ini", maxBytes.configuration);
  if (text === undefined) return undefined;
  const { parseDocument } = await import("../../nodeConfig/document/iniDocument");
  const { listener } = await import("../../nodeConfig/analysis/listener");
  return listener(parseDocument(text), "p2p")[0]?.port;
}

async function readNode(
  logs: NodeLogs,
  first: number,
  kept: number,
  { from, to, signal, onProgress }: AnalyzeOptions,
  shiftMs = 0,
): Promise<ReadNode & { readonly bytes: number; readonly cuts: ReadonlyMap<number, FileCut> }> {
  const blocks: NodeBlock[] = [];
  let leftOut = 0;
  const tracker = new NodeTracker((block) => {
    blocks.push(block);
    if (blocks.length < 2 * kept) return;
    leftOut += blocks.length - kept;
    blocks.splice(0, blocks.length - kept);
  }, shiftMs);
  let bytes = 0;
  const cuts = new Map<number, FileCut>();
  for (const [place, file] of logs.files.entries()) {
    tracker.begin(first + place);
    const range = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
    const read = await readLogFile(file, range, tracker.take, {
      signal,
      progress: (more) => {
        tracker.settle();
        onProgress?.(more, logs.name);
      },
    }).catch((error: NodeJS.ErrnoException): ReadResult => {
      if (error.code === "ENOENT") return { bytes: 0, cut: "gone" };
      throw error;
    });
    tracker.settle();
    bytes += read.bytes;
    if (read.cut) cuts.set(first + place, read.cut);
  }
  tracker.end();
  if (blocks.length > kept) {
    leftOut += blocks.length - kept;
    blocks.splice(0, blocks.length - kept);
  }
  return { name: logs.name, tracker, listenPort: await listenPortOf(logs), blocks, leftOut, bytes, cuts };
}

/** Blocks of all nodes by height, and what each node was behind the first. */
function joinAll(nodes: readonly ReadNode[], names: PeerNames) {
  const byHeight = new Map<number, { node: string; block: NodeBlock }[]>();
  for (const { name, blocks } of nodes)
    for (const block of blocks) {
      const known = byHeight.get(block.height);
      if (known) known.push({ node: name, block });
      else byHeight.set(block.height, [{ node: name, block }]);
    }
  const behind = new Map(nodes.map(({ name }) => [name, new Durations()]));
  const joined: AnalyzedBlock[] = [];
  let before: { readonly height: number; readonly first: number } | undefined;
  for (const height of [...byHeight.keys()].sort((one, other) => one - other)) {
    const held = byHeight.get(height) ?? [];
    const first = Math.min(...held.map(({ block }) => block.storedMs));
    for (const { node, block } of held) behind.get(node)?.add(block.storedMs - first);
    joined.push(joinBlock(height, held, names, before?.height === height - 1 ? before.first : undefined));
    before = { height, first };
  }
  return { joined, behind };
}

const timeOf = <Name extends string>(name: Name, ms: number): Partial<Record<Name, string>> =>
  Number.isNaN(ms) ? {} : ({ [name]: logTimeText(ms) } as Partial<Record<Name, string>>);

function analyzedNode({ name, tracker, blocks, leftOut }: ReadNode, behind: Durations | undefined): AnalyzedNode {
  const highest = blocks.at(-1)?.height;
  const { nodeId } = tracker.facts;
  return {
    name,
    ...(nodeId === undefined ? {} : { nodeId }),
    ...timeOf("first", tracker.firstMs),
    ...timeOf("last", tracker.lastMs),
    blocks: blocks.length + leftOut,
    led: blocks.filter(({ led }) => led).length,
    synced: blocks.filter(({ synced }) => synced).length,
    ...(highest === undefined ? {} : { highest }),
    ...(behind && behind.count > 0
      ? { behindMs: rounded(behind.quantile(0.5)), maxBehindMs: rounded(behind.max) }
      : {}),
  };
}

/** What befell nodes, each by its time. */
function eventsOf(nodes: readonly ReadNode[], names: PeerNames) {
  const byFirst = (one: { readonly first: string }, other: { readonly first: string }): number =>
    one.first < other.first ? -1 : one.first > other.first ? 1 : 0;
  const span = ({ first, last, place }: { first: number; last: number; place: NodeBlock["place"] }) => ({
    first: logTimeText(first),
    last: logTimeText(last),
    at: referenceOf(place),
  });
  return {
    connections: nodes
      .flatMap(({ name, tracker }) =>
        tracker.connections.events.map(({ kind, p2pId, endpoint, count, ...rest }) => ({
          ...{ node: name, kind, count },
          ...names.peer(p2pId, endpoint),
          ...span(rest),
        })),
      )
      .sort(byFirst),
    nodeEvents: nodes
      .flatMap(({ name, tracker }) =>
        tracker.events.map(({ kind, time, place }) => ({
          ...{ node: name, kind, time: logTimeText(time), at: referenceOf(place) },
        })),
      )
      .sort((one, other) => (one.time < other.time ? -1 : one.time > other.time ? 1 : 0)),
    silences: nodes.flatMap(({ name, tracker }) =>
      tracker.silences.map(({ from, to }) => ({ node: name, from: logTimeText(from), to: logTimeText(to) })),
    ),
    setBacks: nodes.flatMap(({ name, tracker }) =>
      tracker.setBacks.map(({ time, backMs }) => ({ node: name, time: logTimeText(time), backMs })),
    ),
    catchUps: nodes
      .flatMap(({ name, tracker }) =>
        tracker.catchUps.map(({ from, to, ...rest }) => ({ ...{ node: name, from, to }, ...span(rest) })),
      )
      .sort(byFirst),
    shortages: nodes
      .flatMap(({ name, tracker }) =>
        tracker.shortages.map(({ kind, count, ...rest }) => ({ ...{ node: name, kind, count }, ...span(rest) })),
      )
      .sort(byFirst),
    warnings: nodes
      .flatMap(({ name, tracker }) =>
        tracker.grave.map(({ level, text, count, ...rest }) => ({
          ...{ node: name, level, text, count },
          ...span(rest),
        })),
      )
      .sort((one, other) => other.count - one.count || byFirst(one, other)),
  };
}

/**
 * Reads logs of nodes where they lie and says what became of blocks, stage by stage, on each node and over all of them. Takes memory
 * for the blocks alone, whatever the size of the logs.
 * @param paths folders of chains, nodes or logs, and log files, plain or gzip, as the person gave them
 * @throws the system's error for a file that can't be read; what aborted it
 */
export async function analyzeLogs(paths: readonly string[], options: AnalyzeOptions = {}): Promise<LogAnalysis> {
  const found = await findLogs(paths, options);
  const files: AnalyzedFile[] = found.flatMap((node) => node.files.map(({ path }) => ({ path })));
  const kept = Math.max(1000, Math.floor(maxBlocks / Math.max(1, found.length)));
  const nodes: (ReadNode & { readonly first: number })[] = [];
  let [bytes, lines, first] = [0, 0, 0];
  for (const logs of found) {
    const read = await readNode(logs, first, kept, options);
    nodes.push({ ...read, first });
    bytes += read.bytes;
    lines += read.tracker.lines;
    for (const [place, cut] of read.cuts) files[place] = { path: files[place]?.path ?? join(logs.name), [cut]: true };
    first += logs.files.length;
  }
  const clocks = clockSkews(nodes);
  for (const { node: name, aheadMs } of clocks) {
    const at = nodes.findIndex((each) => each.name === name);
    const [logs, read] = [found[at], nodes[at]];
    // what its lines say of each other is read by the clock of the others
    if (logs && read)
      nodes[at] = {
        ...(await readNode(logs, read.first, kept, { ...options, onProgress: () => undefined }, -aheadMs)),
        first: read.first,
      };
  }
  const names = new PeerNames(nodes);
  const { joined, behind } = joinAll(nodes, names);
  const stages = figuresOf(joined);
  const slowMs = options.slowMs ?? usualSlowMs(joined);
  const bottleneck = stages.reduce<(typeof stages)[number] | undefined>(
    (max, each) => ((each.share ?? 0) > (max?.share ?? 0) ? each : max),
    undefined,
  )?.stage;
  const sealers = Math.max(0, ...nodes.map(({ tracker }) => tracker.facts.sealers ?? 0));
  const times = nodes.flatMap(({ tracker }) => [tracker.firstMs, tracker.lastMs]).filter((ms) => !Number.isNaN(ms));
  return {
    nodes: nodes.map((node) => analyzedNode(node, behind.get(node.name))),
    ...{ files, bytes, lines },
    ...(times.length === 0 ? {} : { first: logTimeText(Math.min(...times)), last: logTimeText(Math.max(...times)) }),
    stages,
    ...(bottleneck === undefined ? {} : { bottleneck }),
    slowMs,
    blocks: joined,
    blocksLeftOut: Math.max(0, ...nodes.map(({ leftOut }) => leftOut)),
    slowBlocks: slowBlocksOf(joined, slowMs, stages),
    viewChanges: joinViewChanges(nodes, names),
    ...eventsOf(nodes, names),
    clocks,
    ...(sealers === 0 ? {} : { sealers }),
  };
}
