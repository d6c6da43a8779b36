import type { Name, YulBlock, YulFunction, YulNode } from "../syntax/nodes";
import type { Found } from "./binding";

/** The Solidity around inline assembly. */
interface Around {
  within(start: number, end: number, read: () => void): void;
  declareYul(name: Name, node: Name | YulFunction): void;
  lookUp(name: Name): readonly Found[];
  refer(name: Name, found: readonly Found[]): void;
}

/** What is added to the name of a variable to say where it lies: `x.slot`, before 0.7 `x_slot`. */
const suffix = /_(?:slot|offset)$/;

/** Names of inline assembly: its own, and those of the Solidity around it. */
export class YulBinder {
  constructor(private readonly binder: Around) {}

  bind(block: YulBlock): void {
    this.#block(block);
  }

  #block(block: YulBlock): void {
    this.binder.within(block.start, block.end, () => this.#parts(block.parts));
  }

  #parts(parts: readonly YulNode[]): void {
    // Functions may be called before they are declared.
    for (const each of parts) if (each.kind === "yulFunction") this.binder.declareYul(each.name, each);
    for (const each of parts) this.#node(each);
  }

  #node(node: YulNode): void {
    switch (node.kind) {
      case "yulBlock":
        this.#block(node);
        return;
      case "yulCompound":
        this.binder.within(node.start, node.end, () => {
          for (const [i, each] of node.parts.entries()) {
            if (node.word === "for" && i === 0 && each.kind === "yulBlock") this.#parts(each.parts);
            else this.#node(each);
          }
        });
        return;
      case "yulVariables":
        if (node.value) this.#node(node.value);
        for (const each of node.names) this.binder.declareYul(each, each);
        return;
      case "yulAssignment":
        if (node.value) this.#node(node.value);
        for (const each of node.targets) this.#node(each);
        return;
      case "yulFunction":
        this.binder.within(node.start, node.end, () => {
          for (const each of [...node.parameters, ...node.returns]) this.binder.declareYul(each, each);
          this.#block(node.body);
        });
        return;
      case "yulCall":
        // Instructions of the machine have no declaration.
        this.#name(node.name, true);
        for (const each of node.values) this.#node(each);
        return;
      default: {
        const [first] = node.path;
        if (first) this.#name(first, false);
      }
    }
  }

  #name(name: Name, isCall: boolean): void {
    const { text, start } = name;
    const found = isCall
      ? this.binder.lookUp(name).filter(({ declaration }) => declaration.kind === "yul")
      : this.binder.lookUp(name);
    if (found.length > 0) {
      this.binder.refer(name, found);
      return;
    }
    if (isCall || text === "") return;
    const short = text.replace(suffix, "");
    const meant = short === text ? [] : this.binder.lookUp({ text: short, start, end: start + short.length });
    if (meant.length > 0) this.binder.refer({ text: short, start, end: start + short.length }, meant);
    else if (!["leave", "break", "continue"].includes(text)) this.binder.refer(name, []);
  }
}
