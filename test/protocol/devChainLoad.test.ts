import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DevChain, startDevChain } from "../../src/devchain/startDevChain";
import { MalformedLoad } from "../support/malformedLoad";
import { seededNumbers } from "../support/seededNumbers";

let chain: DevChain;
let load: MalformedLoad;
beforeAll(async () => {
  chain = await startDevChain({ openDev: true, sealers: 1, observers: 0, web3Port: 0 });
  load = await MalformedLoad.of(chain, seededNumbers(1));
});
afterAll(async () => {
  await load.close();
  await chain.close();
});

const sockets = (): number => process.getActiveResourcesInfo().filter((kind) => /Socket|TCP/.test(kind)).length;

test("malformed requests, oversize bodies and idle connections leave a chain that answers and no socket behind", async () => {
  await load.run(64);
  await load.alive();
  const before = sockets();
  await load.run(400);
  await load.idle(100);
  await load.alive();
  expect(load.answered).toBeGreaterThan(350);
  await expect.poll(sockets).toBeLessThanOrEqual(before);
});

/** Starts the program, waits until it is ready, stops it; gives what it said on stderr. */
async function wordsOf(...args: string[]): Promise<string> {
  const program = resolve(import.meta.dirname, "../../dist/devchain.js");
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "ignore", "pipe", "ipc"] });
  let words = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    words += chunk.toString();
  });
  const closed = new Promise((done) => child.once("close", done));
  child.once("message", () => child.send({ type: "stop" }));
  await closed;
  return words;
}

test("it listens for this machine only, and says loudly when it is told otherwise", async () => {
  expect(chain.url).toMatch(/^http:\/\/127\.0\.0\.1:/);
  // A port of its own: the default one may belong to a chain that stands on this machine.
  expect(await wordsOf("--port", "0")).toBe("");
  expect(await wordsOf("--port", "0", "--host", "0.0.0.0")).toMatch(
    /^Warning: listening on 0\.0\.0\.0\. Every machine/,
  );
});
