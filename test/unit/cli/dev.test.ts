import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "../../../src/chain/client/client";
import { getBlockByNumber, getBlockNumber } from "../../../src/chain/rpc/blocks";
import { createHttpTransport } from "../../../src/chain/transport/httpTransport";
import { runCommand } from "../../../src/cli/commands";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { writtenLines } from "../../support/commandLine";

describe("chainside dev", () => {
  let chain: DevChain;
  const { out, err } = writtenLines();
  const client = () => createClient(createHttpTransport({ url: chain.url }), "group0");
  const run = (...args: string[]): Promise<number> => {
    out.length = 0;
    err.length = 0;
    return runCommand(["dev", ...args, "--url", chain.url, "--token", chain.devToken ?? ""]);
  };

  beforeAll(async () => {
    chain = await startDevChain({ port: 0, sealers: 1, observers: 0 });
  });
  afterAll(() => chain.close());

  it("takes a snapshot, mines, and sets the chain back", async () => {
    expect(await run("snapshot")).toBe(0);
    const id = out[0] ?? "";
    expect(await run("mine", "3")).toBe(0);
    expect(out).toEqual(["3"]);
    expect(await run("revert", id)).toBe(0);
    expect(await getBlockNumber(client())).toBe(0);
  });

  it("moves the time on from where the chain is, and back to the real one", async () => {
    const times: number[] = [];
    for (const when of ["+2d", "+2d", "real"]) {
      expect(await run("time", when)).toBe(0);
      expect(await run("mine")).toBe(0);
      times.push((await getBlockByNumber(client(), await getBlockNumber(client()), "hashes")).timestamp);
    }
    const day = 86_400_000;
    const [first = 0, second = 0] = times;
    expect(first - Date.now()).toBeGreaterThan(1.9 * day);
    expect(second - first).toBeGreaterThanOrEqual(2 * day);
  });

  it("moves the time on from what it was set to, also before a block has it", async () => {
    const reported: number[] = [];
    for (const when of ["real", "+10m", "+10m"]) {
      expect(await run("time", when)).toBe(0);
      reported.push(Number(out[0]));
    }
    const [, first = 0, second = 0] = reported;
    expect(second - first).toBeGreaterThanOrEqual(600_000);
    expect(second - first).toBeLessThan(900_000);
    expect(await run("time", "real")).toBe(0);
  });

  it("sends in the name of somebody whose key nobody has, and traces it", async () => {
    const [dev0, dev1] = chain.accounts;
    expect(await run("balance", dev0?.address ?? "", "1.5ether")).toBe(0);
    expect(await run("send-as", `0x${"ab".repeat(20)}`, dev1?.address ?? "", "0x", "--json")).toBe(0);
    const receipt = (JSON.parse(out[0] ?? "{}") as { result: Record<string, string> }).result;
    expect(receipt["from"]).toBe(`0x${"ab".repeat(20)}`);
    expect(await run("trace", receipt["transactionHash"] ?? "")).toBe(0);
    expect(await run("fault", "slow", "ms=1")).toBe(0);
    expect(await run("clear-faults")).toBe(0);
  });

  it.each([
    ["nonsense"],
    ["mine", "many"],
    ["time", "soon"],
    ["revert"],
    ["balance", "nobody", "1"],
    ["fault", "slow", "ms"],
    ["snapshot", "twice"],
  ])("calls %j a wrong command line", async (...words) => {
    expect(await run(...words)).toBe(2);
    expect(err.join()).toContain("chainside dev");
  });

  it("refuses a group that the chain doesn't have", async () => {
    expect(await run("mine", "--group", "group7")).toBe(1);
    expect(err.join("\n")).toMatch(/group7.*group0/s);
  });

  it("says that the chain wants its token", async () => {
    expect(await runCommand(["dev", "snapshot", "--url", chain.url])).toBe(1);
    expect(err.join("\n")).toMatch(/token/);
  });
});
