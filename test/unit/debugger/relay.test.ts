import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DebugClient } from "../../../scripts/debugCheck/debugClient";
import { toChainError } from "../../../src/chain/errors/dictionary";
import { stringifyExactJson } from "../../../src/chain/transport/exactJson";
import { FiscoDebugSession } from "../../../src/debugger/adapter/session";
import { closeCompiler } from "../../../src/debugger/program/startDebuggee";
import { ForkChain } from "../../support/forkChain";

const source = readFileSync(resolve(import.meta.dirname, "../../fixtures/contracts/History.sol"), "utf8");
let chain: ForkChain;
let server: Server;
let folder: string;
let hash = "";
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "chainside-relay-"));
  writeFileSync(join(folder, "All.sol"), source);
  symlinkSync(resolve(import.meta.dirname, "../../../node_modules"), join(folder, "node_modules"));
  chain = await ForkChain.start(source);
  const { contractAddress } = await chain.deploy("History");
  for (let i = 0; i < 3; i++) await chain.send(contractAddress, "History", "step", [i]);
  hash = (await chain.send(contractAddress, "History", "step", [40])).transactionHash;
  server = createServer((socket) => {
    const session = new FiscoDebugSession();
    session.setRunAsServer(true);
    session.start(socket, socket);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
}, 120_000);
afterAll(async () => {
  server?.close();
  closeCompiler();
  await chain?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a session whose questions an editor answers that has the connection; `may` is what its person says. */
async function opened(may: boolean) {
  const client = await DebugClient.open((server.address() as AddressInfo).port);
  const real = chain.client().transport;
  const asked: { id: number; method?: string; params?: unknown[]; lines?: string[] }[] = [];
  let seen = 0;
  let ended = false;
  const answering = (async () => {
    while (!ended) {
      const event = await client.event((each) => each.event === "chainsideAsk", seen).catch(() => undefined);
      if (!event) return;
      seen = client.events.indexOf(event) + 1;
      const question = event.body as (typeof asked)[number];
      asked.push(question);
      const { id, method, params = [], lines } = question;
      const answer = lines
        ? { id, result: may }
        : await real.request(method ?? "", params).then(
            (result) => ({ id, result: stringifyExactJson(result) }),
            (thrown: unknown) => {
              const { kind, code, message } = toChainError(thrown);
              return { id, error: { kind, code, message } };
            },
          );
      await client.request("chainsideAnswer", answer);
    }
  })();
  await client.request("initialize", { adapterID: "fisco-bcos", pathFormat: "path", supportsProgressReporting: true });
  const launched = client.request("launch", {
    url: "https://nobody.invalid",
    relay: true,
    connection: "real",
    group: "group0",
    folder,
    files: [join(folder, "All.sol")],
    transaction: hash,
  });
  const close = async (): Promise<void> => {
    ended = true;
    await client.request("disconnect");
    client.close();
    await answering;
    await real.close();
  };
  return { client, launched, asked, close };
}

test("a transaction of a real chain is debugged through the editor's connection, once a person agrees", async () => {
  const { client, launched, asked, close } = await opened(true);
  await launched;
  const said = client.events.flatMap(({ event, body }) => (event === "output" ? [String(body.output)] : [])).join("");
  expect(said).toContain("Equal to the receipt, as are all 4 transactions before it.");
  const question = asked.findIndex(({ lines }) => lines);
  expect(asked[question]?.lines?.join()).toContain("4 blocks before it are re-executed first");
  expect(asked.slice(0, question).every(({ method }) => method !== "getBlockByNumber" || question > 0)).toBe(true);
  const progress = client.events.filter(({ event }) => event.startsWith("progress")).map(({ event }) => event);
  expect([progress[0], progress.at(-1)]).toEqual(["progressStart", "progressEnd"]);
  await client.request("configurationDone");
  await client.event(({ event }) => event === "stopped");
  const { stackFrames } = await client.request<{ stackFrames: { id: number; name: string }[] }>("stackTrace", {
    threadId: 1,
  });
  expect(stackFrames[0]?.name).toContain("step");
  const { result } = await client.request<{ result: string }>("evaluate", {
    expression: "count + by",
    frameId: stackFrames[0]?.id,
    context: "watch",
  });
  expect(result).toBe("43");
  await close();
}, 120_000);

test("nothing is executed where the person doesn't agree", async () => {
  const { launched, asked, close } = await opened(false);
  await expect(launched).rejects.toThrow("Nothing was executed.");
  expect(asked.filter(({ method }) => method === "getBlockByNumber").length).toBeLessThan(2);
  await close();
}, 120_000);
