import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { afterAll, beforeAll, expect, it } from "vitest";
import { codeAddress } from "../../../src/debugger/adapter/machineReferences";
import { FiscoDebugSession } from "../../../src/debugger/adapter/session";
import { type SessionServer, serveSessions } from "../../../src/debugger/adapter/sessionServer";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { DebugClient } from "../../../tools/debugCheck/debugClient";
import { ask } from "../../support/askNode";
import { creationCode } from "../../support/creationCode";

const from = `0x${"12".repeat(20)}`;
let chain: DevChain;
let server: SessionServer;
let folder: string;
let contract: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "chainside-session-"));
  chain = await startDevChain({ port: 0, openDev: true, sealers: 1, observers: 0, blockIntervalMs: 0 });
  // 40 turns of a loop that begins at 2
  const data = `0x${creationCode("60285b600190038060025700")}`;
  const sent = await ask<{ contractAddress: string }>(chain.url, "dev_sendTransaction", ["group0", { from, data }]);
  contract = sent.contractAddress;
  server = await serveSessions((input, output) => {
    const session = new FiscoDebugSession();
    session.setRunAsServer(true);
    session.start(input, output);
  });
});
afterAll(async () => {
  server.close();
  await chain.close();
  rmSync(folder, { recursive: true });
});

/** A session of the loop, with a breakpoint in it. */
async function session(breakpoint: Omit<DebugProtocol.InstructionBreakpoint, "instructionReference">) {
  const client = await DebugClient.open(server.path);
  await client.request("initialize", { adapterID: "fisco-bcos", pathFormat: "path" });
  const request = { url: chain.url, group: "group0", folder, call: { from, to: contract, data: "0x" } };
  await client.request("launch", { ...request, stopOnEntry: false, stopAtEnd: true });
  await client.event(({ event }) => event === "initialized");
  const breakpoints = [{ instructionReference: codeAddress(0, 2), ...breakpoint }];
  const set = await client.request<DebugProtocol.SetInstructionBreakpointsResponse["body"]>(
    "setInstructionBreakpoints",
    { breakpoints },
  );
  return { client, placed: set.breakpoints[0] };
}

/** Where execution stopped, and whether the session ended. */
const report = ({ events }: DebugClient): string[] =>
  events.flatMap(({ event, body }) => {
    if (event === "terminated") return [event];
    return event === "stopped" ? [(body as { reason: string }).reason] : [];
  });

it("a restart ends what runs, untold", async () => {
  const { client } = await session({ condition: "block.chainid == 0" });
  await client.request("configurationDone");
  await client.request("restart", {});
  await client.event(({ event }) => event === "stopped");
  // whatever ran beside it has long ended then
  for (let i = 0; i < 60; i++) await client.request("evaluate", { expression: "block.chainid" });
  expect(report(client)).toEqual(["end"]);
  client.close();
});

it("a breakpoint whose hits can't be read is none, and says why", async () => {
  const wrong = await session({ hitCondition: "the third" });
  expect(wrong.placed).toMatchObject({
    verified: false,
    message: "the third isn't a number of hits. Enter a number, or one after >, >=, <, <=, or %.",
  });
  await wrong.client.request("configurationDone");
  await wrong.client.event(({ event }) => event === "stopped");
  expect(report(wrong.client)).toEqual(["end"]);
  wrong.client.close();
  const right = await session({ hitCondition: " >= 39 " });
  expect(right.placed).toMatchObject({ verified: true });
  await right.client.request("configurationDone");
  await right.client.event(({ event }) => event === "stopped");
  expect(report(right.client)).toEqual(["instruction breakpoint"]);
  right.client.close();
});
