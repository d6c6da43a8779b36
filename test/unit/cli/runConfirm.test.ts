// The agreement to a run covers what is ordinary. What weighs more is agreed to by the name of what it is done to.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createClient } from "../../../src/chain/client/client";
import { getBlockNumber } from "../../../src/chain/rpc/blocks";
import { createHttpTransport } from "../../../src/chain/transport/httpTransport";
import { runRun } from "../../../src/cli/commands/run";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { writtenLines } from "../../support/commandLine";

const { out, err } = writtenLines();
let folder: string;
let chain: DevChain;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "chainside-confirm-"));
  chain = await startDevChain({ port: 0, auth: true, sealers: 1, observers: 0 });
});
afterAll(async () => {
  await chain.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  out.length = 0;
  err.length = 0;
});

const account = `0x${"5a".repeat(20)}`;

async function height(): Promise<number> {
  const transport = createHttpTransport({ url: chain.url });
  try {
    return await getBlockNumber(createClient(transport, "group0"));
  } finally {
    await transport.close();
  }
}

/** Runs one step as the governor, agreed to as a whole; gives the exit code and how many blocks came of it. */
async function run(step: string, ...options: string[]) {
  const file = join(folder, "heavy.chain.yaml");
  writeFileSync(file, `scenario: Heavy\nsteps:\n  - ${step}: "${account}"\n`);
  const before = await height();
  const code = await runRun([file, "--url", chain.url, "--key", "dev0", "--yes", "--json", ...options]);
  return { code, blocks: (await height()) - before, message: [...out, ...err].join("\n") };
}

it.each(["freezeAccount", "abolishAccount"])("--yes isn't enough for %s, nor is another name", async (step) => {
  expect(await run(step)).toMatchObject({ code: 1, blocks: 0, message: expect.stringContaining("--confirm NAME") });
  out.length = 0;
  const other = await run(step, "--confirm", `0x${"5b".repeat(20)}`);
  expect(other).toMatchObject({ code: 1, blocks: 0 });
});

it("signs what is grave and what can't be undone by its name", async () => {
  expect(await run("freezeAccount", "--confirm", "0x5a5a5a5a")).toMatchObject({ code: 0, blocks: 1 });
  const several = ["--confirm", "something", "--confirm", account];
  expect(await run("abolishAccount", ...several)).toMatchObject({ code: 0, blocks: 1 });
});
