import type { DebugProtocol } from "@vscode/debugprotocol";
import { ethereumContract } from "../../chain/evm/ethereumContracts";
import { t } from "../../text/catalogue";
import type { Debuggee } from "../program/debuggee";
import { type FailureOrigin, failureOrigins, failureText } from "../program/explain";
import type { StartedDebuggee } from "../program/startDebuggee";
import type { Found } from "../program/stepping";
import type { StackFrame, Timeline } from "../program/timeline";
import type { StopTable } from "../source/codeInfo";
import { BreakpointHits, type ExecutionHooks } from "./breakpointHits";
import type { Breakpoints } from "./breakpoints";
import type { ExecutionPosition } from "./shownState";

/** Instructions that going back remembers. */
const maxTrailLength = 100_000;

/** Where execution has come to, and why it stands there: the reasons of the Debug Adapter Protocol. */
export interface StoppedPosition extends ExecutionPosition {
  readonly reason: string;
  readonly description?: string;
  /** Breakpoints that stand there. */
  readonly hits?: readonly number[];
  readonly failure?: FailureOrigin;
}

/** What a session asks of the execution control. */
interface ExecutionOptions extends Pick<ExecutionHooks, "log" | "warn"> {
  readonly stopOnEntry: boolean;
  readonly stopAtEnd: boolean;
}

type Granularity = DebugProtocol.SteppingGranularity | undefined;

const lineAt = (timeline: Timeline, table: StopTable, step: number): number | undefined =>
  table.stops[timeline.stopOf[step] ?? -1]?.line;

/**
 * The way through one recorded execution, forwards and back. Each move gives where it stands then; undefined when the execution has ended.
 * What fails on the way is stopped at, as far as `breakpoints.exceptions` says.
 */
export class ExecutionControl {
  readonly #debuggee: Debuggee;
  readonly #hits: BreakpointHits;
  readonly #failures: readonly (FailureOrigin | undefined)[];
  #position: ExecutionPosition = { step: 0 };
  #at: FailureOrigin | undefined;
  /** Where steps of single instructions came from: going back leads there. */
  #trail: { readonly from: number; readonly to: number }[] = [];
  #pausing = false;
  #running = false;

  constructor(
    started: StartedDebuggee,
    private readonly breakpoints: Breakpoints,
    private readonly options: ExecutionOptions,
  ) {
    this.#debuggee = started.debuggee;
    this.#failures = failureOrigins(started.debuggee);
    this.#hits = new BreakpointHits(started, breakpoints, {
      log: (text) => options.log(text),
      warn: (text) => options.warn(text),
      isPausing: () => this.#pausing,
    });
  }

  get position(): ExecutionPosition {
    return this.#position;
  }

  /** The failure that it stands at, and whether it makes the whole execution fail. */
  get failure(): { readonly frame: number; readonly isOrigin: boolean } | undefined {
    return this.#at && { frame: this.#at.frame, isOrigin: this.#at.step === this.#failures[0]?.step };
  }

  get #length(): number {
    return this.#debuggee.playback.length;
  }

  #stopAt(stopped: StoppedPosition): StoppedPosition {
    const { step, inside, failure } = stopped;
    this.#position = { step, ...(inside === undefined ? {} : { inside }) };
    this.#at = failure;
    return stopped;
  }

  #entry(): StoppedPosition {
    return this.#stopAt({ step: this.#debuggee.stepping.first() ?? 0, reason: "entry" });
  }

  #end(): StoppedPosition | undefined {
    const last = Math.max(0, this.#length - 1);
    if (!this.options.stopAtEnd || this.#position.step >= last) return undefined;
    return this.#stopAt({ step: last, reason: "end", description: t("The execution ends here.") });
  }

  /** From the beginning: to the first statement, or to what holds it up. */
  async begin(): Promise<StoppedPosition | undefined> {
    if (this.options.stopOnEntry) return this.#entry();
    this.#position = { step: -1 };
    return this.continue();
  }

  /** The failure that is met first on the way to a step, or there. */
  #failureUntil(step: number): FailureOrigin | undefined {
    const from = this.#position.step;
    const { exceptions } = this.breakpoints;
    const met: FailureOrigin[] = [];
    const wanted = exceptions.has("all")
      ? this.#failures
      : exceptions.has("uncaught")
        ? this.#failures.slice(0, 1)
        : [];
    for (const origin of wanted) if (origin && origin.step > from && origin.step <= step) met.push(origin);
    return met.sort((a, b) => a.step - b.step)[0];
  }

  #haltAtFailure(failure: FailureOrigin): StoppedPosition {
    const description = failureText(this.#debuggee, failure.frame);
    return this.#stopAt({ step: failure.step, reason: "exception", description, failure });
  }

  #haltAtBreakpoints(step: number): StoppedPosition {
    const met = this.#hits.at(step);
    const one = met[0];
    const reason = one?.instruction
      ? "instruction breakpoint"
      : one?.functions === undefined
        ? "breakpoint"
        : "function breakpoint";
    return this.#stopAt({ step, reason, hits: met.map(({ id }) => id) });
  }

  #stepTo(found: number | undefined): StoppedPosition | undefined {
    const failed = this.#failureUntil(found ?? this.#length);
    if (failed !== undefined) return this.#haltAtFailure(failed);
    return found === undefined ? this.#end() : this.#stopAt({ step: found, reason: "step" });
  }

  /** To an instruction, from where going back by instructions leads here again. */
  #stepToInstruction(found: number | undefined): StoppedPosition | undefined {
    const from = this.#position.step;
    const stopped = this.#stepTo(found);
    // also the step that ended the execution is one to go back from
    this.#trail.push({ from, to: this.#position.step });
    if (this.#trail.length > maxTrailLength) this.#trail.shift();
    return stopped;
  }

  /** Until another line is shown, or another function runs. */
  #lineOver(): number | undefined {
    const { stepping, timeline, table } = this.#debuggee;
    const from = this.#position.step;
    const own = timeline.visibleAt(from);
    const line = timeline.stopAt(from, own)?.line;
    let found = stepping.over(from);
    while (found !== undefined && timeline.visibleAt(found) === own && lineAt(timeline, table, found) === line)
      found = stepping.over(found);
    return found;
  }

  over(granularity: Granularity): StoppedPosition | undefined {
    const { stepping } = this.#debuggee;
    const { step } = this.#position;
    if (granularity === "instruction") return this.#stepToInstruction(stepping.overInstruction(step));
    return this.#stepTo(granularity === "line" ? this.#lineOver() : stepping.over(step));
  }

  /** `target`: an activation of `calledHere`. */
  into(granularity: Granularity, target: number | undefined): StoppedPosition | undefined {
    const { stepping, timeline } = this.#debuggee;
    const { step } = this.#position;
    const stackFrame = target === undefined ? undefined : timeline.stackFrames[target];
    if (stackFrame) return this.#stepTo(stepping.beginning(stackFrame));
    if (granularity === "instruction") return this.#stepToInstruction(step + 1 < this.#length ? step + 1 : undefined);
    const found = stepping.into(step);
    const precompiled = this.#precompiledBefore(found);
    if (precompiled && this.#failureUntil(precompiled.step - 1) === undefined) {
      return this.#stopAt({ step: precompiled.step, reason: "step", inside: precompiled.frame });
    }
    return this.#stepTo(found);
  }

  /** The built-in contract that a step into would get to before anything else. */
  #precompiledBefore(found: number | undefined): { readonly step: number; readonly frame: number } | undefined {
    const { playback } = this.#debuggee;
    const from = this.#position.step;
    const to = found ?? playback.length;
    for (const [frame, recorded] of playback.recording.frames.entries()) {
      if (!recorded.builtin || recorded.code >= 0 || recorded.parent < 0) continue;
      const step = (playback.frameStart[frame] ?? 0) - 1;
      const after = step > from || (step === from && this.#position.inside === undefined);
      if (after && step < to && ethereumContract(recorded.codeAddress) === "") return { step, frame };
    }
    return undefined;
  }

  /** Functions that the statement calls where it stands. */
  get calledHere(): readonly StackFrame[] {
    return this.#debuggee.stepping.calledFrom(this.#position.step);
  }

  out(granularity: Granularity): StoppedPosition | undefined {
    const { step, inside } = this.#position;
    const { stepping } = this.#debuggee;
    if (inside !== undefined) return this.#stepTo(stepping.over(step));
    if (granularity === "instruction") return this.#stepToInstruction(stepping.outInstruction(step));
    return this.#stepTo(stepping.out(step));
  }

  back(granularity: Granularity): StoppedPosition {
    const { stepping } = this.#debuggee;
    const { step } = this.#position;
    if (granularity === "instruction") {
      const came = this.#trail.pop();
      if (came?.to !== step) this.#trail = [];
      const before = came?.to === step ? came.from : stepping.backInstruction(step);
      return this.#stopAt({ step: before ?? 0, reason: "step" });
    }
    const found = stepping.back(step);
    return found === undefined ? this.#entry() : this.#stopAt({ step: found, reason: "step" });
  }

  /** Back to where a function began; undefined when it has no such step. */
  restart(stackFrame: StackFrame): StoppedPosition | undefined {
    const step = this.#debuggee.stepping.beginning(stackFrame);
    return step === undefined ? undefined : this.#stopAt({ step, reason: "restart" });
  }

  async continue(): Promise<StoppedPosition | undefined> {
    const limit = this.#failureUntil(this.#length);
    const { stepping } = this.#debuggee;
    const isOver = (step: number): boolean => limit !== undefined && step >= limit.step;
    const { found, paused } = await this.#run((from) =>
      stepping.forwards(from, (step) => isOver(step) || this.#holds(step, true), this.#hits.isInstruction),
    );
    if (limit !== undefined && (found === undefined || isOver(found))) return this.#haltAtFailure(limit);
    if (found === undefined) return this.#end();
    return paused ? this.#stopAt({ step: found, reason: "pause" }) : this.#haltAtBreakpoints(found);
  }

  async reverseContinue(): Promise<StoppedPosition> {
    const { stepping } = this.#debuggee;
    const { found, paused } = await this.#run((from) =>
      stepping.backwards(from, (step) => this.#holds(step, false), this.#hits.isInstruction),
    );
    if (found === undefined) return this.#entry();
    return paused ? this.#stopAt({ step: found, reason: "pause" }) : this.#haltAtBreakpoints(found);
  }

  #holds(step: number, forwards: boolean): boolean | Promise<boolean> {
    return this.#pausing || this.#hits.hold(step, forwards);
  }

  /** Moves from where execution stands, and tells whether it was paused on the way. */
  async #run(move: (from: number) => Promise<Found>): Promise<{ readonly found: Found; readonly paused: boolean }> {
    this.#running = true;
    try {
      const found = await move(this.#position.step);
      return { found, paused: this.#pausing };
    } finally {
      this.#running = false;
      this.#pausing = false;
    }
  }

  /** Everything stands still already, unless conditions of breakpoints are being worked out: these then give up, and who runs tells. */
  pause(): StoppedPosition | undefined {
    if (!this.#running) return this.#stopAt({ step: Math.max(0, this.#position.step), reason: "pause" });
    this.#pausing = true;
    return undefined;
  }
}
