import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RefreshGate } from "../../../../../src/extension/kit/tree/refreshGate";

const group = { id: "group", parent: undefined };
const files = { id: "group/files", parent: group };
const blocks = { id: "group/blocks", parent: group };

/** VS Code has drawn by then what it was given. */
const taken = 300;

/** A fetch that ends when it is told to. */
function fetching() {
  const ends: { end: (children: string[]) => void; fail: (error: Error) => void }[] = [];
  const children = new Promise<string[]>((end, fail) => ends.push({ end, fail }));
  const [settle] = ends;
  if (!settle) throw new Error("a promise calls its executor at once");
  return { children, ...settle };
}

describe("the refresh of a line", () => {
  let fired: string[];
  let gate: RefreshGate;

  beforeEach(() => {
    vi.useFakeTimers();
    fired = [];
    gate = new RefreshGate((id) => fired.push(id));
  });

  afterEach(() => {
    gate.dispose();
    vi.useRealTimers();
  });

  it("is at once where nothing is being fetched", () => {
    void gate.during(blocks, fetching().children);
    gate.refresh("group/files");
    expect(fired).toEqual(["group/files"]);
  });

  it("waits for the children of the line, and comes once", async () => {
    const fetch = fetching();
    const answer = gate.during(files, fetch.children);
    gate.refresh("group/files");
    gate.refresh("group/files");
    expect(fired).toEqual([]);
    fetch.end(["a"]);
    expect(await answer).toEqual(["a"]);
    expect(fired).toEqual([]);
    await vi.advanceTimersByTimeAsync(taken);
    expect(fired).toEqual(["group/files"]);
    await vi.advanceTimersByTimeAsync(5000);
    expect(fired).toEqual(["group/files"]);
  });

  it("waits for what is fetched below the line, as often as it was asked for", async () => {
    const [first, second] = [fetching(), fetching()];
    void gate.during(files, first.children);
    void gate.during(files, second.children);
    gate.refresh("group");
    first.end([]);
    await vi.advanceTimersByTimeAsync(taken);
    expect(fired).toEqual([]);
    second.end([]);
    await vi.advanceTimersByTimeAsync(taken);
    expect(fired).toEqual(["group"]);
  });

  it("comes also when the fetch fails", async () => {
    const fetch = fetching();
    const answer = gate.during(files, fetch.children).catch((error: Error) => error.message);
    gate.refresh("group/files");
    fetch.fail(new Error("no answer"));
    expect(await answer).toBe("no answer");
    await vi.advanceTimersByTimeAsync(taken);
    expect(fired).toEqual(["group/files"]);
  });

  it("waits no longer than two seconds for a node that does not answer", async () => {
    void gate.during(files, fetching().children);
    gate.refresh("group/files");
    await vi.advanceTimersByTimeAsync(1999);
    expect(fired).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(fired).toEqual(["group/files"]);
  });
});
