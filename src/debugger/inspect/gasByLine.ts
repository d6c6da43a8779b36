import { t } from "../../text/catalogue";
import type { Debuggee } from "../program/debuggee";
import { RecordingPlayer } from "../replay/recordingPlayer";
import { type CodeInfo, isOptimized } from "../source/codeInfo";
import type { ProjectSyntax } from "../source/syntax";
import type { GasByLine, LineGas } from "./messages";

/** What a line took. One for each line, however often it is asked for. */
interface LineSum {
  readonly syntax: ProjectSyntax;
  readonly source: number;
  readonly line: number;
  gas: number;
  withCalls: number;
  times: number;
}

/** What the machine had left before each step, in the step's own frame. */
function gasBefore({ playback }: Debuggee): Float64Array {
  const left = new Float64Array(playback.length);
  const player = new RecordingPlayer(playback.data);
  for (let step = 0; step < playback.length && player.top; step++) {
    left[step] = player.top.gas;
    player.step();
  }
  return left;
}

/**
 * Gas of every step without that of code which it called. What a frame loses at a failing end is its last step's; what a built-in contract
 * takes is the calling step's.
 */
function gasOfSteps(debuggee: Debuggee): Float64Array {
  const { playback } = debuggee;
  const { frames } = playback.recording;
  const left = gasBefore(debuggee);
  const gas = new Float64Array(playback.length);
  const children: number[][] = frames.map(() => []);
  for (const [index, { parent }] of frames.entries()) children[parent]?.push(index);
  const hasSteps = (index: number): boolean => (playback.frameEnd[index] ?? 0) > (playback.frameStart[index] ?? 0);
  /** Gas of code that a frame called, directly or through built-in contracts. */
  const sentBy = (index: number): number =>
    hasSteps(index)
      ? Number(frames[index]?.gasUsed ?? 0)
      : (children[index] ?? []).reduce((sum, child) => sum + sentBy(child), 0);
  const last = new Int32Array(frames.length).fill(-1);
  const next = new Int32Array(frames.length);
  const sentUntil = (frame: number, step: number): number => {
    const list = children[frame] ?? [];
    let sum = 0;
    for (let at = next[frame] ?? 0; at < list.length; at++) {
      const child = list[at] as number;
      if ((playback.frameStart[child] ?? 0) > step) break;
      sum += sentBy(child);
      next[frame] = at + 1;
    }
    return sum;
  };
  for (let step = 0; step < playback.length; step++) {
    const frame = playback.frameOf[step] as number;
    const before = last[frame] as number;
    if (before >= 0)
      gas[before] = Math.max(0, (left[before] as number) - (left[step] as number) - sentUntil(frame, step));
    last[frame] = step;
  }
  if (playback.cut) return gas;
  for (const [index, { gas: given, gasUsed }] of frames.entries()) {
    const step = last[index] as number;
    if (step < 0) continue;
    const taken = Number(given) - (left[step] as number);
    gas[step] = Math.max(0, Number(gasUsed) - taken - sentUntil(index, playback.length));
  }
  return gas;
}

/** The lines that instructions are shown at: their statement's, else that of the function or contract around them. */
class Lines {
  readonly #debuggee: Debuggee;
  readonly #perCode = new Map<CodeInfo, (LineSum | undefined)[]>();
  readonly #sums = new Map<string, LineSum>();

  constructor(debuggee: Debuggee) {
    this.#debuggee = debuggee;
  }

  /** Undefined where an instruction belongs to whatever needed it. */
  of(info: CodeInfo, pc: number): LineSum | undefined {
    let known = this.#perCode.get(info);
    if (!known) {
      known = [];
      this.#perCode.set(info, known);
    }
    if (!(pc in known)) known[pc] = this.#find(info, pc);
    return known[pc];
  }

  #find(info: CodeInfo, pc: number): LineSum | undefined {
    const stop = this.#debuggee.table.stops[info.stopOf[pc] ?? -1];
    if (stop) return this.#sum(stop.syntax, stop.place.source, stop.line);
    const { syntax } = info;
    const source = info.sourceOf[pc] ?? -1;
    const found = syntax.sources.get(source);
    const [start, end] = [info.startOf[pc] ?? -1, info.endOf[pc] ?? -1];
    if (!found || start < 0) return undefined;
    return this.#sum(syntax, source, found.text.lineOfByte(found.around(start, end)?.start ?? start));
  }

  #sum(syntax: ProjectSyntax, source: number, line: number): LineSum {
    const { path, name = "" } = syntax.sources.get(source) ?? {};
    const key = `${path ?? name} ${line}`;
    let sum = this.#sums.get(key);
    if (!sum) {
      sum = { syntax, source, line, gas: 0, withCalls: 0, times: 0 };
      this.#sums.set(key, sum);
    }
    return sum;
  }

  all(): LineGas[] {
    return [...this.#sums.values()]
      .flatMap(({ syntax, source, line, gas, withCalls, times }) => {
        const found = syntax.sources.get(source);
        if (!found || times + gas === 0) return [];
        const { name, path } = found;
        return [{ source: name, ...(path === undefined ? {} : { path }), line, gas, withCalls, times }];
      })
      .sort((a, b) => (a.source === b.source ? a.line - b.line : a.source < b.source ? -1 : 1));
  }
}

/** Gas of a transaction, or of a call, by the lines of its contracts' sources. */
export function gasByLine(debuggee: Debuggee, notes: readonly string[]): GasByLine {
  const { playback, timeline, recording } = debuggee;
  const steps = gasOfSteps(debuggee);
  const lines = new Lines(debuggee);
  const { stackFrames } = timeline;
  const visibleOf = stackFrames.map((each) => timeline.visible(each));
  /** By activation: all that it and what it called took, the line at which it stands, who called it and at which line. */
  const totals = new Float64Array(stackFrames.length);
  const standing: (LineSum | undefined)[] = [];
  const callers: number[] = [];
  const calledFrom: (LineSum | undefined)[] = [];
  let elsewhere = 0;
  let counted: LineSum | undefined;
  let countedIn = -1;
  for (let step = 0; step < playback.length; step++) {
    const id = timeline.stackFrameOf[step] as number;
    const stackFrame = stackFrames[id];
    const visible = visibleOf[id];
    if (!stackFrame || !visible) continue;
    if (stackFrame.start === step && step > 0) {
      const caller = timeline.stackFrameOf[step - 1] as number;
      callers[id] = caller;
      calledFrom[id] = standing[visibleOf[caller]?.id ?? -1];
    }
    const cost = steps[step] ?? 0;
    totals[id] = (totals[id] ?? 0) + cost;
    const info = timeline.infoOf(playback.frameOf[step] as number);
    const own = info && lines.of(info, playback.pcs[step] as number);
    // helpers of the compiler work for the line that needed them
    const line = stackFrame !== visible || !own ? (standing[visible.id] ?? own) : own;
    standing[visible.id] = line;
    if (!line) {
      elsewhere += cost;
      continue;
    }
    line.gas += cost;
    line.withCalls += cost;
    if (line !== counted || visible.id !== countedIn) {
      // coming back from a call is no new time
      if (stackFrame === visible && !(counted && callers[countedIn] === visible.id && calledFrom[countedIn] === line))
        line.times++;
      counted = line;
      countedIn = visible.id;
    }
  }
  /** Whether the line waits already for something further out: what calls itself counts once. */
  const waits = (line: LineSum, from: number): boolean => {
    for (let at: number | undefined = from, depth = 0; at !== undefined && depth < 2000; at = callers[at], depth++)
      if (calledFrom[at] === line) return true;
    return false;
  };
  // from the last on: what is called comes after its caller
  for (let id = stackFrames.length - 1; id > 0; id--) {
    const caller = callers[id];
    if (caller === undefined) continue;
    totals[caller] = (totals[caller] ?? 0) + (totals[id] ?? 0);
    const line = calledFrom[id];
    if (line && visibleOf[id] === stackFrames[id] && !waits(line, caller)) line.withCalls += totals[id] ?? 0;
  }
  const { hash } = recording.transaction;
  const optimized = debuggee.contracts.some((each) => each && isOptimized(each.project));
  return {
    ...(hash === undefined ? {} : { transaction: hash }),
    status: recording.status,
    gasUsed: recording.gasUsed,
    base: Math.max(0, Number(recording.gasUsed) - Number(recording.frames[0]?.gasUsed ?? 0)),
    elsewhere,
    lines: lines.all(),
    notes: [
      ...notes,
      ...(optimized
        ? [t("This code is optimized and might be attributed to another line than the one that needs it.")]
        : []),
    ],
  };
}
