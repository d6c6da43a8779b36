import { type Story, storyOf, type Trouble, type TroubleKind } from "../../chain/health/story";
import { t } from "../../text/catalogue";
import { numberText } from "../../text/formats";
import { clauses, noted } from "../../text/joining";
import { dayMs, hourMs, minuteMs } from "../../time/units";
import { logTimeText, timeAt } from "../reading/logLine";
import type { ShortageKind } from "../tracking/nodeEvents";
import { waitedForLeader } from "./joinBlocks";
import type { LineReference, LogAnalysis } from "./logAnalysis";
import { dayOf, onlyDay, shownTime } from "./logTables";

/** Something that went wrong, with its cause. */
interface Incident {
  readonly kind: TroubleKind;
  /** Nodes that it is about. */
  readonly nodes?: readonly string[];
  /** As a log writes it; without `to` it lasts to the end of the logs. */
  readonly from: string;
  readonly to?: string;
  /** In the chosen language. */
  readonly text: string;
  readonly at?: LineReference;
}

/** Blocks that took so long stood: a slow one doesn't. */
const standsMs = 5000;
/** A log that ends so long before the others ends with its node. */
const endsEarlyMs = 15_000;
/** So soon others notice that a node is gone. */
const missedMs = 30_000;
/** A change of the leader that takes so long is worth a word. */
const standsLongMs = 1000;
/** What a node lacked so short before its end is why it ended. */
const causeMs = 60_000;
/** Views that don't meet for so long won't by themselves. */
const apartMs = 30_000;
/** A node that ended so often ends again and again. */
const againTimes = 3;
/** Troubles of one kind that lie further apart are several. */
const oneTroubleMs = 600_000;
/** Of so long a time without a line, files are missing. */
const gapMs = 600_000;
/** Time zones differ by quarters of an hour, clocks that are set by less than this. */
const [quarterMs, zoneSlackMs] = [15 * minuteMs, 20_000];
/** What is so short before or after something belongs to it. */
const nearMs = 2000;

/** When a node took no part. */
interface Absence {
  readonly node: string;
  readonly from: number;
  /** Infinite where it didn't come back. */
  readonly to: number;
  readonly how: "stopped" | "died" | "silent";
  readonly at?: LineReference;
}

const ms = (time: string | undefined): number => timeAt(time ?? "", 0);
const seconds = (duration: number): string => numberText(Math.round(duration / 100) / 10);

/** Whether others lost a node when its log ends: a connection to it, or to one whose log isn't here, or a leader that was gone. */
function isMissed(node: string, end: number, { nodes, connections, viewChanges }: LogAnalysis): boolean {
  const others = new Set(nodes.map(({ name }) => name).filter((name) => name !== node));
  return (
    connections.some(
      ({ kind, peer, first, last }) =>
        kind !== "restored" &&
        !others.has(peer) &&
        ms(last) >= end - nearMs &&
        (peer === node || ms(first) <= end + missedMs),
    ) ||
    viewChanges.some(
      ({ leader, reason, time }) => leader === node && reason.kind === "leaderGone" && ms(time) >= end - nearMs,
    )
  );
}

function absencesOf(analysis: LogAnalysis): Absence[] {
  const { nodes, nodeEvents, silences, blocks, viewChanges, last } = analysis;
  const busy = [...blocks, ...viewChanges].map(({ time }) => ms(time));
  return nodes.flatMap((node) => {
    const found: Absence[] = [];
    let ended: (typeof nodeEvents)[number] | undefined;
    const add = (to: number): void => {
      if (ended && ended.kind !== "started")
        found.push({ node: node.name, from: ms(ended.time), to, how: ended.kind, at: ended.at });
    };
    for (const event of nodeEvents.filter(({ node: name }) => name === node.name)) {
      if (event.kind === "started") {
        add(ms(event.time));
        ended = undefined;
      } else ended ??= event;
    }
    add(Number.POSITIVE_INFINITY);
    const end = ms(node.last);
    // others went on without it; a log that was cut ends, too, and its node isn't missed
    if (
      !ended &&
      ms(last) - end >= endsEarlyMs &&
      busy.some((time) => time > end + nearMs) &&
      isMissed(node.name, end, analysis)
    )
      found.push({ node: node.name, from: end, to: Number.POSITIVE_INFINITY, how: "died" });
    const known = [...found];
    for (const silence of silences) {
      if (silence.node !== node.name) continue;
      const [from, to] = [ms(silence.from), ms(silence.to)];
      const isEnd = known.some((each) => from < each.to + nearMs && to > each.from - nearMs);
      if (!isEnd && busy.some((time) => time > from + nearMs && time < to - nearMs))
        found.push({ node: node.name, from, to, how: "silent" });
    }
    return found;
  });
}

/** Times without blocks, though the group tried: waiting for transactions is none. */
function stallsOf(analysis: LogAnalysis): { from: number; to: number; at?: LineReference }[] {
  const { blocks, viewChanges, last } = analysis;
  const found: { from: number; to: number; at?: LineReference }[] = [];
  for (const { time, workMs, intervalMs, nodes } of blocks) {
    const to = ms(time);
    const duration = Math.min(workMs, intervalMs ?? workMs);
    const at = nodes[0]?.at;
    if (duration >= standsMs) found.push({ from: to - duration, to, ...(at ? { at } : {}) });
  }
  const newest = ms(blocks.at(-1)?.time);
  const open = viewChanges.find((change) => change.ms === undefined && !(ms(change.time) < newest));
  if (open && ms(last) - ms(open.time) >= standsMs)
    found.push({ from: ms(open.time), to: Number.POSITIVE_INFINITY, at: open.at });
  return found.filter((stall) => someoneWrote(stall, analysis));
}

/** Whether any node wrote in most of that time: where none did, logs are missing, or all of them were away. */
function someoneWrote(
  { from, to }: { readonly from: number; readonly to: number },
  { nodes, silences, nodeEvents }: LogAnalysis,
): boolean {
  const isQuiet = (node: string): boolean =>
    silences.some(
      (silence) =>
        silence.node === node && Math.min(to, ms(silence.to)) - Math.max(from, ms(silence.from)) >= (to - from) / 2,
    );
  const soon = from + Math.max(nearMs, (to - from) / 10);
  const ended = nodeEvents.some(
    ({ kind, time }) => kind !== "started" && ms(time) >= from - nearMs && ms(time) <= soon,
  );
  return ended || !nodes.every(({ name }) => isQuiet(name));
}

/** The last view that each node went to, where they are further apart than nodes that look for a leader are; else nothing. */
function viewsApart(changes: LogAnalysis["viewChanges"], nodes: LogAnalysis["nodes"]): string[] {
  const views = new Map<string, number>();
  for (const { nodes: own, to } of changes) if (to !== undefined) for (const node of own) views.set(node, to);
  const known = [...views.values()];
  if (views.size < nodes.length || Math.max(...known) - Math.min(...known) < 2) return [];
  return [...views].map(([node, view]) => `${node} ${view}`).sort();
}

/** Why no block came: too few sealers took part, or those that did looked for a leader. */
function stallCause(
  { from, to }: { readonly from: number; readonly to: number },
  absences: readonly Absence[],
  { sealers, viewChanges, nodes }: LogAnalysis,
): Pick<Incident, "kind" | "text" | "nodes"> {
  const length = to - from;
  const away = absences.filter((each) => {
    const overlap = Math.min(to, each.to) - Math.max(from, each.from);
    return Number.isFinite(length) ? overlap >= length / 2 : each.to === Number.POSITIVE_INFINITY;
  });
  const known = new Set(nodes.map(({ name }) => name));
  // of a sealer whose log isn't here, others say that it is gone
  const gone = viewChanges.flatMap(({ leader, reason, time }) =>
    reason.kind === "leaderGone" && leader && !known.has(leader) && ms(time) >= from - nearMs && ms(time) < to
      ? leader
      : [],
  );
  const names = [...new Set([...away.map(({ node }) => node), ...gone])];
  const all = Math.max(sealers ?? nodes.length, nodes.length);
  const needed = all - Math.floor((all - 1) / 3);
  const running = all - names.length;
  if (running < needed)
    return {
      kind: "lacksSealers",
      text: t("no blocks: {0} of {1} sealers ran, {2} are needed; missing: {3}", running, all, needed, names),
      nodes: names,
    };
  const changes = viewChanges.filter(({ time }) => ms(time) >= from - nearMs && ms(time) < to);
  const apart = length >= apartMs && names.length === 0 && nodes.length === all ? viewsApart(changes, nodes) : [];
  if (apart.length > 0)
    return {
      kind: "viewsApart",
      text: t("no blocks: all {0} sealers ran, but their views don't meet: {1}", all, apart),
    };
  const views = changes.flatMap((change) => [change.from ?? [], change.to ?? []].flat()).filter((view) => view > 0);
  if (views.length === 0) {
    // of nodes whose logs aren't here nothing is known
    const text = nodes.length < all ? t("no blocks") : t("no blocks, though {0} of {1} sealers ran", running, all);
    return { kind: "standstill", text };
  }
  const [min, max] = [Math.min(...views), Math.max(...views)];
  if (names.length > 0) {
    const text = t("no blocks: without {0}, the others looked for a leader, from view {1} to {2}", names, min, max);
    return { kind: "lacksSealers", text, nodes: names };
  }
  const text =
    min === max
      ? t("no blocks: the sealers looked for a leader, in view {0}", max)
      : t("no blocks: the sealers looked for a leader, from view {0} to {1}", min, max);
  return { kind: "noLeader", text };
}

/** What a node lacks, in words; the node stands before. */
const shortageTexts: Readonly<Record<ShortageKind, (node: string) => string>> = {
  disk: (node) => t("{0} had no space left on its disk", node),
  memory: (node) => t("{0} had no memory left", node),
  files: (node) => t("{0} had too many files open", node),
  certificate: (node) => t("{0} met a certificate that doesn't hold", node),
  database: (node) => t("{0} found its database damaged", node),
};

type AnalyzedShortage = LogAnalysis["shortages"][number];

/** Whether a node ended by what it lacked right before. */
const explains = ({ node, first, last }: AnalyzedShortage, { node: ended, from, how }: Absence): boolean =>
  how === "died" && node === ended && ms(first) <= from + nearMs && ms(last) >= from - causeMs;

/** What to do depends on why the node ended, where that is known. */
function absenceKind(absence: Absence, { shortages }: LogAnalysis): TroubleKind {
  if (absence.how === "silent") return "silent";
  if (absence.how === "stopped") return "nodeStopped";
  return shortages.findLast((each) => explains(each, absence))?.kind ?? "ended";
}

function absenceText(absence: Absence, analysis: LogAnalysis): string {
  const { node, from, to, how } = absence;
  const { viewChanges, catchUps, shortages } = analysis;
  const cause = shortages.findLast((each) => explains(each, absence));
  if (how === "silent")
    return t("{0} wrote nothing for {1} s while others worked: it hung, or was halted", node, seconds(to - from));
  const gone = viewChanges.filter(
    ({ leader, time }) => leader === node && ms(time) >= from - nearMs && ms(time) <= to + standsMs,
  );
  const maxMs = Math.max(0, ...gone.map((change) => change.ms ?? 0));
  const caught = catchUps.find(({ node: name, first }) => name === node && ms(first) >= to);
  const skipped = gone.length > 0 ? t("turns as leader that others took: {0}", gone.length) : "";
  return clauses([
    cause ? shortageTexts[cause.kind](node) : "",
    how === "stopped"
      ? t("{0} was stopped", node)
      : t("{0} ended without stopping: killed, crashed, or out of power", node),
    Number.isFinite(to) ? t("ran again after {0} s", seconds(to - from)) : t("didn't come back"),
    skipped !== "" && maxMs >= standsLongMs ? noted(skipped, t("{0} s at most", seconds(maxMs))) : skipped,
    caught ? t("caught up from block {0} to {1}", caught.from, caught.to) : "",
  ]);
}

/** Nodes that ended by themselves again and again: each end follows in its own line. */
function againAndAgain(
  absences: readonly Absence[],
  span: (from: number, to: number) => Pick<Incident, "from" | "to">,
): Incident[] {
  const names = new Set(absences.map(({ node }) => node));
  return [...names].flatMap((node): Incident[] => {
    const ends = absences.filter((each) => each.node === node && each.how === "died");
    const [first, last] = [ends[0], ends.at(-1)];
    if (ends.length < againTimes || !first || !last) return [];
    const { from, to } = { from: first.from, to: last.to };
    const text = t("{0} ended again and again: {1} times", node, ends.length);
    return [{ kind: "ended", ...span(from, to), text, nodes: [node], ...(first.at ? { at: first.at } : {}) }];
  });
}

/** Those that follow each other within some minutes are one trouble. */
function runsOf(changes: LogAnalysis["viewChanges"]): LogAnalysis["viewChanges"][number][][] {
  const runs: LogAnalysis["viewChanges"][number][][] = [];
  for (const change of changes) {
    const last = runs.at(-1)?.at(-1);
    if (last && ms(change.time) - ms(last.time) <= oneTroubleMs) runs.at(-1)?.push(change);
    else runs.push([change]);
  }
  return runs;
}

/** What went wrong, in the order of time. */
function incidentsOf(analysis: LogAnalysis): Incident[] {
  const { viewChanges, blocks } = analysis;
  const absences = absencesOf(analysis);
  const stalls = stallsOf(analysis);
  const span = (from: number, to: number): Pick<Incident, "from" | "to"> => ({
    from: logTimeText(from),
    ...(Number.isFinite(to) ? { to: logTimeText(to) } : {}),
  });
  const found: Incident[] = [
    ...stalls.map(
      ({ from, to, at }): Incident => ({
        ...{ ...span(from, to), ...stallCause({ from, to }, absences, analysis) },
        ...(at ? { at } : {}),
      }),
    ),
    ...againAndAgain(absences, span),
    ...absences.map(
      (each): Incident => ({
        ...{ kind: absenceKind(each, analysis), ...span(each.from, each.to) },
        ...{ text: absenceText(each, analysis), nodes: [each.node] },
        ...(each.at ? { at: each.at } : {}),
      }),
    ),
  ];
  for (const each of analysis.shortages) {
    const { node, kind, first, last, at } = each;
    if (!absences.some((absence) => explains(each, absence)))
      found.push({ kind, from: first, to: last, text: shortageTexts[kind](node), nodes: [node], at });
  }
  const inStall = (time: number): boolean => stalls.some(({ from, to }) => time >= from - nearMs && time <= to);
  const byHeight = new Map(blocks.map((block) => [block.height, block]));
  const timeouts = viewChanges.filter(
    ({ reason, time, height }) =>
      reason.kind === "timeout" && waitedForLeader(byHeight.get(height ?? -1)?.stages) && !inStall(ms(time)),
  );
  for (const run of runsOf(timeouts)) {
    const [first, end] = [run[0], run.at(-1)];
    if (!first || !end) continue;
    const timeoutMs = first.reason.kind === "timeout" ? first.reason.timeoutMs : undefined;
    found.push({
      ...{ kind: "leaderChanged", from: first.time, to: end.time, at: first.at },
      text: t(
        "no block within {0} s though transactions waited, so the leader was changed: {1} in all",
        seconds(timeoutMs ?? 0),
        run.length,
      ),
    });
  }
  const failing = blocks.filter(({ failed = 0 }) => failed > 0);
  const [one, other] = [failing[0], failing.at(-1)];
  if (one && other) {
    const sum = (field: "transactions" | "failed"): number =>
      blocks.reduce((all, block) => all + (block[field] ?? 0), 0);
    const message = t("{0} of {1} transactions failed", sum("failed"), sum("transactions"));
    const at = one.nodes[0]?.at;
    found.push({ kind: "failures", from: one.time, to: other.time, text: message, ...(at ? { at } : {}) });
  }
  return found.sort((before, after) => (before.from < after.from ? -1 : before.from > after.from ? 1 : 0));
}

/** A time between lines of which no log has anything. */
interface Gap {
  readonly from: number;
  readonly to: number;
}

/**
 * Times of which no node's log has a line, though none is known to have stopped: their files aren't here. A node writes at least once a
 * minute what blocks are found by; one with a log of warnings alone is silent as long as all is well.
 */
function gapsOf(analysis: LogAnalysis): Gap[] {
  const { nodes, silences } = analysis;
  const absences = absencesOf(analysis);
  let shared: Gap[] | undefined;
  for (const { name } of nodes) {
    const own = silences.flatMap(({ node, from, to }) => (node === name ? [{ from: ms(from), to: ms(to) }] : []));
    shared = (shared ?? own)
      .flatMap((gap) => own.map(({ from, to }) => ({ from: Math.max(from, gap.from), to: Math.min(to, gap.to) })))
      .filter(({ from, to }) => to - from >= gapMs);
  }
  const isDown = ({ from, to }: Gap): boolean =>
    absences.some((absence) => absence.from <= from + nearMs && absence.to >= to - nearMs);
  const stored = analysis.blocks.map(({ time }) => ms(time));
  const isBetweenBlocks = ({ from, to }: Gap): boolean =>
    stored.some((time) => time <= from + nearMs) && stored.some((time) => time >= to - nearMs);
  return (shared ?? []).filter((gap) => isBetweenBlocks(gap) && !isDown(gap));
}

/** A long time, by its largest unit. */
function longText(duration: number): string {
  const rounded = (unit: number): string => numberText(Math.round((duration / unit) * 10) / 10);
  if (duration >= 2 * dayMs) return t("{0} days", rounded(dayMs));
  return duration >= hourMs ? t("{0} h", rounded(hourMs)) : t("{0} min", rounded(minuteMs));
}

function clockText({ node, aheadMs }: LogAnalysis["clocks"][number]): string {
  const quarters = Math.round(aheadMs / quarterMs);
  // within the quarter of an hour by which zones differ, as far as clocks are set
  if (quarters !== 0 && Math.abs(aheadMs - quarters * quarterMs) < zoneSlackMs) {
    const hours = numberText(Math.abs(quarters) / 4);
    return aheadMs > 0
      ? t(
          "The clock of {0} is {1} h ahead of the others', probably because of another time zone. Its times are corrected here.",
          node,
          hours,
        )
      : t(
          "The clock of {0} is {1} h behind the others', probably because of another time zone. Its times are corrected here.",
          node,
          hours,
        );
  }
  return aheadMs > 0
    ? t("The clock of {0} is {1} s ahead of the others'. Its times are corrected here.", node, seconds(aheadMs))
    : t("The clock of {0} is {1} s behind the others'. Its times are corrected here.", node, seconds(-aheadMs));
}

/** Clocks that were set back together are said in one sentence. */
function setBackTexts({ setBacks }: LogAnalysis): string[] {
  const groups: { time: string; backMs: number; nodes: string[] }[] = [];
  for (const { node, time, backMs } of setBacks) {
    const known = groups.find((each) => each.backMs === backMs && Math.abs(ms(each.time) - ms(time)) < oneTroubleMs);
    if (known) known.nodes.push(node);
    else groups.push({ time, backMs, nodes: [node] });
  }
  return groups.map(({ time, backMs, nodes }) =>
    t(
      "The clock of {0} was set back by {1} at {2}, as at the end of summer time. Later times here go on by the clock before.",
      nodes,
      longText(backMs),
      spanText({ from: time, to: time }, undefined),
    ),
  );
}

/** When something was, to the second: without a day that the reader knows, or that stands before. */
function spanText({ from, to = "" }: Pick<Incident, "from" | "to">, day: string | undefined): string {
  const [first, last] = [from, to].map((time) => time.replace(/\.\d+$/, ""));
  const begin = shownTime(first, day);
  return first === last ? begin : `${begin}–${shownTime(last, dayOf(first))}`;
}

/** An incident in a line. */
const troubleOf = ({ kind, nodes, from, to, text }: Incident, day: string | undefined): Trouble => ({
  kind,
  line: `${spanText({ from, ...(to === undefined ? {} : { to }) }, day)} ${text}`,
  ...(nodes ? { nodes } : {}),
  isOver: to !== undefined,
  lastsMs: to === undefined ? Number.POSITIVE_INFINITY : ms(to) - ms(from),
});

/**
 * What happened, in the chosen language: the gravest of it in a sentence, what to do, and all of it in the order of time, where there is
 * more than that.
 */
export function logStory(analysis: LogAnalysis): Story & { readonly more: readonly string[] } {
  const day = onlyDay(analysis);
  const incidents = incidentsOf(analysis);
  const notes = [
    ...gapsOf(analysis).map(({ from, to }) =>
      t(
        "No log has anything of {0} ({1}): its files are missing here, or no node was running.",
        spanText({ from: logTimeText(from), to: logTimeText(to) }, undefined),
        longText(to - from),
      ),
    ),
    ...analysis.clocks.map(clockText),
    ...setBackTexts(analysis),
  ];
  const well =
    analysis.blocks.length === 0 ? t("No block was stored in this time.") : t("Blocks came without trouble.");
  const lines = incidents.length > 1 ? incidents.map((each) => troubleOf(each, day).line) : [];
  // the first line is read, and copied, by itself: with its day
  const troubles = incidents.map((each) => troubleOf(each, undefined));
  return { ...storyOf(troubles, well), more: [...lines, ...notes] };
}
