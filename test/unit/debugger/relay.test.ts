import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";

import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { NodeTransport } from "../../../src/chain/client/client";
import { createHttpTransport } from "../../../src/chain/transport/httpTransport";
import { FiscoDebugSession } from "../../../src/debugger/adapter/session";
import { type SessionServer, serveSessions } from "../../../src/debugger/adapter/sessionServer";
import type { AskEditor } from "../../../src/debugger/inspect/starterChain";
import { closeCompiler } from "../../../src/debugger/program/startDebuggee";
import type { AdapterAnswers } from "../../../src/extension/features/debugger/adapterProcess";
import { DebugClient } from "../../../tools/debugCheck/debugClient";
import { ForkChain } from "../../support/forkChain";
import { linkFolder } from "../../support/portable";

const source = readFileSync(resolve(import.meta.dirname, "../../fixtures/contracts/History.sol"), "utf8");
let chain: ForkChain;
let server: SessionServer;
let folder: string;
let hash = "";
let real: NodeTransport;
const person = { may: false };
const asked: { method?: string; lines?: readonly string[] }[] = [];

/** The editor: it has the connection. */
const answers: AdapterAnswers = {
  begin: async (lines) => {
    asked.push({ lines });
    return person.may;
  },
  chain: ({ method, params }) => {
    asked.push({ method });
    return real.answer(method, params);
  },
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "chainside-relay-"));
  writeFileSync(join(folder, "All.sol"), source);
  linkFolder(resolve(import.meta.dirname, "../../../node_modules"), join(folder, "node_modules"));
  chain = await ForkChain.start(source);
  const { contractAddress } = await chain.deploy("History");
  for (let i = 0; i < 3; i++) await chain.send(contractAddress, "History", "step", [i]);
  hash = (await chain.send(contractAddress, "History", "step", [40])).transactionHash;
  real = createHttpTransport({ url: chain.chain.url });
  const ask = ((name: keyof AdapterAnswers, question: never) => answers[name](question)) as AskEditor;
  server = await serveSessions((input, output) => {
    const session = new FiscoDebugSession(ask);
    session.setRunAsServer(true);
    session.start(input, output);
  });
});
afterAll(async () => {
  server?.close();
  closeCompiler();
  await real?.close();
  await chain?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a session whose questions an editor answers that has the connection; `may` is what its person says. */
async function opened(may: boolean) {
  person.may = may;
  asked.length = 0;
  const client = await DebugClient.open(server.path);
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
    await client.request("disconnect");
    client.close();
  };
  return { client, launched, close };
}

/** How many blocks were read. One is enough to know whether the chain has its past. */
const blocksIn = (questions: typeof asked): number =>
  questions.filter(({ method }) => method === "getBlockByNumber").length;

test("a transaction of a real chain is debugged through the editor's connection, once a person agrees", async () => {
  const { client, launched, close } = await opened(true);
  await launched;
  const message = client.events
    .flatMap(({ event, body }) => (event === "output" ? [String(body.output)] : []))
    .join("");
  expect(message).toContain("Equal to the receipt, as are all 4 transactions before it.");
  // one notification, whatever there is to say
  expect(client.events.filter(({ body }) => body?.["category"] === "important")).toHaveLength(1);
  const question = asked.findIndex(({ lines }) => lines);
  expect(asked[question]?.lines?.join()).toContain("4 blocks before it are re-executed first");
  expect(blocksIn(asked.slice(0, question))).toBeLessThan(2);
  expect(blocksIn(asked.slice(question))).toBeGreaterThan(3);
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
});

test("nothing is executed where the person doesn't agree", async () => {
  const { launched, close } = await opened(false);
  await expect(launched).rejects.toThrow("Nothing was executed.");
  expect(asked.at(-1)?.lines?.join()).toContain("4 blocks before it are re-executed first");
  expect(blocksIn(asked)).toBeLessThan(2);
  await close();
});
