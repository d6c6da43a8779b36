import { basename } from "node:path";
import type { DebugProtocol } from "@vscode/debugprotocol";
import type { DecodedValue } from "../../chain/abi/abiDecoder";
import { valueText as abiText } from "../../chain/abi/valueText";
import { callDataOf, isCreation } from "../../chain/dev/executionRecording";
import { opcodes } from "../../chain/evm/opcodes";
import type { SourceRange } from "../../solidity/program/syntaxTree";
import { t } from "../../text/catalogue";
import { visibleLine } from "../../text/visibleText";
import { blockAt, type Debuggee } from "../program/debuggee";
import { failureText, frameFacts } from "../program/explain";
import { FrameScope } from "../program/frameScope";
import type { StackFrame } from "../program/timeline";
import type { SourceSyntax } from "../source/syntax";
import { partCount, partsOf, valueText } from "../values/showValue";
import { plain, typeName } from "../values/solidityType";
import { type NamedValue, NotAvailable, type StateView, type Value } from "../values/value";
import { byteReference, codeAddress } from "./machineReferences";

/** Where execution stands; `inside` is the frame of a built-in contract that has no steps of its own. */
export interface ExecutionPosition {
  readonly step: number;
  readonly inside?: number;
}

/** A line of the call stack. */
interface ShownFrame {
  readonly id: number;
  readonly name: string;
  readonly scope: FrameScope | undefined;
  /** A built-in contract's frame. */
  readonly builtin?: number;
  readonly source?: SourceSyntax;
  readonly at?: SourceRange;
  readonly reference: string;
}

/** A line of words and numbers that isn't read from a place of the sources. */
interface TextLine {
  readonly name: string;
  readonly value: string;
  readonly type?: string;
  readonly evaluateName?: string;
  readonly memoryReference?: string;
}

/** A value with the expression that leads to it. */
interface ShownValue extends NamedValue {
  readonly expression?: string;
}

type Holder =
  | { readonly kind: "value"; readonly value: Value; readonly scope: FrameScope; readonly expression?: string }
  | { readonly kind: "list"; readonly list: readonly ShownValue[]; readonly scope: FrameScope }
  | { readonly kind: "texts"; readonly list: readonly TextLine[] };

/** How values are to be shown: numbers in hex, all of a long text. */
interface ShowAs {
  readonly hex?: boolean | undefined;
  readonly whole?: boolean | undefined;
}

const maxBytesOfWhole = 1 << 20;

const viewAs = ({ view }: FrameScope, { hex, whole }: ShowAs): StateView =>
  hex || whole ? { ...view, hex: hex === true, ...(whole ? { whole: true, maxBytes: maxBytesOfWhole } : {}) } : view;

/** A part of a list, as clients ask for it. */
const page = <T>(list: readonly T[], start = 0, count = 0): readonly T[] =>
  list.slice(start, count > 0 ? start + count : undefined);

const canBeNamed = (name: string): boolean => name !== "" && !name.startsWith("#") && !name.includes(" ");

/** What a client may ask about one position; ids are valid as long as execution stands there. */
export class ShownState {
  readonly debuggee: Debuggee;
  readonly standing: ExecutionPosition;
  readonly frames: readonly ShownFrame[];
  readonly #holders: Holder[] = [];

  constructor(debuggee: Debuggee, position: ExecutionPosition) {
    this.debuggee = debuggee;
    this.standing = position;
    this.frames = this.#frames();
  }

  #frames(): ShownFrame[] {
    const { debuggee, standing: position } = this;
    const { timeline, playback } = debuggee;
    const frames: ShownFrame[] = [];
    const add = (frame: Omit<ShownFrame, "id">): void => {
      frames.push({ id: frames.length + 1, ...frame });
    };
    if (position.inside !== undefined) {
      const { name, call } = frameFacts(debuggee, position.inside);
      add({ name: visibleLine(`${name}.${call}`), scope: undefined, builtin: position.inside, reference: "" });
    }
    if (playback.length === 0) return frames;
    for (const { stackFrame, step } of timeline.stackAt(position.step)) {
      const scope = new FrameScope(debuggee, position.step, stackFrame, step);
      const { code } = playback.frame(stackFrame.frame);
      const pc = playback.pcs[Math.min(Math.max(0, step), playback.length - 1)] ?? 0;
      const reference = code < 0 ? "" : codeAddress(code, pc);
      const { stop } = scope;
      const source = stop?.syntax.sources.get(stop.shown.source);
      if (stop?.owner?.kind === "modifier" && stackFrame.function) {
        add({ name: stop.owner.qualified, scope, ...(source ? { source } : {}), at: stop.shown, reference });
        const { place: range } = stackFrame.function;
        const head = { source: range.source, start: range.start, end: range.start };
        const own = stop.syntax.sources.get(range.source);
        add({
          name: stackFrame.function.qualified,
          scope,
          ...(own ? { source: own } : {}),
          at: head,
          reference,
        });
        continue;
      }
      add({
        name: this.#name(stackFrame),
        scope,
        ...(source && stop ? { source, at: stop.shown } : {}),
        reference,
      });
    }
    return frames;
  }

  #name(stackFrame: StackFrame): string {
    if (stackFrame.function) return stackFrame.function.qualified;
    const { name, call } = frameFacts(this.debuggee, stackFrame.frame);
    return visibleLine(`${name}.${call}`);
  }

  #hold(holder: Holder): number {
    this.#holders.push(holder);
    return this.#holders.length;
  }

  frame(id: number | undefined): ShownFrame | undefined {
    return id === undefined ? this.frames[0] : this.frames.find((frame) => frame.id === id);
  }

  /** @throws NotAvailable for a frame that isn't there */
  scopes(id: number): DebugProtocol.Scope[] {
    const frame = this.frame(id);
    if (!frame) throw new NotAvailable(t("No longer available, because execution has continued."));
    const scope = (name: string, holder: Holder, hint?: string, expensive = false): DebugProtocol.Scope => ({
      name,
      variablesReference: this.#hold(holder),
      expensive,
      ...(hint === undefined ? {} : { presentationHint: hint }),
    });
    if (frame.builtin !== undefined)
      return [scope(t("Call"), { kind: "texts", list: this.#callTexts(frame.builtin) }, "locals")];
    const { scope: frameScope } = frame;
    if (!frameScope) return [];
    const named = (list: readonly NamedValue[], hidden?: ReadonlySet<string>): ShownValue[] =>
      list.map((each) =>
        canBeNamed(each.name) && !hidden?.has(each.name) ? { ...each, expression: each.name } : each,
      );
    const locals = uniqueNames(frameScope.locals());
    const state = frameScope.stateVariables();
    // of state variables of one name the last one is what the name means
    const hidden = new Set(locals.map((each) => each.name));
    for (const [i, each] of state.entries())
      if (state.findLastIndex((other) => other.name === each.name) !== i) hidden.add(each.name);
    return [
      scope(t("Locals"), { kind: "list", list: named(locals), scope: frameScope }, "locals"),
      scope(t("State"), { kind: "list", list: named(state, hidden), scope: frameScope }),
      scope(t("Message and block"), { kind: "texts", list: this.#globals(frameScope) }),
      scope(t("Calls made so far"), { kind: "texts", list: this.#callsSoFar(frameScope) }),
      scope(t("Machine"), { kind: "texts", list: this.#machine(frameScope) }, "registers", true),
    ];
  }

  #callTexts(frame: number): TextLine[] {
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
      {
        name: t("input"),
        value: facts.arguments.length > 0 ? visibleLine(facts.call) : recorded.input,
        ...(isCreation(recorded) ? {} : { memoryReference: byteReference("callData", frame) }),
      },
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
  #callsSoFar(scope: FrameScope): { name: string; value: string }[] {
    const { playback } = this.debuggee;
    return playback.recording.frames.flatMap((frame, i) => {
      if (frame.parent !== scope.stackFrame.frame || !playback.hasEnded(i, this.standing.step)) return [];
      const { name, call, results } = frameFacts(this.debuggee, i);
      const given = isCreation(frame) ? frame.to : frame.output;
      const answer =
        frame.error === undefined
          ? results.map(({ value }) => abiText(value)).join(", ") || given
          : failureText(this.debuggee, i);
      return [{ name: visibleLine(`${name}.${call}`), value: visibleLine(answer) }];
    });
  }

  #globals(scope: FrameScope): TextLine[] {
    const { playback, recording } = this.debuggee;
    const frame = playback.frame(scope.stackFrame.frame);
    const block = blockAt(this.debuggee, this.standing.step);
    const lines = [
      { name: "msg.sender", value: frame.from, type: "address" },
      { name: "msg.value", value: frame.value, type: "uint256" },
      { name: "msg.data", value: callDataOf(frame), type: "bytes" },
      { name: "this", value: frame.to, type: "address" },
      { name: "tx.origin", value: recording.transaction.from, type: "address" },
      { name: "tx.gasprice", value: String(BigInt(recording.transaction.gasPrice || "0")), type: "uint256" },
      { name: "block.number", value: String(block.number), type: "uint256" },
      { name: "block.timestamp", value: String(block.timestamp), type: "uint256" },
    ];
    return lines.map((line) => ({ ...line, evaluateName: line.name }));
  }

  #machine(scope: FrameScope): TextLine[] {
    const { playback } = this.debuggee;
    const frame = playback.frameAt(this.standing.step, scope.stackFrame.frame);
    if (!frame) return [];
    const opcode = frame.code?.bytes[frame.pc] ?? 0;
    const { index } = frame;
    return [
      { name: t("gas left"), value: String(frame.gas) },
      { name: "pc", value: `${frame.pc} ${opcodes[opcode]?.name ?? `0x${opcode.toString(16)}`}` },
      { name: t("step"), value: `${this.standing.step} / ${playback.length}` },
      { name: t("memory"), value: String(frame.memory.size), memoryReference: byteReference("memory", index) },
      {
        name: "calldata",
        value: String(playback.data.callData(index).length),
        memoryReference: byteReference("callData", index),
      },
      {
        name: "returndata",
        value: String(playback.data.returnData(frame.returned).length),
        memoryReference: byteReference("returned", index),
      },
      ...[...frame.stack].reverse().map((word, i) => ({
        name: `stack[${i}]`,
        value: `0x${word.toString(16)}`,
        memoryReference: byteReference("stack", index, 32 * i),
      })),
    ];
  }

  /** @throws NotAvailable for a number that this position hasn't given */
  variables({
    variablesReference,
    start,
    count,
    filter,
    format,
  }: DebugProtocol.VariablesArguments): DebugProtocol.Variable[] {
    const holder = this.#holders[variablesReference - 1];
    if (!holder) throw new NotAvailable(t("No longer available, because execution has continued."));
    const indexed = holder.kind === "value" && plain(holder.value.type).kind === "array";
    if (filter !== undefined && (filter === "indexed") !== indexed) return [];
    const how: ShowAs = { hex: format?.hex };
    switch (holder.kind) {
      case "texts":
        return page(holder.list, start, count).map((each) => ({ ...each, variablesReference: 0 }));
      case "list":
        return page(holder.list, start, count).map((each) => this.variable(each, holder.scope, how));
      case "value": {
        const { value, scope, expression } = holder;
        const parts = partsOf(scope.view, value, start ?? 0, count || undefined);
        const of = (name: string): string => (name.startsWith("[") ? `${expression}${name}` : `${expression}.${name}`);
        return parts.map((each) =>
          this.variable(expression === undefined ? each : { ...each, expression: of(each.name) }, scope, how),
        );
      }
    }
  }

  /** A value as a client shows it, to be unfolded where there is something inside. */
  variable({ name, value, expression }: ShownValue, scope: FrameScope, how: ShowAs = {}): DebugProtocol.Variable {
    const view = viewAs(scope, how);
    const count = partCount(view, value);
    const indexed = plain(value.type).kind === "array";
    const reference = bytesReference(scope, value);
    return {
      name,
      value: valueText(view, value),
      type: typeName(value.type),
      ...(expression === undefined ? {} : { evaluateName: expression }),
      variablesReference:
        count > 0
          ? this.#hold({ kind: "value", value, scope, ...(expression === undefined ? {} : { expression }) })
          : 0,
      ...(count > 0 ? { [indexed ? "indexedVariables" : "namedVariables"]: count } : {}),
      ...(reference === undefined ? {} : { memoryReference: reference }),
    };
  }

  /** A part of the call stack; lines and columns from 1. */
  stackFrames(
    sourceOf: (source: SourceSyntax) => DebugProtocol.Source,
    { startFrame, levels, format }: Pick<DebugProtocol.StackTraceArguments, "startFrame" | "levels" | "format">,
  ): DebugProtocol.StackFrame[] {
    return page(this.frames, startFrame, levels).map((frame) => {
      const { id, name, source, at, reference } = frame;
      const place = source && at ? placeOf(source, at) : { line: 0, column: 0 };
      return {
        id,
        name: format ? `${name}${parameterText(frame, format)}${format.line && source ? `:${place.line}` : ""}` : name,
        ...(frame.scope ? {} : { canRestart: false }),
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

/** Parameters behind a function's name, as the client wants to see them. */
function parameterText({ scope }: ShownFrame, format: DebugProtocol.StackFrameFormat): string {
  const of = scope?.stackFrame.function;
  if (!scope || !of || !format.parameters) return "";
  const view = viewAs(scope, { hex: format.hex });
  const values = scope.locals().slice(0, of.parameters.length);
  const parts = values.map(({ name, value }) => {
    const words = [
      ...(format.parameterTypes ? [typeName(value.type)] : []),
      ...(format.parameterNames ? [name] : []),
      ...(format.parameterValues ? [`${format.parameterNames ? "= " : ""}${valueText(view, value)}`] : []),
    ];
    return words.join(" ");
  });
  return `(${parts.join(", ")})`;
}

/** Where the bytes of a value are, if a client can read them: in memory or in the input. */
function bytesReference({ stackFrame }: FrameScope, { place }: Value): string | undefined {
  if (place.kind === "memory") return byteReference("memory", stackFrame.frame, place.at);
  if (place.kind === "calldata" && !place.data) return byteReference("callData", stackFrame.frame, place.at);
  return undefined;
}

export function placeOf(
  source: SourceSyntax,
  at: SourceRange,
): { line: number; column: number; endLine: number; endColumn: number } {
  const [from, to] = [source.text.placeOfByte(at.start), source.text.placeOfByte(at.end)];
  return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
}

/** What asserts for tests: its own lines are not what a user looks for. */
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
