import type { StackFrame, Timeline } from "./timeline";

/** Where stepping leads to; undefined when the execution ends before. */
export type Found = number | undefined;

/** Calls of one statement that are offered to step into. */
const maxTargets = 100;

/** Moves over a timeline. All take and give steps at which something begins. */
export class Stepping {
  readonly #timeline: Timeline;

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
  }

  #visible(step: number): StackFrame {
    return this.#timeline.visibleAt(step);
  }

  /** The first step at which something of the sources begins. */
  first(): Found {
    return this.#next(0, () => true);
  }

  #next(from: number, wanted: (step: number) => boolean): Found {
    const { starts, playback } = this.#timeline;
    for (let step = from; step < playback.length; step++) if (starts[step] === 1 && wanted(step)) return step;
    return undefined;
  }

  #back(from: number, wanted: (step: number) => boolean): Found {
    const { starts } = this.#timeline;
    for (let step = from; step >= 0; step--) if (starts[step] === 1 && wanted(step)) return step;
    return undefined;
  }

  /** The first step from one on that belongs to a stop at all: after a return, the rest of the calling statement. */
  #rest(from: number): Found {
    const { stopOf, playback } = this.#timeline;
    for (let step = from; step < playback.length; step++) if ((stopOf[step] as number) >= 0) return step;
    return undefined;
  }

  into(at: number): Found {
    const stackFrame = this.#visible(at);
    const next = this.#next(at + 1, () => true);
    if (next !== undefined && next < stackFrame.end) return next;
    return this.#rest(Math.min(stackFrame.end, next ?? stackFrame.end));
  }

  over(at: number): Found {
    const stackFrame = this.#visible(at);
    const next = this.#next(at + 1, (step) => step >= stackFrame.end || this.#visible(step) === stackFrame);
    if (next !== undefined && next < stackFrame.end) return next;
    return this.#rest(stackFrame.end);
  }

  out(at: number): Found {
    const stackFrame = this.#visible(at);
    return this.#rest(Math.max(stackFrame.end, at + 1));
  }

  /** Against the direction of time: the statement before in the same function, or the one that called it. */
  back(at: number): Found {
    const stackFrame = this.#visible(at);
    const own = this.#back(at - 1, (step) => step < stackFrame.start || this.#visible(step) === stackFrame);
    if (own !== undefined && own >= stackFrame.start) return own;
    const chain = new Set(this.#timeline.stackAt(stackFrame.start).map((each) => each.stackFrame));
    chain.delete(stackFrame);
    return this.#back(stackFrame.start - 1, (step) => chain.has(this.#visible(step)));
  }

  /** The next instruction without what it calls; after the last one, that of the caller. */
  overInstruction(at: number): Found {
    const { playback } = this.#timeline;
    const stackFrame = this.#timeline.at(at);
    for (let step = at + 1; step < playback.length; step++)
      if (step >= stackFrame.end || this.#timeline.at(step) === stackFrame) return step;
    return undefined;
  }

  /** The first instruction after the function, in its caller. */
  outInstruction(at: number): Found {
    const step = Math.max(this.#visible(at).end, at + 1);
    return step < this.#timeline.playback.length ? step : undefined;
  }

  /** The instruction before, without what it called; before the first one, that which called. */
  backInstruction(at: number): Found {
    const stackFrame = this.#timeline.at(at);
    for (let step = at - 1; step >= 0; step--)
      if (step < stackFrame.start || this.#timeline.at(step) === stackFrame) return step;
    return undefined;
  }

  /** The first stop of an activation. */
  beginning(stackFrame: StackFrame): Found {
    const { end } = stackFrame;
    return this.#next(stackFrame.start, (step) => step >= end || this.#visible(step) === stackFrame);
  }

  /** Functions that the statement at a step calls, in order. */
  calledFrom(at: number): StackFrame[] {
    const { stackFrames, playback } = this.#timeline;
    const caller = this.#visible(at);
    const next = this.#next(at + 1, (step) => step >= caller.end || this.#visible(step) === caller);
    const to = Math.min(next ?? playback.length, caller.end);
    const called: StackFrame[] = [];
    for (const each of stackFrames) {
      if (each.start > to || called.length >= maxTargets) break;
      if (each.start <= at || each.start >= to || each.function === undefined) continue;
      const [, above] = this.#timeline.stackAt(each.start);
      if (above?.stackFrame === caller) called.push(each);
    }
    return called;
  }

  /** The next start that a condition holds for; `besides` are other steps to ask for. */
  async forwards(
    at: number,
    wanted: (step: number) => Promise<boolean> | boolean,
    besides?: (step: number) => boolean,
  ): Promise<Found> {
    const { starts, playback } = this.#timeline;
    for (let step = at + 1; step < playback.length; step++) {
      if (starts[step] !== 1 && besides?.(step) !== true) continue;
      const answer = wanted(step);
      if (answer === true || (answer !== false && (await answer))) return step;
    }
    return undefined;
  }

  async backwards(
    at: number,
    wanted: (step: number) => Promise<boolean> | boolean,
    besides?: (step: number) => boolean,
  ): Promise<Found> {
    const { starts } = this.#timeline;
    for (let step = at - 1; step >= 0; step--) {
      if (starts[step] !== 1 && besides?.(step) !== true) continue;
      const answer = wanted(step);
      if (answer === true || (answer !== false && (await answer))) return step;
    }
    return undefined;
  }
}
