import { EVMError } from "@ethereumjs/evm";

/** Words that a frame's stack may have. */
export const maxHeight = 1024;

const tooLow = (): EVMError => new EVMError(EVMError.errorMessages.STACK_UNDERFLOW);
const tooHigh = (): EVMError => new EVMError(EVMError.errorMessages.STACK_OVERFLOW);

/**
 * Stack of one frame, with the members of the library's class that opcodes use.
 * Its methods throw EVMError for a stack too low or too high.
 */
export class FrameStack {
  /** The stack from its bottom up to `height`; what is above has been taken away. `runStackOpcodes` works on these two. */
  readonly words: bigint[] = [];
  height = 0;

  get length(): number {
    return this.height;
  }

  push(word: bigint): void {
    if (this.height >= maxHeight) throw tooHigh();
    this.words[this.height++] = word;
  }

  pop(): bigint {
    if (this.height < 1) throw tooLow();
    return this.words[--this.height] as bigint;
  }

  /** Takes words away; the one on top comes first. */
  popN(count = 1): bigint[] {
    const taken = this.peek(count);
    this.height -= count;
    return taken;
  }

  /** The same words, left where they are. */
  peek(count = 1): bigint[] {
    if (this.height < count) throw tooLow();
    const seen = new Array<bigint>(count);
    const top = this.height - 1;
    for (let below = 0; below < count; below++) seen[below] = this.words[top - below] as bigint;
    return seen;
  }

  /**
   * Exchanges the word on top with the one so many below it.
   * @public the library's handlers call it where every opcode is watched
   */
  swap(depth: number): void {
    const [top, other] = [this.height - 1, this.height - 1 - depth];
    if (other < 0) throw tooLow();
    const word = this.words[top] as bigint;
    this.words[top] = this.words[other] as bigint;
    this.words[other] = word;
  }

  /**
   * Puts a copy on top; 1 is the word on top.
   * @public the library's handlers call it where every opcode is watched
   */
  dup(place: number): void {
    if (this.height < place) throw tooLow();
    this.push(this.words[this.height - place] as bigint);
  }

  /** A copy of all words, the bottom first. */
  getStack(): bigint[] {
    return this.words.slice(0, this.height);
  }
}
