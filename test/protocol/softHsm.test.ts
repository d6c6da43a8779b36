// Signs on a chain with a key that is in SoftHSM, through the package that a person installs beside their file of signers.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createPublicKey, generateKeyPairSync, X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loaders } from "../../scripts/loaders.mjs";
import { programArguments } from "../../scripts/test/programArguments";
import { cryptoSuite } from "../../src/crypto/suites";
import { type DevChain, startDevChain } from "../../src/devchain/startDevChain";
import { Program } from "../../src/processes/program";
import type { DeviceProtocol } from "../../src/signing/device/messages";
import { chainside } from "../support/chainside";
import { signerCertificates } from "../support/signerCertificates";
import { installPkcs11, softHsmLibrary, softHsmToken } from "../support/softHsm";

const folder = mkdtempSync(join(tmpdir(), "chainside-hsm-"));
const pin = "48261973";

const reason = installPkcs11(folder);
if (reason !== undefined) console.log(`NOT RUN: a key in SoftHSM: ${reason}`);

describe.skipIf(reason !== undefined)("a key in SoftHSM", () => {
  let chain: DevChain;
  let address = "";
  let device = {};
  const environment = {
    SOFTHSM2_CONF: join(folder, "softhsm2.conf"),
    CHAINSIDE_SIGNERS: join(folder, "signers.json"),
    XDG_STATE_HOME: join(folder, "state"),
  };
  beforeAll(async () => {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "secp256k1" });
    const { entry } = softHsmToken(folder, privateKey.export({ format: "pem", type: "pkcs8" }), pin);
    const point = createPublicKey(publicKey.export({ format: "pem", type: "spki" })).export({
      format: "der",
      type: "spki",
    });
    address = cryptoSuite("standard").address(Uint8Array.from(point.subarray(-64)));
    device = { ...entry, address };
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

  it("signs for an application, by the SDK", async () => {
    const run = async (secret: string, path: string): Promise<string> => {
      const script = resolve("test/support/signByDevice.ts");
      const args = [...loaders(), script, chain.url, environment.CHAINSIDE_SIGNERS, path];
      const env = { ...process.env, ...environment, CHAINSIDE_PIN: secret };
      return (await promisify(execFile)(process.execPath, args, { env })).stdout;
    };
    expect(await run(pin, "/apps/byDevice")).toBe(`made /apps/byDevice as ${address}\n`);
    expect(await run("0000", "/apps/other")).toMatch(/^pinRefused: .*CKR_PIN_INCORRECT/);
    expect(await run("", "/apps/other")).toMatch(/^pinNeeded/);
  });

  it("signs for the editor, in a process that alone loads the vendor's library", async () => {
    const program = new Program<DeviceProtocol>({
      file: resolve("src/signing/device/main.ts"),
      execArgv: loaders(),
      environment: { ...process.env, ...environment },
      complaints: "shown",
      ended: (how) => new Error(how),
    });
    const device = { kind: "pkcs11", module: softHsmLibrary ?? "", token: "ops", label: "mine", address } as const;
    const setting = { ...device, suite: "standard", input: "digest", pinEnv: "CHAINSIDE_PIN" } as const;
    const hash = new Uint8Array(32).fill(5);
    try {
      const signature = await program.order("sign", { setting, folder, hash, pin });
      const suite = cryptoSuite("standard");
      const key = suite.signer(hash, signature);
      expect(key && suite.address(key)).toBe(address);
      const refused = program.order("sign", { setting, folder, hash, pin: "0000" });
      await expect(refused).rejects.toMatchObject({ code: "pinRefused" });
      const elsewhere = program.order("sign", { setting, folder: tmpdir(), hash, pin });
      await expect(elsewhere).rejects.toMatchObject({ code: "devicePackage" });
    } finally {
      program.end();
    }
  });

  it("signs for others, by the reference signer and its policy", async () => {
    const certificates = signerCertificates();
    const place = (name: string, content: string): string => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const chains = [{ chainId: "chainside", groupId: "group0" }];
    const contracts = [`0x${"0".repeat(36)}1000`];
    const rule = { keys: ["hsm-1"], chains, contracts, ask: false };
    const policy = {
      zone: "UTC",
      keys: { "hsm-1": { ...device, perDay: { transactions: 1 } } },
      people: { alice: [new X509Certificate(certificates.client.cert).fingerprint256] },
      rules: [{ ...rule, name: "settings", methods: [{ signature: "setValueByKey(string key, string value)" }] }],
    };
    const tls = {
      ca: place("ca.crt", certificates.ca),
      cert: place("signer.crt", certificates.server.cert),
      key: place("signer.key", certificates.server.key),
    };
    const options = ["--ca", tls.ca, "--cert", tls.cert, "--cert-key", tls.key, "--listen", "127.0.0.1:0", "--json"];
    const args = ["signer", "--policy", place("policy.json", JSON.stringify(policy)), ...options];
    const started = (secret: string): ChildProcess =>
      spawn(process.execPath, [...programArguments(resolve("dist/cli.js"), resolve("src/cli/main.ts")), ...args], {
        env: { ...process.env, ...environment, CHAINSIDE_PIN: secret },
        stdio: ["ignore", "pipe", "pipe"],
      });
    const ended = (signer: ChildProcess) => new Promise((done) => signer.once("close", done));

    // A wrong PIN is found out before anyone asks.
    expect(await ended(started("0000"))).not.toBe(0);

    const signer = started(pin);
    const closed = ended(signer);
    try {
      let message = "";
      const url = await new Promise<string>((found, failed) => {
        for (const stream of [signer.stdout, signer.stderr])
          stream?.on("data", (text: Buffer) => {
            message += text.toString();
            const line = /"url":"([^"]+)"/.exec(message)?.[1];
            if (line !== undefined) found(line);
          });
        signer.once("close", () => failed(new Error(message)));
      });
      const me = {
        ca: tls.ca,
        cert: place("me.crt", certificates.client.cert),
        key: place("me.key", certificates.client.key),
      };
      const remote = { kind: "remote", url, keyId: "hsm-1", address, tls: me };
      const signers = place("remote.json", JSON.stringify({ remote }));
      const send = (value: string) =>
        chainside(["config", "set", "tx_count_limit", value, "--url", chain.url, "--key", "signer:remote", "--yes"], {
          env: { ...environment, CHAINSIDE_SIGNERS: signers },
        });
      const done = await send("1300");
      expect(done, done.err).toMatchObject({ code: 0 });
      const another = await send("1301");
      expect(another.err).toMatch(/the key hsm-1 has 1 a day/);
      expect(message).not.toContain(pin);
    } finally {
      signer.kill("SIGINT");
      await closed;
    }
  });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));
