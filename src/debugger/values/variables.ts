import { t } from "../../text/catalogue";
import type { Debuggee } from "../program/debuggee";
import type { Activation } from "../program/timeline";
import type { CodeInfo, Stop } from "../source/codeInfo";
import { isNode, nodesOf, type Place, type SyntaxNode, stretchOf } from "../source/syntax";
import { type DataLocation, isValueType, type SolidityType, stackSize, type TypeReader } from "./solidityType";
import { StateLayout } from "./stateLayout";
import { missing, type NamedValue, NotAvailable, type StateView, type Value, wordValue } from "./value";

const word256: SolidityType = { kind: "uint", bits: 256 };

/** The expression that a constant stands for, and its type. */
export interface Constant {
  readonly text: string;
  readonly type: SolidityType;
}

/** Everything that can be seen of one activation at one step. */
export class Scene {
  readonly debuggee: Debuggee;
  readonly step: number;
  readonly activation: Activation;
  readonly stop: Stop | undefined;
  readonly info: CodeInfo | undefined;
  readonly types: TypeReader | undefined;
  readonly view: StateView;
  readonly #layout: StateLayout | undefined;
  readonly #slots = new Map<number, number>();
  #read = false;

  /** @param step where execution stands; @param standing the step at which this activation stands, which is an earlier one for callers */
  constructor(debuggee: Debuggee, step: number, activation: Activation, standing: number) {
    this.debuggee = debuggee;
    this.step = step;
    this.activation = activation;
    this.stop = debuggee.timeline.stopAt(standing, activation);
    this.info = debuggee.codeInfoOf(activation.frame);
    this.types = this.info && debuggee.typesOf(this.info.syntax);
    this.view = this.#view();
    const { info, types } = this;
    this.#layout = info?.node && types && new StateLayout(info.syntax, info.contract, info.node, types);
  }

  /** Whose storage is at hand. */
  get address(): string {
    return this.debuggee.playback.frame(this.activation.frame).to;
  }

  get stack(): readonly bigint[] {
    return this.debuggee.playback.frameAt(this.step, this.activation.frame)?.stack ?? [];
  }

  #view(): StateView {
    const { debuggee, step, activation } = this;
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
        const memory = playback.frameAt(step, activation.frame)?.memory;
        if (!memory || at + length > memory.size + 32 * 1024) throw new NotAvailable(t("beyond the end of memory"));
        return memory.read(at, length);
      },
      calldata: playback.data.input(activation.frame),
      hash: (bytes) => suite.hash(bytes),
      preimages: playback.preimages,
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
    const { debuggee, activation, info, step } = this;
    const { function: of } = activation;
    if (!info || !of) return this.#slots;
    const { playback, timeline } = debuggee;
    const parameters = new Set<number>();
    const sizes = of.parameters.map((node) => this.#sizeOf(node));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    let slot =
      activation.height >= 0
        ? activation.height - total
        : of.kind === "constructor"
          ? activation.base
          : activation.base - total;
    for (const [i, node] of of.parameters.entries()) {
      parameters.add(node.id ?? -1);
      this.#slots.set(node.id ?? -1, slot);
      slot += sizes[i] ?? 1;
    }
    const arguments_ = this.#modifierArguments();
    const clauses = this.#clauses();
    const last = Math.min(step, playback.length - 1);
    for (let at = activation.start; at <= last; at++) {
      if (timeline.activationOf[at] !== activation.id) continue;
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

  #clauses(): { readonly parameters: readonly SyntaxNode[]; readonly block: ReturnType<typeof stretchOf> }[] {
    const { info, activation } = this;
    const place = activation.function?.place;
    return (info?.syntax.clauses ?? []).flatMap((node) => {
      const { source, start, end } = stretchOf(node.src);
      const [list, block] = [node["parameters"], node["block"]];
      if (!place || source !== place.source || start < place.start || end > place.end) return [];
      if (!isNode(list) || !isNode(block)) return [];
      return [{ parameters: nodesOf(list["parameters"]), block: stretchOf(block.src) }];
    });
  }

  #lower(id: number, height: number): void {
    const known = this.#slots.get(id);
    if (known === undefined || height < known) this.#slots.set(id, height);
  }

  /** Parameters of modifiers with the arguments that are worked out for them. */
  #modifierArguments(): { id: number; source: number; start: number; end: number }[] {
    const { info, activation } = this;
    return nodesOf(activation.function?.node["modifiers"]).flatMap((invocation) => {
      const name = invocation["modifierName"];
      const id = isNode(name) ? name["referencedDeclaration"] : undefined;
      const modifier = typeof id === "number" ? info?.syntax.functions.get(id) : undefined;
      const given = nodesOf(invocation["arguments"]);
      return (modifier?.kind === "modifier" ? modifier.parameters : []).flatMap((parameter, i) => {
        const argument = given[i];
        return argument && parameter.id !== undefined ? [{ id: parameter.id, ...stretchOf(argument.src) }] : [];
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
    const { info, activation, stop } = this;
    const { function: of } = activation;
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
        const place = stretchOf(node.src);
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
    const at = first > 0xffffffffn ? 0xffffffff : Number(first);
    if (type.kind === "mapping" || location === "storage") {
      return { type, place: { kind: "storage", address: this.address, slot: first, offset: 0 } };
    }
    if (location === "calldata") {
      const length = second > 0xffffffffn ? 0xffffffff : Number(second);
      return { type, place: { kind: "calldata", at, ...(words.length > 1 ? { length } : {}) } };
    }
    return { type, place: { kind: "memory", at } };
  }

  /** Variables of inline assembly: words on the stack that its declarations leave there. */
  #assemblyVariables(owner: Place, at: number, stack: readonly bigint[]): NamedValue[] {
    const { activation, debuggee, step } = this;
    const { timeline, playback, table } = debuggee;
    const found: NamedValue[] = [];
    const visit = (place: Place): void => {
      for (const inner of place.children) visit(inner);
      if (place.node.nodeType !== "YulVariableDeclaration" || place.end > at || !this.info) return;
      const assembly = assemblyOf(place);
      if (!assembly || at >= assembly.end) return;
      const stop = table.of(this.info.syntax, place, "statement");
      let slot: number | undefined;
      for (let s = activation.start; s <= Math.min(step, playback.length - 1); s++) {
        if (timeline.stopOf[s] !== stop.id || timeline.activationOf[s] !== activation.id) continue;
        const height = playback.heights[s] as number;
        if (slot === undefined || height < slot) slot = height;
      }
      for (const [i, node] of nodesOf(place.node["variables"]).entries()) {
        const word = slot === undefined ? undefined : stack[slot + i];
        if (word !== undefined && node.name) found.push({ name: node.name, value: wordValue(word256, word) });
      }
    };
    visit(owner);
    return found;
  }

  /** The state variables of the contract whose code runs, base contracts first. */
  stateVariables(): NamedValue[] {
    const { info, debuggee, activation } = this;
    const bytes = debuggee.playback.data.codes[debuggee.playback.frame(activation.frame).code]?.bytes;
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
    const { source, start, end } = stretchOf(value.src);
    const text = this.info?.syntax.sources.get(source)?.text.slice(start, end);
    return text === undefined ? undefined : { text, type: this.#declared(node).type };
  }
}

function assemblyOf(place: Place): Place | undefined {
  for (let at = place.parent; at; at = at.parent) if (at.node.nodeType === "InlineAssembly") return at;
  return undefined;
}
