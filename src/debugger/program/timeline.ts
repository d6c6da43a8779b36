import { op } from "../../chain/evm/opcodes";
import { jumpKinds } from "../../solidity/program/sourceMap";
import { basesOf, typeOf } from "../../solidity/program/syntaxTree";
import type { Playback } from "../replay/playback";
import type { CodeInfo, Stop, StopTable } from "../source/codeInfo";
import type { FunctionSyntax } from "../source/syntax";

/** One run of a function, of a helper that the compiler made, or of a frame's own code. */
export interface StackFrame {
  readonly id: number;
  readonly frame: number;
  /** The one that called it within the frame; −1. */
  readonly parent: number;
  /** Undefined for what is no function of the sources. */
  function: FunctionSyntax | undefined;
  readonly start: number;
  /** The step after its last one. */
  end: number;
  /** Height of the stack when it began, its arguments included; −1 for what runs in its caller's place. */
  readonly height: number;
  /** Slots below its parameters, of a constructor. */
  readonly base: number;
  /** The last stop before where the reading stands. */
  last: number;
  sawStatement: boolean;
}

const none = -1;

/** What a recording is in the terms of its sources: which function runs at each step, and where execution may stop. */
export class Timeline {
  readonly playback: Playback;
  readonly table: StopTable;
  readonly stackFrames: StackFrame[] = [];
  /** Of each step: its activation, and the stop that it belongs to (−1 for none). */
  readonly stackFrameOf: Uint32Array;
  readonly stopOf: Int32Array;
  /** 1 where a stop begins. */
  readonly starts: Uint8Array;
  readonly #infos: readonly (CodeInfo | undefined)[];

  /** @param infos by frame; undefined where there is no source */
  constructor(playback: Playback, infos: readonly (CodeInfo | undefined)[], table: StopTable) {
    this.playback = playback;
    this.table = table;
    this.#infos = infos;
    this.stackFrameOf = new Uint32Array(playback.length);
    this.stopOf = new Int32Array(playback.length).fill(none);
    this.starts = new Uint8Array(playback.length);
    this.#read();
  }

  infoOf(frame: number): CodeInfo | undefined {
    return this.#infos[frame];
  }

  #open(
    frame: number,
    parent: number,
    start: number,
    height: number,
    of: FunctionSyntax | undefined,
    base = 0,
  ): StackFrame {
    const { playback, stackFrames } = this;
    const stackFrame: StackFrame = {
      id: stackFrames.length,
      frame,
      parent,
      function: of,
      start,
      end: playback.frameEnd[frame] ?? playback.length,
      height,
      base,
      last: none,
      sawStatement: false,
    };
    stackFrames.push(stackFrame);
    return stackFrame;
  }

  #read(): void {
    const { playback, stackFrameOf } = this;
    const { frameOf, pcs, heights } = playback;
    const current = new Map<number, StackFrame>();
    const pending = new Map<number, number>();
    let frame = none;
    let stackFrame: StackFrame | undefined;
    for (let step = 0; step < playback.length; step++) {
      const index = frameOf[step] as number;
      if (index !== frame) {
        frame = index;
        stackFrame = current.get(frame) ?? this.#open(frame, none, step, none, undefined);
      }
      if (!stackFrame) continue;
      const info = this.#infos[index];
      const pc = pcs[step] as number;
      if (info) {
        const jumped = pending.get(index) ?? 0;
        if (jumped === jumpKinds.into) stackFrame = this.#called(stackFrame, info, step, pc, heights[step] as number);
        else if (jumped === jumpKinds.out) stackFrame = this.#returned(stackFrame, step);
        else if (this.#isUnmarkedEntry(stackFrame, info, step, pc))
          stackFrame = this.#called(stackFrame, info, step, pc, heights[step] as number);
        pending.set(index, 0);
        stackFrame = this.#place(stackFrame, info, step, pc);
        if (playback.data.codes[playback.frame(index).code]?.bytes[pc] === op.jump)
          pending.set(index, info.jumpOf[pc] as number);
      }
      stackFrameOf[step] = stackFrame.id;
      current.set(index, stackFrame);
    }
  }

  /**
   * Compilers before 0.5 do not mark the jump from the contract's own code into a function: both ends of it bear the function's whole
   * stretch.
   */
  #isUnmarkedEntry({ function: of, parent }: StackFrame, info: CodeInfo, step: number, pc: number): boolean {
    if (of !== undefined || parent !== none || info.creation || info.entryOf[pc] === none) return false;
    const { playback } = this;
    const before = playback.pcs[step - 1];
    if (before === undefined || before === pc || playback.frameOf[step - 1] !== playback.frameOf[step]) return false;
    if (playback.data.codes[playback.frame(playback.frameOf[step] as number).code]?.bytes[before] !== op.jump)
      return false;
    return (
      info.sourceOf[before] === info.sourceOf[pc] &&
      info.startOf[before] === info.startOf[pc] &&
      info.endOf[before] === info.endOf[pc]
    );
  }

  #called(caller: StackFrame, info: CodeInfo, step: number, pc: number, height: number): StackFrame {
    const entry = info.entryOf[pc] as number;
    const found = entry === none ? undefined : info.syntax.functions.get(entry);
    // helpers of older compilers say that they are the function that they serve
    const helper =
      found && this.visible(caller).function === found && caller.sawStatement === false && caller.function === found;
    return this.#open(caller.frame, caller.id, step, height, helper ? undefined : found);
  }

  #returned(stackFrame: StackFrame, step: number): StackFrame {
    let at = stackFrame;
    // what runs in its caller's place ends with it
    while (at.height === none && at.parent !== none) {
      at.end = step;
      at = this.stackFrames[at.parent] as StackFrame;
    }
    const caller = this.stackFrames[at.parent];
    if (!caller) return at;
    at.end = step;
    return caller;
  }

  /** Finds the stop of a step, and the functions that run in their caller's place: constructors, receive and fallback functions. */
  #place(given: StackFrame, info: CodeInfo, step: number, pc: number): StackFrame {
    let stackFrame = given;
    const id = info.stopOf[pc] as number;
    const entry = info.entryOf[pc] as number;
    if (stackFrame.function === undefined && stackFrame.parent === none && entry !== none) {
      const found = info.syntax.functions.get(entry);
      if (found && (found.kind === "fallback" || found.kind === "receive")) {
        const height = this.playback.heights[step] as number;
        stackFrame = this.#open(stackFrame.frame, stackFrame.id, step, none, found, height);
      }
    }
    if (id === none) return this.#loop(stackFrame, step, pc);
    const stop = this.table.stops[id] as Stop;
    stackFrame = this.#owned(stackFrame, info, stop, step);
    if (stop.kind === "end" && (stackFrame.function !== stop.owner || !stackFrame.sawStatement)) return stackFrame;
    if (stackFrame.function === undefined && stackFrame.parent !== none) return stackFrame;
    // what stands around the functions is shown only where state variables get their values
    const around = stackFrame.function === undefined && !info.creation && !info.optimized;
    if (around) return stackFrame;
    if (stop.kind === "statement") stackFrame.sawStatement = true;
    this.stopOf[step] = id;
    if (stackFrame.last !== id) {
      this.starts[step] = 1;
      stackFrame.last = id;
    }
    return stackFrame;
  }

  #owned(given: StackFrame, info: CodeInfo, stop: Stop, step: number): StackFrame {
    const owner = stop.owner;
    if (!owner || owner.kind === "modifier" || given.function === owner) return given;
    const inline = owner.kind === "constructor" || owner.kind === "fallback" || owner.kind === "receive";
    if (!inline) {
      // optimised code reaches functions by ways without marks
      const lost = given.function === undefined && given.parent !== none && info.optimized && stop.kind === "statement";
      if (lost && this.visible(given).function !== owner) given.function = owner;
      return given;
    }
    if (given.function === undefined && given.parent !== none) return given;
    for (let at: StackFrame | undefined = given; at; at = this.stackFrames[at.parent]) {
      if (at.function !== owner) continue;
      for (let inner: StackFrame | undefined = given; inner && inner !== at; inner = this.stackFrames[inner.parent])
        inner.end = step;
      return at;
    }
    if (stop.kind === "end") return given;
    return owner.kind === "constructor"
      ? this.#constructors(given, info, owner, step)
      : this.#open(given.frame, given.id, step, none, owner);
  }

  /** A base's constructor runs inside of those that derive from it, whose parameters lie below its own. */
  #constructors(given: StackFrame, info: CodeInfo, owner: FunctionSyntax, step: number): StackFrame {
    const order = basesOf(info.node).flatMap((id) => {
      const found = [...info.syntax.functions.values()].find(
        (of) => of.kind === "constructor" && of.contract?.id === id,
      );
      return found ? [found] : [];
    });
    const chain = order.includes(owner) ? order.slice(0, order.indexOf(owner) + 1) : [owner];
    let at = given;
    // what has ended since: constructors that are not around this one
    while (at.function?.kind === "constructor" && !chain.includes(at.function)) {
      at.end = step;
      at = this.stackFrames[at.parent] as StackFrame;
    }
    for (const of of chain.slice(at.function ? chain.indexOf(at.function) + 1 : 0)) {
      const below = at.function?.kind === "constructor" ? at.base + sizeOf(at.function) : 0;
      at = this.#open(at.frame, at.id, step, none, of, below);
    }
    return at;
  }

  /** A jump back begins a stop anew, also where it is the same one. */
  #loop(stackFrame: StackFrame, step: number, pc: number): StackFrame {
    const before = this.playback.pcs[step - 1];
    if (before !== undefined && pc < before && this.stackFrameOf[step - 1] === stackFrame.id) {
      const code = this.playback.data.codes[this.playback.frame(stackFrame.frame).code];
      const opcode = code?.bytes[before];
      if (opcode === op.jump || opcode === op.jumpIf) stackFrame.last = none;
    }
    return stackFrame;
  }

  /** The activation that a person sees for one: itself, or who called a helper. */
  visible(stackFrame: StackFrame): StackFrame {
    let at = stackFrame;
    while (at.function === undefined && at.parent !== none) at = this.stackFrames[at.parent] as StackFrame;
    return at;
  }

  at(step: number): StackFrame {
    return this.stackFrames[this.stackFrameOf[Math.min(step, this.playback.length - 1)] ?? 0] as StackFrame;
  }

  visibleAt(step: number): StackFrame {
    return this.visible(this.at(step));
  }

  /** The function activations above, outermost last; across frames. Each with the step at which it stands. */
  stackAt(step: number): { readonly stackFrame: StackFrame; readonly step: number }[] {
    const stack: { stackFrame: StackFrame; step: number }[] = [];
    let at = step;
    for (;;) {
      let stackFrame: StackFrame | undefined = this.visibleAt(at);
      const { frame } = stackFrame;
      let first = true;
      let where = at;
      while (stackFrame) {
        // a frame's own code is of interest only when nothing else is
        if (stackFrame.function || first) stack.push({ stackFrame, step: where });
        first = false;
        where = stackFrame.start > 0 ? stackFrame.start - 1 : 0;
        const parent: StackFrame | undefined = this.stackFrames[stackFrame.parent];
        stackFrame = parent && this.visible(parent);
        if (stackFrame && stackFrame.function === undefined) break;
      }
      const recorded = this.playback.frame(frame);
      if (recorded.parent < 0) return stack;
      let caller = recorded.parent;
      // a built-in contract that sent a message has no steps of its own
      while (caller >= 0 && this.playback.frame(caller).code < 0) caller = this.playback.frame(caller).parent;
      if (caller < 0) return stack;
      at = (this.playback.frameStart[frame] ?? 1) - 1;
    }
  }

  /** The stop that is shown for a step: its own, or the last one before it in the same activation. */
  stopAt(step: number, stackFrame: StackFrame): Stop | undefined {
    for (let at = Math.min(step, this.playback.length - 1); at >= stackFrame.start; at--) {
      const id = this.stopOf[at] as number;
      if (id !== none && this.visible(this.stackFrames[this.stackFrameOf[at] as number] as StackFrame) === stackFrame) {
        return this.table.stops[id];
      }
    }
    return undefined;
  }
}

/** Words that a constructor's parameters take on the stack. */
function sizeOf(of: FunctionSyntax): number {
  return of.parameters.reduce(
    (sum, node) => sum + (typeOf(node).identifier.startsWith("t_function_external") ? 2 : 1),
    0,
  );
}
