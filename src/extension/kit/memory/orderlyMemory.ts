import type * as vscode from "vscode";

/** What is read and written of a VS Code memory. */
type Memory = Pick<vscode.Memento, "get" | "keys" | "update">;

/**
 * A memory that loses nothing when much is written at once. VS Code hands each write of the global memory back to the extension host as
 * the whole state at that moment, which there takes the place of what was written meanwhile, and a write after that makes it last. So
 * here one write waits for the one before, and what still waits is read from here.
 */
export class OrderlyMemory implements Memory {
  readonly #waiting = new Map<string, { readonly value: unknown }>();
  #last: Promise<void> = Promise.resolve();

  constructor(private readonly memory: Memory) {}

  keys(): readonly string[] {
    return [...new Set([...this.memory.keys(), ...this.#waiting.keys()])];
  }

  get<Value>(key: string): Value | undefined;
  get<Value>(key: string, otherwise: Value): Value;
  get<Value>(key: string, otherwise?: Value): Value | undefined {
    const waiting = this.#waiting.get(key);
    if (!waiting) return this.memory.get<Value | undefined>(key, otherwise);
    return waiting.value === undefined ? otherwise : (waiting.value as Value);
  }

  update(key: string, value: unknown): Promise<void> {
    const entry = { value };
    this.#waiting.set(key, entry);
    const written = this.#last.then(async () => {
      try {
        await this.memory.update(key, value);
      } finally {
        if (this.#waiting.get(key) === entry) this.#waiting.delete(key);
      }
    });
    this.#last = written.catch(() => undefined);
    return written;
  }
}
