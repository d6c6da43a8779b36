import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { chainside } from "../../support/chainside";

let chain: DevChain;
let folder: string;
let compiler: string;
let address: string;

const run = (...args: string[]) =>
  chainside([...args, "--json", "--url", chain.url], {
    env: { CHAINSIDE_SOLC_CACHE: join(folder, "compilers"), CHAINSIDE_DEV_TOKEN: chain.devToken },
  });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "chainside-storage-"));
  writeFileSync(
    join(folder, "One.sol"),
    "// SPDX-License-Identifier: Apache-2.0\npragma solidity ^0.8.20;\ncontract One { uint256 public one = 1; }\n",
  );
  // A compiler that works, and that no release has the hash of.
  compiler = join(folder, "soljson-own.js");
  const own = `${readFileSync(createRequire(import.meta.url).resolve("solc/soljson.js"), "utf8")}\n// own\n`;
  writeFileSync(compiler, own);
  chain = await startDevChain({ port: 0, sealers: 1, observers: 0, blockIntervalMs: 0 });
  const allowed = ["--allow-compiler", createHash("sha256").update(own).digest("hex")];
  const deployed = await run("deploy", join(folder, "One.sol"), "--key", "dev0", "--solc", compiler, ...allowed);
  address = (JSON.parse(deployed.out) as { result: { contractAddress: string } }).result.contractAddress;
});
afterAll(async () => {
  await chain?.close();
  rmSync(folder, { recursive: true });
});

it("runs a compiler that isn't known only where the command line allows it", async () => {
  const refused = await run("storage", address, "--folder", folder, "--solc", compiler);
  const { error } = JSON.parse(refused.out) as { error: { code: string; details: { sha256: string } } };
  expect([refused.code, error.code]).toEqual([2, "compilerUnknown"]);
  const shown = ["storage", address, "--folder", folder, "--solc", compiler, "--allow-compiler", error.details.sha256];
  const allowed = await run(...shown);
  expect(allowed.code, allowed.out).toBe(0);
  expect(allowed.out).toContain('"name":"one"');
});
