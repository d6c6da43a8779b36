import type { Playback } from "../replay/playback";
import { type CodeInfo, jumpKinds, type Stop, type StopTable } from "../source/codeInfo";
import type { FunctionSyntax } from "../source/syntax";

/** One run of a function, of a helper that the compiler made, or of a frame's own code. */
export interface Activation {
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
  readonly activations: Activation[] = [];
  /** Of each step: its activation, and the stop that it belongs to (−1 for none). */
  readonly activationOf: Uint32Array;
  readonly stopOf: Int32Array;
  /** 1 where a stop begins. */
  readonly starts: Uint8Array;
  readonly #infos: readonly (CodeInfo | undefined)[];

  /** @param infos by frame; undefined where there is no source */
  constructor(playback: Playback, infos: readonly (CodeInfo | undefined)[], table: StopTable) {
    this.playback = playback;
    this.table = table;
    this.#infos = infos;
    this.activationOf = new Uint32Array(playback.length);
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
  ): Activation {
    const { playback, activations } = this;
    const activation: Activation = {
      id: activations.length,
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
    activations.push(activation);
    return activation;
  }

  #read(): void {
    const { playback, activationOf } = this;
    const { frameOf, pcs, heights } = playback;
    const current = new Map<number, Activation>();
    const pending = new Map<number, number>();
    let frame = none;
    let activation: Activation | undefined;
    for (let step = 0; step < playback.length; step++) {
      const index = frameOf[step] as number;
      if (index !== frame) {
        frame = index;
        activation = current.get(frame) ?? this.#open(frame, none, step, none, undefined);
      }
      if (!activation) continue;
      const info = this.#infos[index];
      const pc = pcs[step] as number;
      if (info) {
        const jumped = pending.get(index) ?? 0;
        if (jumped === jumpKinds.into) activation = this.#called(activation, info, step, pc, heights[step] as number);
        else if (jumped === jumpKinds.out) activation = this.#returned(activation, step);
        else if (this.#isUnmarkedEntry(activation, info, step, pc))
          activation = this.#called(activation, info, step, pc, heights[step] as number);
        pending.set(index, 0);
        activation = this.#place(activation, info, step, pc);
        if (playback.data.codes[playback.frame(index).code]?.bytes[pc] === 0x56)
          pending.set(index, info.jumpOf[pc] as number);
      }
      activationOf[step] = activation.id;
      current.set(index, activation);
    }
  }

  /** Compilers before 0.5 do not mark the jump from the contract's own code into a function: both ends of it bear the function's whole stretch. */
  #isUnmarkedEntry({ function: of, parent }: Activation, info: CodeInfo, step: number, pc: number): boolean {
    if (of !== undefined || parent !== none || info.creation || info.entryOf[pc] === none) return false;
    const { playback } = this;
    const before = playback.pcs[step - 1];
    if (before === undefined || before === pc || playback.frameOf[step - 1] !== playback.frameOf[step]) return false;
    if (playback.data.codes[playback.frame(playback.frameOf[step] as number).code]?.bytes[before] !== 0x56)
      return false;
    return (
      info.sourceOf[before] === info.sourceOf[pc] &&
      info.startOf[before] === info.startOf[pc] &&
      info.endOf[before] === info.endOf[pc]
    );
  }

  #called(caller: Activation, info: CodeInfo, step: number, pc: number, height: number): Activation {
    const entry = info.entryOf[pc] as number;
    const found = entry === none ? undefined : info.syntax.functions.get(entry);
    // helpers of older compilers say that they are the function that they serve
    const helper =
      found && this.visible(caller).function === found && caller.sawStatement === false && caller.function === found;
    return this.#open(caller.frame, caller.id, step, height, helper ? undefined : found);
  }

  #returned(activation: Activation, step: number): Activation {
    let at = activation;
    // what runs in its caller's place ends with it
    while (at.height === none && at.parent !== none) {
      at.end = step;
      at = this.activations[at.parent] as Activation;
    }
    const caller = this.activations[at.parent];
    if (!caller) return at;
    at.end = step;
    return caller;
  }

  /** Finds the stop of a step, and the functions that run in their caller's place: constructors, receive and fallback functions. */
  #place(given: Activation, info: CodeInfo, step: number, pc: number): Activation {
    let activation = given;
    const id = info.stopOf[pc] as number;
    const entry = info.entryOf[pc] as number;
    if (activation.function === undefined && activation.parent === none && entry !== none) {
      const found = info.syntax.functions.get(entry);
      if (found && (found.kind === "fallback" || found.kind === "receive")) {
        const height = this.playback.heights[step] as number;
        activation = this.#open(activation.frame, activation.id, step, none, found, height);
      }
    }
    if (id === none) return this.#loop(activation, step, pc);
    const stop = this.table.stops[id] as Stop;
    activation = this.#owned(activation, info, stop, step);
    if (stop.kind === "end" && (activation.function !== stop.owner || !activation.sawStatement)) return activation;
    if (activation.function === undefined && activation.parent !== none) return activation;
    // what stands around the functions is shown only where state variables get their values
    const around = activation.function === undefined && !info.creation && !info.optimized;
    if (around) return activation;
    if (stop.kind === "statement") activation.sawStatement = true;
    this.stopOf[step] = id;
    if (activation.last !== id) {
      this.starts[step] = 1;
      activation.last = id;
    }
    return activation;
  }

  #owned(given: Activation, info: CodeInfo, stop: Stop, step: number): Activation {
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
    for (let at: Activation | undefined = given; at; at = this.activations[at.parent]) {
      if (at.function !== owner) continue;
      for (let inner: Activation | undefined = given; inner && inner !== at; inner = this.activations[inner.parent])
        inner.end = step;
      return at;
    }
    if (stop.kind === "end") return given;
    return owner.kind === "constructor"
      ? this.#constructors(given, info, owner, step)
      : this.#open(given.frame, given.id, step, none, owner);
  }

  /** A base's constructor runs inside of those that derive from it, whose parameters lie below its own. */
  #constructors(given: Activation, info: CodeInfo, owner: FunctionSyntax, step: number): Activation {
    const bases = info.node?.["linearizedBaseContracts"];
    const order = (Array.isArray(bases) ? bases : []).flatMap((id) => {
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
      at = this.activations[at.parent] as Activation;
    }
    for (const of of chain.slice(at.function ? chain.indexOf(at.function) + 1 : 0)) {
      const below = at.function?.kind === "constructor" ? at.base + sizeOf(at.function) : 0;
      at = this.#open(at.frame, at.id, step, none, of, below);
    }
    return at;
  }

  /** A jump back begins a stop anew, also where it is the same one. */
  #loop(activation: Activation, step: number, pc: number): Activation {
    const before = this.playback.pcs[step - 1];
    if (before !== undefined && pc < before && this.activationOf[step - 1] === activation.id) {
      const code = this.playback.data.codes[this.playback.frame(activation.frame).code];
      const opcode = code?.bytes[before];
      if (opcode === 0x56 || opcode === 0x57) activation.last = none;
    }
    return activation;
  }

  /** The activation that a person sees for one: itself, or who called a helper. */
  visible(activation: Activation): Activation {
    let at = activation;
    while (at.function === undefined && at.parent !== none) at = this.activations[at.parent] as Activation;
    return at;
  }

  at(step: number): Activation {
    return this.activations[this.activationOf[Math.min(step, this.playback.length - 1)] ?? 0] as Activation;
  }

  visibleAt(step: number): Activation {
    return this.visible(this.at(step));
  }

  /** The function activations above, outermost last; across frames. Each with the step at which it stands. */
  stackAt(step: number): { readonly activation: Activation; readonly step: number }[] {
    const stack: { activation: Activation; step: number }[] = [];
    let at = step;
    for (;;) {
      let activation: Activation | undefined = this.visibleAt(at);
      const { frame } = activation;
      let first = true;
      let where = at;
      while (activation) {
        // a frame's own code is of interest only when nothing else is
        if (activation.function || first) stack.push({ activation, step: where });
        first = false;
        where = activation.start > 0 ? activation.start - 1 : 0;
        const parent: Activation | undefined = this.activations[activation.parent];
        activation = parent && this.visible(parent);
        if (activation && activation.function === undefined) break;
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
  stopAt(step: number, activation: Activation): Stop | undefined {
    for (let at = Math.min(step, this.playback.length - 1); at >= activation.start; at--) {
      const id = this.stopOf[at] as number;
      if (id !== none && this.visible(this.activations[this.activationOf[at] as number] as Activation) === activation) {
        return this.table.stops[id];
      }
    }
    return undefined;
  }
}

/** Words that a constructor's parameters take on the stack. */
function sizeOf(of: FunctionSyntax): number {
  return of.parameters.reduce((sum, { typeDescriptions }) => {
    const { typeIdentifier = "" } = (typeDescriptions ?? {}) as { typeIdentifier?: string };
    return sum + (typeIdentifier.startsWith("t_function_external") ? 2 : 1);
  }, 0);
}
