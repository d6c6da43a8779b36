import { X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { serveSigner } from "../../../src/cli/signer/signerServer";
import { hexToBytes } from "../../../src/crypto/bytes/hex";
import { privateKeySigner } from "../../../src/crypto/privateKeySigner";
import { cryptoSuite } from "../../../src/crypto/suites";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import type { OpenPort } from "../../../src/http/listening";
import { bfs, type Chain, connect, signerAccount, withAccount } from "../../../src/sdk/sdk";
import { readPolicy } from "../../../src/signing/policy/policy";
import { SignerService } from "../../../src/signing/server/signerService";
import { signerCertificates } from "../../support/signerCertificates";

const certificates = signerCertificates();

describe.each(["standard", "sm"] as const)("an account whose key is elsewhere, on a %s chain", (suite) => {
  let folder: string;
  let dev: DevChain;
  let chain: Chain;
  let server: OpenPort;
  const place = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return name;
  };
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "chainside-sdk-signer-"));
    dev = await startDevChain({ port: 0, sealers: 1, observers: 0, blockIntervalMs: 0, suite });
    chain = await connect({ url: dev.url });
    const signer = privateKeySigner(cryptoSuite(suite), hexToBytes(dev.accounts[0]?.privateKey ?? ""));
    const rule = {
      name: "folders",
      keys: ["ops-1"],
      chains: [{ chainId: chain.chainId, groupId: chain.groupId }],
      contracts: [`0x${"0".repeat(36)}100e`],
      methods: [{ signature: "mkdir(string path)", only: { path: ["/apps/allowed"] } }],
      ask: false,
    };
    const policy = readPolicy(
      JSON.stringify({
        keys: { "ops-1": { file: "ops.pem", suite } },
        people: { app: [new X509Certificate(certificates.client.cert).fingerprint256] },
        rules: [rule],
      }),
      "policy.json",
    );
    const keys = [{ keyId: "ops-1", signer }];
    const service = new SignerService({ policy, keys, ask: undefined, audit: undefined });
    const tls = { ...certificates.server, ca: certificates.ca };
    server = await serveSigner(service, keys, tls, { host: "127.0.0.1", port: 0 });
    const entry = {
      kind: "remote",
      url: `https://127.0.0.1:${server.port}`,
      keyId: "ops-1",
      address: signer.address,
      suite,
      tls: {
        ca: place("ca.crt", certificates.ca),
        cert: place("me.crt", certificates.client.cert),
        key: place("me.key", certificates.client.key),
      },
    };
    const device = { kind: "pkcs11", module: "none.so", label: "mine", address: signer.address };
    place("signers.json", JSON.stringify({ ops: entry, hsm: device }));
  });
  afterAll(async () => {
    await server.close();
    await chain.close();
    await dev.close();
    rmSync(folder, { recursive: true });
    vi.unstubAllEnvs();
  });

  it("signs by a remote signer what its policy allows", async () => {
    const ops = await signerAccount("ops", { file: join(folder, "signers.json") });
    const signing = withAccount(chain, ops);
    await bfs.mkdir(signing, ops, "/apps/allowed");
    expect(JSON.stringify(await bfs.list(chain, "/apps"))).toContain('"allowed"');
    await expect(bfs.mkdir(signing, ops, "/apps/other")).rejects.toMatchObject({ code: "signerRefused" });
  });

  it("is found in the file that the environment names, and nowhere else", async () => {
    vi.stubEnv("CHAINSIDE_SIGNERS", join(folder, "signers.json"));
    expect((await signerAccount("ops")).suite).toBe(suite);
    await expect(signerAccount("ops-2")).rejects.toMatchObject({ code: "signerUnknown" });
    await expect(signerAccount("ops", { file: join(folder, "none.json") })).rejects.toMatchObject({
      code: "unreadableFile",
    });
  });

  it("needs the package of devices only when a device signs", async () => {
    const hsm = await signerAccount("hsm", { file: join(folder, "signers.json"), pin: "1234" });
    await expect(hsm.sign(new Uint8Array(32))).rejects.toMatchObject({ code: "devicePackage" });
  });
});
