// Signs on a chain with a key that is in SoftHSM, through the package that a person installs beside their file of signers.
import { execFileSync, spawnSync } from "node:child_process";
import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cryptoSuite } from "../../src/crypto/suites";
import { type DevChain, startDevChain } from "../../src/devchain/startDevChain";
import { chainside } from "../support/chainside";

const library = ["/usr/lib/softhsm/libsofthsm2.so", "/usr/local/lib/softhsm/libsofthsm2.so"].find((path) =>
  existsSync(path),
);

const folder = mkdtempSync(join(tmpdir(), "chainside-hsm-"));
const pin = "48261973";

/** Why the package isn't there; undefined where it is. It brings no compiled code, so that it takes a compiler. */
function missing(): string | undefined {
  if (library === undefined) return "SoftHSM isn't installed";
  writeFileSync(join(folder, "package.json"), "{}");
  const install = spawnSync(
    "npm",
    ["install", "--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts=false", "pkcs11js@2.1.7"],
    { cwd: folder, encoding: "utf8", timeout: 240_000, shell: process.platform === "win32" },
  );
  const built = existsSync(join(folder, "node_modules/pkcs11js/build/Release/pkcs11.node"));
  return built ? undefined : `pkcs11js couldn't be compiled here: ${install.stderr.slice(0, 200)}`;
}

const reason = missing();
if (reason !== undefined) console.log(`NOT RUN: a key in SoftHSM: ${reason}`);

describe.skipIf(reason !== undefined)("a key in SoftHSM", () => {
  let chain: DevChain;
  const environment = {
    SOFTHSM2_CONF: join(folder, "softhsm2.conf"),
    CHAINSIDE_SIGNERS: join(folder, "signers.json"),
    XDG_STATE_HOME: join(folder, "state"),
  };
  beforeAll(async () => {
    mkdirSync(join(folder, "tokens"));
    writeFileSync(environment.SOFTHSM2_CONF, `directories.tokendir = ${join(folder, "tokens")}\nlog.level = ERROR\n`);
    const util = (...args: string[]): string =>
      execFileSync("softhsm2-util", args, { env: { ...process.env, ...environment }, encoding: "utf8" });
    util("--init-token", "--free", "--label", "ops", "--pin", pin, "--so-pin", "87654321");
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "secp256k1" });
    const file = join(folder, "key.pem");
    writeFileSync(file, privateKey.export({ format: "pem", type: "pkcs8" }));
    util("--import", file, "--token", "ops", "--label", "mine", "--id", "a1", "--pin", pin);
    rmSync(file);
    const point = createPublicKey(publicKey.export({ format: "pem", type: "spki" })).export({
      format: "der",
      type: "spki",
    });
    const address = cryptoSuite("standard").address(Uint8Array.from(point.subarray(-64)));
    const device = { kind: "pkcs11", module: library, token: "ops", label: "mine", id: "a1", address };
    const others = { other: { ...device, address: `0x${"11".repeat(20)}` }, gone: { ...device, label: "gone" } };
    writeFileSync(environment.CHAINSIDE_SIGNERS, JSON.stringify({ hsm: device, ...others }));
    chain = await startDevChain({ port: 0, openDev: true, sealers: 1, observers: 0 });
  });
  afterAll(async () => {
    await chain?.close();
  });

  const set = (signer: string, secret: string, value: string) =>
    chainside(["config", "set", "tx_count_limit", value, "--url", chain.url, "--key", `signer:${signer}`, "--yes"], {
      env: { ...environment, CHAINSIDE_PIN: secret },
    });

  it("signs what is sent, and its PIN stands nowhere", async () => {
    const done = await set("hsm", pin, "1234");
    expect(done, done.err).toMatchObject({ code: 0 });
    const log = readFileSync(join(folder, "state/chainside/audit/audit-000001.jsonl"), "utf8");
    expect(log).toContain('"event":"consent"');
    expect(log).toMatch(/"kind":"inBlock","block":\d+,"status":0/);
    expect(`${log}${done.out}${done.err}`).not.toContain(pin);
  });

  it("refuses with a wrong PIN, for another account, and without the key", async () => {
    for (const [signer, secret, words] of [
      ["hsm", "0000", /CKR_PIN_INCORRECT/],
      ["other", pin, /isn't a signature of 0x1111/],
      ["gone", pin, /no such key on the token/],
    ] as const) {
      const done = await set(signer, secret, "1235");
      expect(done.code).not.toBe(0);
      expect(done.err).toMatch(words);
    }
  });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));
