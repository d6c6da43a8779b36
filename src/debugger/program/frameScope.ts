import {
  isNode,
  nodesOf,
  parametersOf,
  rangeOf,
  type SourceRange,
  type SyntaxNode,
} from "../../solidity/program/syntaxTree";
import { t } from "../../text/catalogue";
import type { CodeInfo, Stop } from "../source/codeInfo";
import type { SyntaxRange } from "../source/syntax";
import { toSize } from "../values/readValue";
import { type DataLocation, isValueType, type SolidityType, stackSize, type TypeReader } from "../values/solidityType";
import { StateLayout } from "../values/stateLayout";
import { missing, type NamedValue, NotAvailable, type StateView, type Value, wordValue } from "../values/value";
import type { Debuggee } from "./debuggee";
import type { StackFrame } from "./timeline";

const word256: SolidityType = { kind: "uint", bits: 256 };

/** The expression that a constant stands for, and its type. */
export interface Constant {
  readonly text: string;
  readonly type: SolidityType;
}

/** Everything that can be seen of one stack frame at one step. */
export class FrameScope {
  readonly debuggee: Debuggee;
  readonly step: number;
  readonly stackFrame: StackFrame;
  readonly stop: Stop | undefined;
  readonly info: CodeInfo | undefined;
  readonly types: TypeReader | undefined;
  readonly view: StateView;
  readonly #layout: StateLayout | undefined;
  readonly #slots = new Map<number, number>();
  #read = false;

  /** @param step where execution stands; @param standing the step at which this stack frame stands, which is an earlier one for callers */
  constructor(debuggee: Debuggee, step: number, stackFrame: StackFrame, standing: number) {
    this.debuggee = debuggee;
    this.step = step;
    this.stackFrame = stackFrame;
    this.stop = debuggee.timeline.stopAt(standing, stackFrame);
    this.info = debuggee.codeInfoOf(stackFrame.frame);
    this.types = this.info && debuggee.typesOf(this.info.syntax);
    this.view = this.#view();
    const { info, types } = this;
    this.#layout = info?.node && types && new StateLayout(info.syntax, info.contract, info.node, types);
  }

  /** Whose storage is at hand. */
  get address(): string {
    return this.debuggee.playback.frame(this.stackFrame.frame).to;
  }

  get stack(): readonly bigint[] {
    return this.debuggee.playback.frameAt(this.step, this.stackFrame.frame)?.stack ?? [];
  }

  #view(): StateView {
    const { debuggee, step, stackFrame } = this;
    const { playback, suite } = debuggee;
    return {
      storage: (address, slot, transient) => {
        const history = transient ? playback.transient : playback.storage;
        const word = history.at(address, slot, step);
        if (word === undefined)
          throw new NotAvailable(t("this slot wasn't accessed, and the contract has too many slots to fetch all"));
        return word;
      },
      memory: (at, length) => {
        const memory = playback.frameAt(step, stackFrame.frame)?.memory;
        if (!memory || at + length > memory.size + 32 * 1024) throw new NotAvailable(t("beyond the end of memory"));
        return memory.read(at, length);
      },
      calldata: playback.data.callData(stackFrame.frame),
      hash: (bytes) => suite.hash(bytes),
      preimages: playback.preimagesOf(playback.frame(stackFrame.frame).to),
      functionName: (pointer) => this.#functionName(pointer),
    };
  }

  #functionName(pointer: bigint): string | undefined {
    const { info } = this;
    if (!info) return undefined;
    const at = (pc: bigint): string | undefined => info.syntax.functions.get(info.entryOf[Number(pc)] ?? -1)?.name;
    return at(pointer & 0xffffffffn) ?? at((pointer >> 32n) & 0xffffffffn);
  }

  /** Where each local variable of the activation was put, by id of its declaration. */
  #readSlots(): ReadonlyMap<number, number> {
    if (this.#read) return this.#slots;
    this.#read = true;
    const { debuggee, stackFrame, info, step } = this;
    const { function: of } = stackFrame;
    if (!info || !of) return this.#slots;
    const { playback, timeline } = debuggee;
    const parameters = new Set<number>();
    const sizes = of.parameters.map((node) => this.#sizeOf(node));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    let slot =
      stackFrame.height >= 0
        ? stackFrame.height - total
        : of.kind === "constructor"
          ? stackFrame.base
          : stackFrame.base - total;
    for (const [i, node] of of.parameters.entries()) {
      parameters.add(node.id ?? -1);
      this.#slots.set(node.id ?? -1, slot);
      slot += sizes[i] ?? 1;
    }
    const arguments_ = this.#modifierArguments();
    const clauses = this.#clauses();
    const last = Math.min(step, playback.length - 1);
    for (let at = stackFrame.start; at <= last; at++) {
      if (timeline.stackFrameOf[at] !== stackFrame.id) continue;
      const pc = playback.pcs[at] as number;
      const height = playback.heights[at] as number;
      const declared = info.declarationOf[pc] as number;
      if (declared >= 0 && !parameters.has(declared)) this.#lower(declared, height);
      for (const { id, source, start, end } of arguments_) {
        const inside =
          info.sourceOf[pc] === source && (info.startOf[pc] as number) >= start && (info.endOf[pc] as number) <= end;
        if (inside) this.#lower(id, height);
      }
      for (const clause of clauses) {
        const { source, start, end } = clause.block;
        const inside =
          info.sourceOf[pc] === source && (info.startOf[pc] as number) >= start && (info.endOf[pc] as number) <= end;
        if (inside) this.#enterClause(clause.parameters, height);
      }
    }
    return this.#slots;
  }

  /** What `try` gives and `catch` takes lies on top when its block begins. */
  #enterClause(parameters: readonly SyntaxNode[], height: number): void {
    const [first] = parameters;
    if (!first || this.#slots.has(first.id ?? -1)) return;
    let slot = height - parameters.reduce((sum, node) => sum + this.#sizeOf(node), 0);
    for (const node of parameters) {
      this.#slots.set(node.id ?? -1, slot);
      slot += this.#sizeOf(node);
    }
  }

  #clauses(): { readonly parameters: readonly SyntaxNode[]; readonly block: SourceRange }[] {
    const { info, stackFrame } = this;
    const range = stackFrame.function?.place;
    return (info?.syntax.clauses ?? []).flatMap((node) => {
      const { source, start, end } = rangeOf(node.src);
      const { block } = node;
      if (!range || source !== range.source || start < range.start || end > range.end) return [];
      return isNode(block) ? [{ parameters: parametersOf(node), block: rangeOf(block.src) }] : [];
    });
  }

  #lower(id: number, height: number): void {
    const known = this.#slots.get(id);
    if (known === undefined || height < known) this.#slots.set(id, height);
  }

  /** Parameters of modifiers with the arguments that are worked out for them. */
  #modifierArguments(): { id: number; source: number; start: number; end: number }[] {
    const { info, stackFrame } = this;
    return nodesOf(stackFrame.function?.node["modifiers"]).flatMap((invocation) => {
      const name = invocation["modifierName"];
      const id = isNode(name) ? name["referencedDeclaration"] : undefined;
      const modifier = typeof id === "number" ? info?.syntax.functions.get(id) : undefined;
      const given = nodesOf(invocation["arguments"]);
      return (modifier?.kind === "modifier" ? modifier.parameters : []).flatMap((parameter, i) => {
        const argument = given[i];
        return argument && parameter.id !== undefined ? [{ id: parameter.id, ...rangeOf(argument.src) }] : [];
      });
    });
  }

  #declared(node: SyntaxNode): { readonly type: SolidityType; readonly location: DataLocation } {
    return this.types?.ofDeclaration(node) ?? { type: { kind: "unknown", name: "?" }, location: "default" };
  }

  #sizeOf(node: SyntaxNode): number {
    const { type, location } = this.#declared(node);
    return stackSize(type, location);
  }

  /** Parameters, return values and local variables that can be named here, innermost last. */
  locals(): NamedValue[] {
    const { info, stackFrame, stop } = this;
    const { function: of } = stackFrame;
    if (!info || !of) return [];
    if (info.optimized) {
      const why = t("not available in optimized code");
      return [...of.parameters, ...of.returns].flatMap((node) =>
        node.name ? [{ name: node.name, value: missing(this.#declared(node).type, why) }] : [],
      );
    }
    const slots = this.#readSlots();
    const { stack } = this;
    const named = (node: SyntaxNode, name: string): NamedValue[] => {
      const slot = slots.get(node.id ?? -1);
      return slot === undefined ? [] : this.#local(node, name, slot, stack);
    };
    const found = of.parameters.flatMap((node, i) => named(node, node.name || `#${i}`));
    found.push(...of.returns.flatMap((node, i) => named(node, node.name || `returns #${i}`)));
    const at = stop?.shown.start ?? -1;
    const owner = stop?.owner;
    if (stop && owner) {
      if (owner.kind === "modifier") found.push(...owner.parameters.flatMap((node) => named(node, node.name ?? "")));
      const listed = new Set([...of.parameters, ...of.returns, ...owner.parameters]);
      for (const node of info.syntax.declarationsIn(owner.place)) {
        if (listed.has(node) || !node.name) continue;
        const scope = info.syntax.scopeOf(node.id ?? -1);
        const place = rangeOf(node.src);
        const known =
          scope && scope.source === stop.shown.source && scope.start <= at && at < scope.end && place.end <= at;
        if (known) found.push(...named(node, node.name));
      }
      found.push(...this.#assemblyVariables(owner.place, at, stack));
    }
    return found;
  }

  #local(node: SyntaxNode, name: string, slot: number, stack: readonly bigint[]): NamedValue[] {
    const { type, location } = this.#declared(node);
    const size = stackSize(type, location);
    if (slot + size > stack.length) return [];
    const words = stack.slice(slot, slot + size);
    return [{ name, value: this.#fromStack(type, location, words) }];
  }

  #fromStack(type: SolidityType, location: DataLocation, words: readonly bigint[]): Value {
    const [first = 0n, second = 0n] = words;
    if (isValueType(type)) return { type, place: { kind: "words", words } };
    const at = toSize(first);
    if (type.kind === "mapping" || location === "storage") {
      return { type, place: { kind: "storage", address: this.address, slot: first, offset: 0 } };
    }
    if (location === "calldata") {
      return { type, place: { kind: "calldata", at, ...(words.length > 1 ? { length: toSize(second) } : {}) } };
    }
    return { type, place: { kind: "memory", at } };
  }

  /** Variables of inline assembly: words on the stack that its declarations leave there. */
  #assemblyVariables(owner: SyntaxRange, at: number, stack: readonly bigint[]): NamedValue[] {
    const { stackFrame, debuggee, step } = this;
    const { timeline, playback, table } = debuggee;
    const found: NamedValue[] = [];
    const visit = (range: SyntaxRange): void => {
      for (const inner of range.children) visit(inner);
      if (range.node.nodeType !== "YulVariableDeclaration" || range.end > at || !this.info) return;
      const assembly = assemblyOf(range);
      if (!assembly || at >= assembly.end) return;
      const stop = table.of(this.info.syntax, range, "statement");
      let slot: number | undefined;
      for (let s = stackFrame.start; s <= Math.min(step, playback.length - 1); s++) {
        if (timeline.stopOf[s] !== stop.id || timeline.stackFrameOf[s] !== stackFrame.id) continue;
        const height = playback.heights[s] as number;
        if (slot === undefined || height < slot) slot = height;
      }
      for (const [i, node] of nodesOf(range.node["variables"]).entries()) {
        const word = slot === undefined ? undefined : stack[slot + i];
        if (word !== undefined && node.name) found.push({ name: node.name, value: wordValue(word256, word) });
      }
    };
    visit(owner);
    return found;
  }

  /** The state variables of the contract whose code runs, base contracts first. */
  stateVariables(): NamedValue[] {
    const { info, debuggee, stackFrame } = this;
    const bytes = debuggee.playback.data.codes[debuggee.playback.frame(stackFrame.frame).code]?.bytes;
    return this.#layout?.variables(this.address, bytes && { bytes, creation: info?.creation === true }) ?? [];
  }

  /** A constant of the contract, its bases or a file. */
  constant(name: string): Constant | undefined {
    const own = (this.#layout?.nodes ?? []).findLast((node) => node.name === name && node["constant"] === true);
    const ofFile = (): SyntaxNode | undefined =>
      [...(this.info?.syntax.nodes.values() ?? [])].find(
        (node) =>
          node.name === name &&
          node.nodeType === "VariableDeclaration" &&
          node["constant"] === true &&
          node["stateVariable"] !== true,
      );
    const node = own ?? ofFile();
    return node && this.#constant(node);
  }

  /** A constant of another contract. */
  constantOf(contract: SyntaxNode, name: string): Constant | undefined {
    const node = nodesOf(contract["nodes"]).find((each) => each.name === name && each["constant"] === true);
    return node && this.#constant(node);
  }

  #constant(node: SyntaxNode): Constant | undefined {
    const value = node["value"];
    if (!isNode(value)) return undefined;
    const { source, start, end } = rangeOf(value.src);
    const text = this.info?.syntax.sources.get(source)?.text.sliceOfBytes(start, end);
    return text === undefined ? undefined : { text, type: this.#declared(node).type };
  }
}

function assemblyOf(range: SyntaxRange): SyntaxRange | undefined {
  for (let at = range.parent; at; at = at.parent) if (at.node.nodeType === "InlineAssembly") return at;
  return undefined;
}
