import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { exportKeyFile } from "../../src/crypto/keyFiles/exportKeyFile";
import { type DevChain, startDevChain } from "../../src/devchain/startDevChain";
import { chainside } from "../support/chainside";

const root = resolve(import.meta.dirname, "../..");
let chain: DevChain;
let folder: string;

beforeAll(async () => {
  chain = await startDevChain({ port: 0, suite: "sm", sealers: 1, observers: 0, blockIntervalMs: 0 });
  folder = mkdtempSync(join(tmpdir(), "chainside-contract-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await chain.close();
});

it("deploys, sends and calls on an SM chain, with a key file under a password", async () => {
  const [account] = chain.accounts;
  const privateKey = Buffer.from(account?.privateKey.slice(2) ?? "", "hex");
  const password = "open sesame";
  const key = join(folder, "account.p12");
  writeFileSync(key, (await exportKeyFile({ format: "p12", suite: "sm", privateKey, password })).content);
  const common = ["--url", chain.url, "--json"];
  const signing = [...common, "--key", key, "--password-env", "SHOP"];
  const artifact = join(root, "test/fixtures/artifacts/contracts/Kiosk.sol/Kiosk.json");

  const looked = await chainside([
    "deploy",
    "--artifact",
    artifact,
    "shop",
    "--url",
    chain.url,
    "--key",
    "dev0",
    "--dry-run",
  ]);
  expect(looked).toMatchObject({ code: 3, err: "", out: expect.stringContaining("compiled for keccak256") });
  const deploy = ["deploy", "--artifact", artifact, "shop", ...signing];
  const [locked, deployed] = await Promise.all([chainside(deploy), chainside(deploy, { env: { SHOP: password } })]);
  expect(locked.code).toBe(1);
  expect(locked.out).toMatch(/password/i);
  expect(deployed).toMatchObject({ code: 0, err: "" });
  const { contractAddress, from } = (JSON.parse(deployed.out) as { result: Record<string, string> }).result;
  expect(from).toBe(account?.address);
  const sent = await chainside(["send", contractAddress ?? "", "setLabel", "小店", ...signing], {
    env: { SHOP: password },
  });
  expect(JSON.parse(sent.out)).toMatchObject({ result: { status: 0, blockNumber: 2 } });
  const called = await chainside(["call", contractAddress ?? "", "label", "--url", chain.url]);
  expect(called).toEqual({ code: 0, out: "小店\n", err: "" });
  for (const { out, err } of [locked, deployed, sent]) {
    expect(out + err).not.toContain(password);
    expect(out + err).not.toContain(privateKey.toString("hex"));
  }
});
