import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { getBlockNumber } from "../../../../src/chain/rpc/blocks";
import { transact } from "../../../../src/chain/transaction/transact";
import { runCommand } from "../../../../src/cli/commands";
import { followOperation } from "../../../../src/cli/operations/followOperation";
import { findOperation } from "../../../../src/operations/catalogue";
import { type RawValue, readValues } from "../../../../src/operations/model/fields";
import type { Operation } from "../../../../src/operations/model/operation";
import { useCatalogue } from "../../../../src/text/catalogue";
import { type PortBench, portBench } from "../../../support/assistants";
import { sayingAbi, sayingCode } from "../../../support/hostileContract";

describe("a list that goes on with the chain", () => {
  let bench: PortBench;
  let events: Operation;
  let contract = "";
  const printed: string[] = [];
  beforeAll(async () => {
    bench = await portBench({ sealers: 1, observers: 0 });
    const found = await findOperation("events", "list");
    if (!found) throw new Error("no events list");
    events = found;
    const data = sayingCode(bench.session, "good\u001b[2J tea");
    const { contractAddress } = await transact(bench.session, bench.signer, { data, abi: JSON.stringify(sayingAbi) });
    contract = contractAddress ?? "";
  });
  afterAll(() => bench.close());
  afterEach(() => {
    vi.restoreAllMocks();
    printed.length = 0;
  });

  const speak = (): Promise<unknown> => transact(bench.session, bench.signer, { to: contract as never, data: "0x00" });

  function follow(given: Readonly<Record<string, RawValue>>, output: "table" | "json", onWait: () => Promise<void>) {
    vi.spyOn(console, "log").mockImplementation((line: unknown) => void printed.push(String(line)));
    const ending = new AbortController();
    const { session } = bench;
    const done = followOperation({
      operation: events,
      context: { session, signal: ending.signal },
      read: (more) => readValues(events.fields, { ...given, ...more }, async (address) => address as never),
      output,
      nextBlock: onWait,
      signal: ending.signal,
    });
    return { done, end: () => ending.abort() };
  }

  it("tells what is there, then what each new block brings, once, a line each, until it is stopped", async () => {
    await speak();
    await speak();
    let waits = 0;
    const { done, end } = follow({ contract, limit: 1 }, "table", async () => {
      waits++;
      if (waits === 3) end();
      else await speak();
    });
    expect(await done).toBe(0);
    expect(waits).toBe(3);
    const lines = printed.flatMap((each) => each.split("\n"));
    expect(lines).toHaveLength(4);
    expect(new Set(lines).size).toBe(4);
    for (const line of lines) {
      expect(line).toContain("Said");
      expect(line).not.toContain("\u001b");
    }
  });

  it("begins with a block that isn't there yet, and leaves out nothing of it", async () => {
    const from = (await getBlockNumber(bench.session.client)) + 1;
    let waits = 0;
    const { done, end } = follow({ contract, from }, "json", async () => {
      waits++;
      if (waits === 2) end();
      else await speak();
    });
    expect(await done).toBe(0);
    const answers = printed.map((line) => JSON.parse(line) as { result: object });
    expect(answers).toMatchObject([{ result: { from, to: from, events: [{ blockNumber: from }] } }]);
  });

  it("is JSON by answers, and ends where its last block was asked for", async () => {
    const never = async (): Promise<void> => Promise.reject(new Error("nothing is waited for"));
    expect(await follow({ contract, from: 0, to: 2 }, "json", never).done).toBe(0);
    const [only, ...others] = printed.map((line) => JSON.parse(line) as { ok: boolean; result: { events: unknown[] } });
    expect(others).toEqual([]);
    expect(only).toMatchObject({ ok: true, operation: "events list", result: { from: 0, to: 2 } });
    expect(only?.result.events).toHaveLength(1);
  });

  it("is refused for what doesn't go on; a noun of one verb needs none before options", async () => {
    vi.spyOn(console, "log").mockImplementation((line: unknown) => void printed.push(String(line)));
    const complained: string[] = [];
    vi.spyOn(console, "error").mockImplementation((line: unknown) => void complained.push(String(line)));
    const run = (...words: string[]): Promise<number> =>
      runCommand([...words, "--url", bench.chain.url], () => useCatalogue("en"));
    expect(await run(..."node list-sealers --follow".split(" "))).toBe(2);
    expect(complained.join()).toContain("--follow is for lists that go on with the chain");
    expect(await run("events", "--contract", contract, "--limit", "1", "--json")).toBe(0);
    expect(JSON.parse(printed.at(-1) ?? "")).toMatchObject({ operation: "events list", result: { events: [{}] } });
    expect(await run("node", "--limit", "1")).toBe(2);
  });
});
