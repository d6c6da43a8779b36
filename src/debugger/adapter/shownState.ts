import { basename } from "node:path";
import type { DebugProtocol } from "@vscode/debugprotocol";
import type { DecodedValue } from "../../chain/abi/revert";
import { valueText as abiText } from "../../chain/abi/valueText";
import { t } from "../../text/catalogue";
import { visibleLine } from "../../text/visibleText";
import type { Debuggee } from "../program/debuggee";
import { frameFacts } from "../program/explain";
import type { Activation } from "../program/timeline";
import { opcodes } from "../replay/opcodes";
import type { SourceSyntax, Stretch } from "../source/syntax";
import { partCount, partsOf, valueText } from "../values/showValue";
import { plain, typeName } from "../values/solidityType";
import type { NamedValue, StateView, Value } from "../values/value";
import { Scene } from "../values/variables";

/** Where execution stands; `inside` is the frame of a built-in contract that has no steps of its own. */
export interface Standing {
  readonly step: number;
  readonly inside?: number;
}

/** A line of the call stack. */
export interface ShownFrame {
  readonly id: number;
  readonly name: string;
  readonly scene: Scene | undefined;
  /** A built-in contract's frame. */
  readonly builtin?: number;
  readonly source?: SourceSyntax;
  readonly at?: Stretch;
  readonly reference: string;
}

type Holder =
  | { readonly kind: "value"; readonly value: Value; readonly view: StateView }
  | { readonly kind: "list"; readonly list: readonly NamedValue[]; readonly view: StateView }
  | {
      readonly kind: "texts";
      readonly list: readonly { readonly name: string; readonly value: string; readonly type?: string }[];
    };

/** What a client may ask about one standing; ids are good as long as it stands there. */
export class ShownState {
  readonly debuggee: Debuggee;
  readonly standing: Standing;
  readonly frames: readonly ShownFrame[];
  readonly #holders: Holder[] = [];

  constructor(debuggee: Debuggee, standing: Standing) {
    this.debuggee = debuggee;
    this.standing = standing;
    this.frames = this.#frames();
  }

  #frames(): ShownFrame[] {
    const { debuggee, standing } = this;
    const { timeline, playback } = debuggee;
    const frames: ShownFrame[] = [];
    const add = (frame: Omit<ShownFrame, "id">): void => {
      frames.push({ id: frames.length + 1, ...frame });
    };
    if (standing.inside !== undefined) {
      const { name, call } = frameFacts(debuggee, standing.inside);
      add({ name: visibleLine(`${name}.${call}`), scene: undefined, builtin: standing.inside, reference: "" });
    }
    if (playback.length === 0) return frames;
    for (const { activation, step } of timeline.stackAt(standing.step)) {
      const scene = new Scene(debuggee, standing.step, activation, step);
      const reference = `f${activation.frame}:${playback.pcs[Math.min(step, playback.length - 1)] ?? 0}`;
      const { stop } = scene;
      const source = stop?.syntax.sources.get(stop.shown.source);
      if (stop?.owner?.kind === "modifier" && activation.function) {
        add({ name: stop.owner.qualified, scene, ...(source ? { source } : {}), at: stop.shown, reference });
        const { place } = activation.function;
        const head = { source: place.source, start: place.start, end: place.start };
        const own = stop.syntax.sources.get(place.source);
        add({ name: activation.function.qualified, scene, ...(own ? { source: own } : {}), at: head, reference });
        continue;
      }
      add({ name: this.#name(activation), scene, ...(source && stop ? { source, at: stop.shown } : {}), reference });
    }
    return frames;
  }

  #name(activation: Activation): string {
    if (activation.function) return activation.function.qualified;
    const { name, call } = frameFacts(this.debuggee, activation.frame);
    return visibleLine(`${name}.${call}`);
  }

  #hold(holder: Holder): number {
    this.#holders.push(holder);
    return this.#holders.length;
  }

  frame(id: number | undefined): ShownFrame | undefined {
    return id === undefined ? this.frames[0] : this.frames.find((frame) => frame.id === id);
  }

  scopes(id: number): DebugProtocol.Scope[] {
    const frame = this.frame(id);
    if (!frame) return [];
    const scope = (name: string, holder: Holder, hint?: string, expensive = false): DebugProtocol.Scope => ({
      name,
      variablesReference: this.#hold(holder),
      expensive,
      ...(hint === undefined ? {} : { presentationHint: hint }),
    });
    if (frame.builtin !== undefined)
      return [scope(t("Call"), { kind: "texts", list: this.#callTexts(frame.builtin) }, "locals")];
    const { scene } = frame;
    if (!scene) return [];
    const { view } = scene;
    return [
      scope(t("Locals"), { kind: "list", list: uniqueNames(scene.locals()), view }, "locals"),
      scope(t("State"), { kind: "list", list: scene.stateVariables(), view }),
      scope(t("Message and block"), { kind: "texts", list: this.#globals(scene) }),
      scope(t("Calls made so far"), { kind: "texts", list: this.#callsSoFar(scene) }),
      scope(t("Machine"), { kind: "texts", list: this.#machine(scene) }, "registers", true),
    ];
  }

  #callTexts(frame: number): { name: string; value: string; type?: string }[] {
    const { debuggee } = this;
    const facts = frameFacts(debuggee, frame);
    const recorded = debuggee.playback.frame(frame);
    const texts = (prefix: string, values: readonly DecodedValue[]): { name: string; value: string; type: string }[] =>
      values.map(({ name, type, value }, i) => ({
        name: `${prefix}${name || i}`,
        value: visibleLine(abiText(value)),
        type,
      }));
    return [
      { name: t("address"), value: recorded.codeAddress },
      { name: t("input"), value: facts.arguments.length > 0 ? visibleLine(facts.call) : recorded.input },
      ...texts("", facts.arguments),
      ...texts(facts.results.length > 0 ? "→ " : "", facts.results),
      {
        name: t("output"),
        value: recorded.error === undefined ? recorded.output : `${recorded.error} ${recorded.output}`,
      },
      { name: t("gas used"), value: recorded.gasUsed },
    ];
  }

  /** Messages that the frame has sent and that have ended: what built-in contracts were asked and answered. */
  #callsSoFar(scene: Scene): { name: string; value: string }[] {
    const { playback } = this.debuggee;
    return playback.recording.frames.flatMap((frame, i) => {
      if (frame.parent !== scene.activation.frame || (playback.frameEnd[i] ?? 0) > this.standing.step) return [];
      const { name, call, results } = frameFacts(this.debuggee, i);
      const answer =
        frame.error ?? (results.length > 0 ? results.map(({ value }) => abiText(value)).join(", ") : frame.output);
      return [{ name: visibleLine(`${name}.${call}`), value: visibleLine(answer) }];
    });
  }

  #globals(scene: Scene): { name: string; value: string; type?: string }[] {
    const { playback, recording } = this.debuggee;
    const frame = playback.frame(scene.activation.frame);
    return [
      { name: "msg.sender", value: frame.from, type: "address" },
      { name: "msg.value", value: frame.value, type: "uint256" },
      { name: "msg.data", value: frame.type.startsWith("CREATE") ? "0x" : frame.input, type: "bytes" },
      { name: "this", value: frame.to, type: "address" },
      { name: "tx.origin", value: recording.transaction.from, type: "address" },
      { name: "tx.gasprice", value: String(BigInt(recording.transaction.gasPrice || "0")), type: "uint256" },
      { name: "block.number", value: String(recording.block.number), type: "uint256" },
      { name: "block.timestamp", value: recording.block.timestamp, type: "uint256" },
    ];
  }

  #machine(scene: Scene): { name: string; value: string }[] {
    const { playback } = this.debuggee;
    const frame = playback.frameAt(this.standing.step, scene.activation.frame);
    if (!frame) return [];
    const opcode = frame.code?.bytes[frame.pc] ?? 0;
    return [
      { name: t("gas left"), value: String(frame.gas) },
      { name: "pc", value: `${frame.pc} ${opcodes[opcode]?.name ?? `0x${opcode.toString(16)}`}` },
      { name: t("step"), value: `${this.standing.step} / ${playback.length}` },
      { name: t("memory"), value: String(frame.memory.size) },
      ...[...frame.stack].reverse().map((word, i) => ({ name: `stack[${i}]`, value: `0x${word.toString(16)}` })),
    ];
  }

  variables({ variablesReference, start, count }: DebugProtocol.VariablesArguments): DebugProtocol.Variable[] {
    const holder = this.#holders[variablesReference - 1];
    switch (holder?.kind) {
      case "texts":
        return holder.list.map((each) => ({ ...each, variablesReference: 0 }));
      case "list":
        return holder.list.map((each) => this.variable(each, holder.view));
      case "value": {
        const parts = partsOf(holder.view, holder.value, start ?? 0, count || undefined);
        return parts.map((each) => this.variable(each, holder.view));
      }
      default:
        return [];
    }
  }

  /** A value as a client shows it, to be unfolded where there is something inside. */
  variable({ name, value }: NamedValue, view: StateView): DebugProtocol.Variable {
    const count = partCount(view, value);
    const indexed = plain(value.type).kind === "array";
    const memory = value.place.kind === "memory" ? { memoryReference: `m${value.place.at}` } : {};
    return {
      name,
      value: valueText(view, value),
      type: typeName(value.type),
      variablesReference: count > 0 ? this.#hold({ kind: "value", value, view }) : 0,
      ...(count > 0 && indexed ? { indexedVariables: count } : {}),
      ...memory,
    };
  }

  stackFrames(sourceOf: (source: SourceSyntax) => DebugProtocol.Source): DebugProtocol.StackFrame[] {
    return this.frames.map(({ id, name, source, at, reference }) => {
      const place = source && at ? placeOf(source, at) : { line: 0, column: 0 };
      return {
        id,
        name,
        ...place,
        ...(source ? { source: sourceOf(source) } : { presentationHint: "subtle" as const }),
        ...(reference === "" ? {} : { instructionPointerReference: reference }),
      };
    });
  }
}

/** Of variables of the same name the innermost is what the name means; the others are told apart. */
function uniqueNames(list: readonly NamedValue[]): NamedValue[] {
  return list.filter((each, i) => list.findLastIndex((other) => other.name === each.name) === i);
}

function placeOf(
  source: SourceSyntax,
  at: Stretch,
): { line: number; column: number; endLine: number; endColumn: number } {
  const [from, to] = [source.text.position(at.start), source.text.position(at.end)];
  return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
}

/** What asserts for tests: its own lines are not what somebody looks for. */
function isTestLibrary({ name, path }: SourceSyntax): boolean {
  const folders = name.split("/");
  return (path === undefined && folders[0] === "fisco") || folders.includes("forge-std") || folders.includes("ds-test");
}

/** A source for a client: its file, or a number to ask its text by. */
export function clientSource(source: SourceSyntax, reference: () => number): DebugProtocol.Source {
  const name = basename(source.name);
  const place = source.path === undefined ? { name, sourceReference: reference() } : { name, path: source.path };
  return isTestLibrary(source) ? { ...place, presentationHint: "deemphasize" } : place;
}
