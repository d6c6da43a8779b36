import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createClient } from "../../src/chain/client/client";
import { openSession } from "../../src/chain/openSession";
import { getTotalTransactionCount } from "../../src/chain/rpc/transactions";
import { createHttpTransport } from "../../src/chain/transport/httpTransport";
import { exportKeyFile } from "../../src/crypto/keyFiles/exportKeyFile";
import { type DevChain, startDevChain } from "../../src/devchain/startDevChain";
import { chainside, type Ended } from "../support/chainside";
import { freePorts } from "../support/ports";

const chains: DevChain[] = [];
let folder: string;

const load = (args: readonly string[], watch?: (interrupt: () => void) => void): Promise<Ended> =>
  chainside(["load", ...args], watch ? { watch } : {});

async function transactionsOf(chain: DevChain): Promise<number> {
  const transport = createHttpTransport({ url: chain.url });
  const session = await openSession(createClient(transport, "group0"));
  const { transactionCount } = await getTotalTransactionCount(session.client);
  await transport.close();
  return Number(transactionCount);
}

beforeAll(async () => {
  for (const suite of ["standard", "sm"] as const) {
    chains.push(await startDevChain({ port: 0, suite, sealers: 1, observers: 0 }));
  }
  folder = mkdtempSync(join(tmpdir(), "chainside-load-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  for (const chain of chains) await chain.close();
});

const [standard, sm] = [0, 1];
const dagTransfer = `0x${"100c".padStart(40, "0")}`;
const chainOf = (number: number): DevChain => {
  const chain = chains[number];
  if (!chain) throw new Error("the chain did not start");
  return chain;
};

it("loads a chain with each workload, and the chain has what the report says", async () => {
  const html = join(folder, "report.html");
  const counted = ["--count", "20", "--senders", "2", "--connections", "4"];
  const before = await transactionsOf(chainOf(standard));
  const [transfer, hello, table] = await Promise.all([
    load(["transfer", ...counted, "--json", "--url", chainOf(standard).url]),
    load(["hello", "--count", "20", "--rate", "500", "--json", "--url", chainOf(sm).url]),
    load(["table", ...counted, "--rate", "200", "--html", html, "--url", chainOf(standard).url]),
  ]);
  for (const { code, err } of [transfer, hello, table]) expect({ code, err }).toEqual({ code: 0, err: "" });
  const report = JSON.parse(transfer.out);
  expect(report).toMatchObject({ workload: "transfer", senders: 2, connections: 4, interrupted: false });
  expect(report.figures).toMatchObject({ sent: 20, succeeded: 20, failed: 0, lost: 0, errors: [] });
  expect(report.figures.latency.p99).toBeGreaterThanOrEqual(report.figures.latency.p50);
  expect(JSON.parse(hello.out)).toMatchObject({ chain: { suite: "sm" }, figures: { succeeded: 20 } });
  expect(table.out).toContain("Succeeded: 20");
  expect(readFileSync(html, "utf8")).toContain("<h1>Load test</h1>");
  // 20 transfers, 2 users with a balance and the contract that has them, 20 rows and their table
  expect(await transactionsOf(chainOf(standard))).toBe(before + 44);
});

it("names each endpoint once, also where another answered in its place", async () => {
  const gone = `http://127.0.0.1:${await freePorts(1)}`;
  const { url } = chainOf(standard);
  for (const urls of [
    [gone, url],
    [url, gone],
  ]) {
    const args = ["hello", "--count", "8", "--connections", "2", "--json", "--url", urls.join()];
    const { code, out } = await load(args);
    expect({ code, endpoints: JSON.parse(out).endpoints }).toEqual({ code: 0, endpoints: urls });
  }
});

it("transfers in the node's own contract where the chain has its table, and in one that it deploys elsewhere", async () => {
  const classic = await startDevChain({ port: 0, sealers: 1, observers: 0, executorVersion: 0 });
  const args = ["transfer", "--count", "5", "--senders", "1", "--json", "--url"];
  const ends = await Promise.all([classic, chainOf(sm)].map(({ url }) => load([...args, url])));
  const counted = await transactionsOf(classic);
  await classic.close();
  expect(ends.map(({ code, err }) => ({ code, err }))).toEqual(ends.map(() => ({ code: 0, err: "" })));
  const [own, deployed] = ends.map(({ out }) => JSON.parse(out));
  expect(own).toMatchObject({ contract: dagTransfer, figures: { succeeded: 5, failed: 0 } });
  // nothing was deployed beside the transfers and the balance
  expect(counted).toBe(6);
  expect(deployed).toMatchObject({ chain: { suite: "sm" }, figures: { succeeded: 5, failed: 0 } });
  expect(deployed.contract).not.toBe(dagTransfer);
});

it("loads one's own contract with a key file, tells errors by their kind, and keeps keys to itself", async () => {
  const chain = chainOf(sm);
  const privateKey = Buffer.from(chain.accounts[0]?.privateKey.slice(2) ?? "", "hex");
  const key = join(folder, "account.pem");
  writeFileSync(key, (await exportKeyFile({ format: "pem", suite: "sm", privateKey })).content);
  const abi = join(folder, "directories.json");
  const entry = {
    type: "function",
    name: "mkdir",
    inputs: [{ name: "path", type: "string" }],
    outputs: [{ name: "", type: "int32" }],
  };
  const missing = { type: "function", name: "missing", inputs: [], outputs: [] };
  writeFileSync(abi, JSON.stringify([entry, missing]));
  const report = join(folder, "own.json");
  const address = `0x${"100e".padStart(40, "0")}`;
  const own = ["--contract", address, "--abi", abi, "--function", "mkdir", "--key", key, "--url", chain.url];
  const fine = await load([...own, "--args", '["/apps/{run}{i}"]', "--count", "5", "--report", report]);
  expect(fine.code).toBe(0);
  const written = readFileSync(report, "utf8");
  expect(JSON.parse(written)).toMatchObject({ workload: "mkdir", contract: address, senders: 1 });
  for (const text of [written, fine.out, fine.err]) expect(text).not.toContain(privateKey.toString("hex"));
  const before = await transactionsOf(chain);
  const [unfit, failing] = await Promise.all([
    load([...own, "--args", '["a", "b"]', "--count", "3", "--json"]),
    load([...own, "--function", "missing", "--count", "3", "--json"]),
  ]);
  expect(unfit.code).toBe(2);
  expect(JSON.parse(unfit.out).error).toMatchObject({ kind: "usage" });
  expect(failing.code).toBe(1);
  const { figures } = JSON.parse(failing.out);
  expect(figures).toMatchObject({ sent: 3, succeeded: 0, failed: 3, lost: 0 });
  expect(figures.errors).toEqual([
    expect.objectContaining({ count: 3, error: expect.stringMatching(/^execution \d+$/) }),
  ]);
  expect(await transactionsOf(chain)).toBe(before + 3);
  // the first one makes the directory, for the others it's there already
  const refused = await load([...own, "--args", '["/apps/{run}"]', "--count", "3", "--json"]);
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.out).figures).toMatchObject({
    succeeded: 1,
    failed: 2,
    errors: [{ count: 2, error: expect.stringMatching(/^precompiled -\d+$/) }],
  });
});

it("sends nothing to another machine that was not named, and ends with its report when it is interrupted", async () => {
  const refused = await load(["hello", "--url", "http://192.0.2.1:20200"]);
  expect(refused.code).toBe(2);
  expect(refused.err).toContain("--yes-i-may-load: 192.0.2.1");
  const chain = chainOf(standard);
  const before = await transactionsOf(chain);
  let stopped: Promise<void> | undefined;
  const ended = await load(["hello", "--url", chain.url, "--rate", "1", "--count", "100", "--json"], (interrupt) => {
    stopped = expect
      .poll(() => transactionsOf(chain), { interval: 200 })
      .toBeGreaterThan(before + 1)
      .then(interrupt);
  });
  await stopped;
  expect(ended.code).toBe(130);
  const report = JSON.parse(ended.out);
  expect(report.interrupted).toBe(true);
  expect(report.figures.sent).toBeGreaterThan(0);
  expect(report.figures.sent).toBeLessThan(100);
  expect(report.figures.succeeded).toBe(report.figures.sent);
});
