// `chainside web3-proxy --index`: long ranges of logs, found by an index that `chainside index` made.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { runIndex } from "../../../src/cli/commands/indexGroup";
import { runWeb3Proxy } from "../../../src/cli/commands/web3Proxy";
import { ask } from "../../support/askNode";
import { ProxiedChain } from "../../support/web3Proxy";

const seventy = 70;
let folder: string;
let chain: ProxiedChain;
let other: ProxiedChain;
let box: string;
let nonce = 1;

const write = async (value: number): Promise<void> => {
  const raw = await chain.signed({ nonce: nonce++, to: box, data: chain.call("set", [value]) });
  await chain.receipt(await chain.ask("eth_sendRawTransaction", [raw]));
};
const mine = (of: ProxiedChain, count: number) => ask(of.chain.url, "dev_mine", ["group0", count], of.chain.devToken);

/** Makes an index of all blocks, and gives its file. */
async function indexed(of: ProxiedChain, name: string): Promise<string> {
  const file = join(folder, name);
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  expect(await runIndex(["--url", of.chain.url, "--to", `sqlite:${file}`, "--json"])).toBe(0);
  vi.restoreAllMocks();
  return file;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "chainside-web3-proxy-"));
  [chain, other] = await Promise.all([ProxiedChain.start({ seed: "one" }), ProxiedChain.start({ seed: "two" })]);
  box = await chain.deploy();
  await write(7);
  await mine(chain, seventy);
  await write(8);
  await mine(other, seventy + 3);
}, 120_000);
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await Promise.all([chain.close(), other.close()]);
  rmSync(folder, { recursive: true });
});

interface Found {
  readonly logs: unknown;
  readonly madeUp: readonly string[];
}

/** Runs the command, asks it for all logs, and ends it as Ctrl+C does. */
async function logsBy(index: string): Promise<Found> {
  const printed = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const { web3Url = "", url } = chain.chain;
  const options = ["--state", "off", "--json", "--listen", "127.0.0.1:0"];
  const running = runWeb3Proxy(["--web3", web3Url, "--url", url, "--index", index, ...options]);
  const ready = await vi.waitUntil(
    () => printed.mock.calls.map(([line]) => String(line)).find((line) => line.includes('"ready"')),
    {
      timeout: 20_000,
    },
  );
  const response = await fetch((JSON.parse(ready) as { url: string }).url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "eth_getLogs",
      params: [{ fromBlock: "0x0", address: box }],
    }),
  });
  const { result } = (await response.json()) as { result: unknown };
  process.emit("SIGINT");
  expect(await running).toBe(0);
  vi.restoreAllMocks();
  return { logs: result, madeUp: (response.headers.get("chainside-made-up") ?? "").split(/, ?/) };
}

it("asks the node for the blocks that the index names, and for all where the index isn't the chain's or lacks blocks", async () => {
  const all = (await chain.ask("eth_getLogs", [{ fromBlock: "0x0", address: box }])) as { data: string }[];
  expect(all.map(({ data }) => Number(data))).toEqual([7, 8]);
  const file = await indexed(chain, "own.db");
  const byIndex = await logsBy(file);
  expect(byIndex.logs).toEqual(all);
  expect(byIndex.madeUp).toContain("index");
  const byOther = await logsBy(await indexed(other, "other.db"));
  expect(byOther.logs).toEqual(all);
  expect(byOther.madeUp).not.toContain("index");
  await write(9);
  const later = await logsBy(file);
  expect((later.logs as { data: string }[]).map(({ data }) => Number(data))).toEqual([7, 8, 9]);
  expect(later.madeUp).not.toContain("index");
}, 120_000);
