/** Operations that a built-in contract charges for (docs/protocol/built-in-contracts.md, "Gas"). */
const operationGas = {
  createTable: 16_000,
  openTable: 200,
  select: 200,
  insert: 10_000,
  update: 10_000,
  remove: 2_500,
  set: 3,
  verify: 20_000,
} as const;

type PrecompiledOperation = keyof typeof operationGas;

const wordLength = 32;

/** Adds up operations and the largest memory seen: 3 a word and the square of the words by 512. */
export class PrecompiledGas {
  #operations = 0;
  #memory = 0;

  constructor(memory: number) {
    this.#memory = memory;
  }

  operation(name: PrecompiledOperation, times = 1): void {
    this.#operations += operationGas[name] * times;
  }

  /** Sets the memory in bytes, even to less. */
  setMemory(bytes: number): void {
    this.#memory = bytes;
  }

  /** Raises the memory to at least so many bytes. */
  raiseMemory(bytes: number): void {
    this.#memory = Math.max(this.#memory, bytes);
  }

  total(): bigint {
    const words = Math.ceil(this.#memory / wordLength);
    return BigInt(this.#operations + 3 * words + Math.floor((words * words) / 512));
  }
}
