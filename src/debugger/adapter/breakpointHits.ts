import { toChainError } from "../../errors/dictionary";
import { t } from "../../text/catalogue";
import { Evaluator } from "../expression/evaluate";
import { FrameScope } from "../program/frameScope";
import type { StartedDebuggee } from "../program/startDebuggee";
import { viewCaller } from "../program/viewCall";
import type { FunctionSyntax } from "../source/syntax";
import { valueText } from "../values/showValue";
import { type Breakpoints, isHit, type PlacedBreakpoint } from "./breakpoints";

/** Conditions are worked out no longer than this before requests are looked at. */
const maxTurnMs = 50;

/** Why something cannot be told, in words. */
export const reasonOf = (error: unknown): string => toChainError(error).message;

/** Evaluates expressions of a scope, with calls of view functions on the state there. */
export const evaluatorOf = (started: StartedDebuggee, scope: FrameScope): Evaluator =>
  new Evaluator(scope, viewCaller(started, scope));

/** What breakpoints ask of what moves through an execution. */
export interface ExecutionHooks {
  /** Shows the text of a log point. */
  log(text: string): void;
  /** Says what is wrong with a breakpoint. */
  warn(text: string): void;
  /** A user wants to stop wherever it is. */
  isPausing(): boolean;
}

/** Which breakpoints an execution meets at a step: where they stand, their conditions, counts and log messages. */
export class BreakpointHits {
  #rested = 0;
  readonly #warned = new WeakSet<PlacedBreakpoint>();
  /** Where each was met, in order, and up to where that is known: a recording is always the same. */
  readonly #met = new WeakMap<PlacedBreakpoint, { step: number; readonly steps: number[] }>();

  constructor(
    private readonly started: StartedDebuggee,
    private readonly breakpoints: Breakpoints,
    private readonly hooks: ExecutionHooks,
  ) {}

  /** All that stand at a step, whatever their conditions say. */
  at(step: number): readonly PlacedBreakpoint[] {
    return this.breakpoints.all.filter((each) => this.#isAt(each, step));
  }

  readonly isInstruction = (step: number): boolean =>
    this.breakpoints.hasInstructions && this.breakpoints.all.some((each) => this.#isAtInstruction(each, step));

  /** Whether one holds execution up at a step; log points speak only on the way forwards. */
  hold(step: number, forwards: boolean): boolean | Promise<boolean> {
    const met = this.at(step);
    return met.length === 0 ? false : this.#anyHolds(met, step, forwards);
  }

  #isAtInstruction({ instruction }: PlacedBreakpoint, step: number): boolean {
    const { playback } = this.started.debuggee;
    if (!instruction || playback.pcs[step] !== instruction.pc) return false;
    return playback.frame(playback.frameOf[step] ?? 0).code === instruction.code;
  }

  #isAt(breakpoint: PlacedBreakpoint, step: number): boolean {
    const { stops, functions, instruction } = breakpoint;
    if (instruction) return this.#isAtInstruction(breakpoint, step);
    const { timeline } = this.started.debuggee;
    if (timeline.starts[step] !== 1) return false;
    if (stops.has(timeline.stopOf[step] as number)) return true;
    return functions !== undefined && this.#beginsFunction(functions, step);
  }

  /** Whether a step begins the first statement of one of the functions or modifiers. */
  #beginsFunction(functions: ReadonlySet<FunctionSyntax>, step: number): boolean {
    const { timeline, table } = this.started.debuggee;
    const stackFrame = timeline.visibleAt(step);
    const stop = table.stops[timeline.stopOf[step] as number];
    const modifier = stop?.owner?.kind === "modifier" && functions.has(stop.owner);
    if (!modifier && !(stackFrame.function && functions.has(stackFrame.function))) return false;
    for (let at = step - 1; at >= stackFrame.start; at--) {
      if (timeline.starts[at] !== 1 || timeline.visibleAt(at) !== stackFrame) continue;
      if (!modifier) return false;
      return table.stops[timeline.stopOf[at] as number]?.owner !== stop?.owner;
    }
    return true;
  }

  async #anyHolds(met: readonly PlacedBreakpoint[], step: number, forwards: boolean): Promise<boolean> {
    await this.#rest();
    let holds = this.hooks.isPausing();
    for (const each of met) {
      if (!(await this.#conditionHolds(each, step))) continue;
      if (each.hitCondition !== undefined && !isHit(each.hitCondition, await this.#hits(each, step))) continue;
      if (each.logMessage === undefined) holds = true;
      else if (forwards) this.hooks.log(await this.#filled(each.logMessage, step));
    }
    return holds;
  }

  /** A person may want to stop what takes long. */
  async #rest(): Promise<void> {
    if (performance.now() - this.#rested <= maxTurnMs) return;
    await new Promise(setImmediate);
    this.#rested = performance.now();
  }

  /** A condition that is neither true nor false holds nothing up, and is said once. */
  async #conditionHolds(breakpoint: PlacedBreakpoint, step: number): Promise<boolean> {
    const { condition } = breakpoint;
    if (condition === undefined) return true;
    const scope = this.#sceneAt(step);
    let problem: string;
    try {
      const value = valueText(scope.view, await evaluatorOf(this.started, scope).evaluate(condition));
      if (value === "true" || value === "false") return value === "true";
      problem = t("its value is {0}, not true or false", value);
    } catch (error) {
      problem = reasonOf(error);
    }
    if (!this.#warned.has(breakpoint)) {
      this.#warned.add(breakpoint);
      this.hooks.warn(t("The breakpoint with the condition {0} doesn't stop: {1}", condition, problem));
    }
    return false;
  }

  /** How often it was met up to a step, from the beginning; what a pause ends isn't counted to its end. */
  async #hits(breakpoint: PlacedBreakpoint, step: number): Promise<number> {
    const met = this.#met.get(breakpoint) ?? { step: -1, steps: [] };
    this.#met.set(breakpoint, met);
    const counts = async (at: number): Promise<boolean> => {
      if (at > step || this.hooks.isPausing()) return true;
      if (this.#isAt(breakpoint, at)) {
        await this.#rest();
        if (await this.#conditionHolds(breakpoint, at)) met.steps.push(at);
      }
      met.step = at;
      return at >= step;
    };
    if (met.step < step) await this.started.debuggee.stepping.forwards(met.step, counts, this.isInstruction);
    return met.steps.findLastIndex((at) => at <= step) + 1;
  }

  /** A log message with `{expressions}` worked out. */
  async #filled(message: string, step: number): Promise<string> {
    const scope = this.#sceneAt(step);
    const texts: string[] = [];
    for (const [i, part] of message.split(/[{}]/).entries()) {
      if (i % 2 === 0) texts.push(part);
      else {
        try {
          texts.push(valueText(scope.view, await evaluatorOf(this.started, scope).evaluate(part)));
        } catch (error) {
          texts.push(`<${reasonOf(error)}>`);
        }
      }
    }
    return texts.join("");
  }

  #sceneAt(step: number): FrameScope {
    const { debuggee } = this.started;
    return new FrameScope(debuggee, step, debuggee.timeline.visibleAt(step), step);
  }
}
