import { describe, expect, it } from "vitest";
import { OrderlyMemory } from "../../../../../src/extension/kit/memory/orderlyMemory";

/** The global memory of VS Code: what was written comes back a little later as the whole state, and counts then. */
class EchoingMemory {
  #state: Record<string, unknown> = {};
  stored: Record<string, unknown> = {};

  keys(): readonly string[] {
    return Object.keys(this.#state);
  }

  get<Value>(key: string, otherwise?: Value): Value {
    return (this.#state[key] ?? otherwise) as Value;
  }

  async update(key: string, value: unknown): Promise<void> {
    this.#state = { ...this.#state, [key]: value };
    const sent = this.#state;
    await new Promise((done) => setTimeout(done, 2));
    this.stored = sent;
    this.#state = sent;
  }
}

/** Three writes, each while the echo of another is under way. */
async function writeAtOnce(memory: {
  update(key: string, value: unknown): Thenable<void>;
  get(key: string): unknown;
}): Promise<unknown[]> {
  const read: unknown[] = [];
  const writes: Thenable<void>[] = [];
  for (const key of ["a", "b", "c"]) {
    writes.push(memory.update(key, key));
    read.push(memory.get(key));
    await new Promise((done) => setTimeout(done, 1));
  }
  await Promise.all(writes);
  return read;
}

describe("the memory of the extension", () => {
  it("keeps what is written while another write is under way", async () => {
    const store = new EchoingMemory();
    const memory = new OrderlyMemory(store);
    expect(await writeAtOnce(memory)).toEqual(["a", "b", "c"]);
    expect(store.stored).toEqual({ a: "a", b: "b", c: "c" });
    expect([memory.get("a"), memory.get("none", 5), memory.keys()]).toEqual(["a", 5, ["a", "b", "c"]]);
  });

  it("reads the newest of several writes, and what is taken out as missing", async () => {
    const memory = new OrderlyMemory(new EchoingMemory());
    const writes = [memory.update("a", 1), memory.update("a", 2)];
    expect(memory.get("a")).toBe(2);
    await Promise.all(writes);
    const removed = memory.update("a", undefined);
    expect([memory.get("a"), memory.get("a", 7)]).toEqual([undefined, 7]);
    await removed;
    expect(memory.get("a", 7)).toBe(7);
  });

  it("goes on after a write that failed", async () => {
    const store = new EchoingMemory();
    const memory = new OrderlyMemory({
      keys: () => store.keys(),
      get: <Value>(key: string, otherwise?: Value): Value => store.get(key, otherwise as Value),
      update: (key: string, value: unknown) =>
        key === "bad" ? Promise.reject(new Error("full")) : store.update(key, value),
    });
    await expect(memory.update("bad", 1)).rejects.toThrow("full");
    await memory.update("good", 2);
    expect([memory.get("bad"), memory.get("good")]).toEqual([undefined, 2]);
  });
});
