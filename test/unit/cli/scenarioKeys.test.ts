import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { runRun } from "../../../src/cli/commands/run";
import { exportKeyFile } from "../../../src/crypto/keyFiles/exportKeyFile";
import { writePem } from "../../../src/crypto/keyFiles/pem";
import { privateKeySigner } from "../../../src/crypto/privateKeySigner";
import { standardSuite } from "../../../src/crypto/suites";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { writtenLines } from "../../support/commandLine";

const key = new Uint8Array(32).fill(7);
const { address } = privateKeySigner(standardSuite, key);
const { out, err } = writtenLines();
let folder: string;
let chain: DevChain;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "chainside-keys-"));
  writeFileSync(join(folder, "bob.pem"), writePem("standard", key));
  chain = await startDevChain({ port: 0 });
});
afterAll(async () => {
  await chain.close();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(() => vi.unstubAllEnvs());

/** A scenario that signs as an account, and what comes of it. */
async function run(accounts: string, from: string, ...options: string[]) {
  const file = join(folder, "it.chain.yaml");
  writeFileSync(
    file,
    `scenario: It\naccounts:\n${accounts}\nsteps:\n  - mkdir: /apps/k\${run}\n    from: ${from}\n  - list: /apps\n    expect: { result: "\${${from}}" }\n`,
  );
  out.length = 0;
  err.length = 0;
  const code = await runRun([file, "--json", ...options]);
  const message = [...out, ...err].join("\n");
  // the second step fails, and so says who the first one's account is
  return { signed: /"status":"passed"/.test(message), code, message };
}
const bob = "  bob: { key: bob.pem, passwordEnv: CHAINSIDE_TEST_SECRET }";

it("a scenario that names a key file doesn't get the key on a chain, and says how it is given", async () => {
  for (const accounts of [bob, bob.replace("bob.pem", "/etc/passwd"), bob.replace("bob.pem", "missing.pem")]) {
    const { code, message } = await run(accounts, "bob", "--url", chain.url, "--key", "dev0");
    expect([code, message]).toEqual([1, expect.stringContaining("--key bob=FILE")]);
    expect(message).not.toContain(address);
    expect(message).not.toMatch(/ENOENT|can't be read|No file/);
  }
  expect((await run("  admin: { key: bob.pem }", "admin", "--url", chain.url)).message).toContain("--key admin=FILE");
});

it("signs with the key that a person gives for the role, whatever file the scenario names", async () => {
  const given = ["--key", `bob=${join(folder, "bob.pem")}`];
  for (const accounts of [bob, bob.replace("bob.pem", "missing.pem"), "  bob:"]) {
    const { signed, message } = await run(accounts, "bob", "--url", chain.url, ...given);
    expect([signed, message]).toEqual([true, expect.stringContaining(address)]);
  }
  const dev = chain.accounts[1]?.address ?? "";
  expect((await run(bob, "bob", "--url", chain.url, "--key", "bob=dev1")).message).toContain(dev);
  expect((await run(bob, "bob", "--url", chain.url, ...given, ...given)).code).toBe(2);
});

it("keeps the admin of the person where the scenario names another key for it", async () => {
  const { signed, message } = await run("  admin: { key: bob.pem }", "admin", "--url", chain.url, "--key", "dev0");
  expect([signed, message.includes(address)]).toEqual([true, false]);
});

it("runs on a fresh embedded chain with a made account, and with the given one", async () => {
  const made = await run(bob, "bob");
  expect([made.signed, made.message.includes(address)], made.message).toEqual([true, false]);
  const given = await run(bob, "bob", "--key", `bob=${join(folder, "bob.pem")}`);
  expect([given.signed, given.message.includes(address)]).toEqual([true, true]);
});

it("reads no environment variable that the scenario names, for a password, only the person's", async () => {
  const { content } = await exportKeyFile({
    format: "keystore",
    suite: "standard",
    privateKey: key,
    password: "secret",
  });
  writeFileSync(join(folder, "locked.json"), content);
  vi.stubEnv("CHAINSIDE_TEST_SECRET", "secret");
  const given = ["--url", chain.url, "--key", `bob=${join(folder, "locked.json")}`];
  expect((await run(bob, "bob", ...given)).signed).toBe(false);
  const { signed, message } = await run(bob, "bob", ...given, "--password-env", "bob=CHAINSIDE_TEST_SECRET");
  expect([signed, message]).toEqual([true, expect.stringContaining(address)]);
});
