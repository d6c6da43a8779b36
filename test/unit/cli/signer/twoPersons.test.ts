import { X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runRequest } from "../../../../src/cli/commands/request";
import { runSigner } from "../../../../src/cli/commands/signer";
import { runOperation } from "../../../../src/cli/operations/runOperation";
import { exportKeyFile } from "../../../../src/crypto/keyFiles/exportKeyFile";
import { type DevChain, startDevChain } from "../../../../src/devchain/startDevChain";
import { writtenLines } from "../../../support/commandLine";
import { signerCertificates } from "../../../support/signerCertificates";

const certificates = signerCertificates();
const password = "open sesame";

describe.each(["standard", "sm"] as const)("two persons and a signer, on a %s chain", (suite) => {
  const { out, err } = writtenLines();
  let folder: string;
  let chain: DevChain;
  const place = (name: string, content?: string): string => {
    const path = join(folder, name);
    if (content !== undefined) writeFileSync(path, content);
    return path;
  };
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "chainside-signer-"));
    chain = await startDevChain({ port: 0, sealers: 1, observers: 0, blockIntervalMs: 0, suite });
  });
  afterEach(async () => {
    await chain.close();
    rmSync(folder, { recursive: true });
  });

  /** The policy of a signer with one key, which makes folders for two people who ask. */
  async function policy(): Promise<string> {
    const [account] = chain.accounts;
    const privateKey = Buffer.from(account?.privateKey.slice(2) ?? "", "hex");
    // A keystore and PKCS#12 hold keys under a password; those for SM2 are PEM.
    const format = suite === "sm" ? "pem" : "p12";
    const key = await exportKeyFile({ format, suite, privateKey, password });
    writeFileSync(place("ops.key"), key.content);
    const fingerprint = ({ cert }: { cert: string }): string => new X509Certificate(cert).fingerprint256;
    return place(
      "policy.json",
      JSON.stringify({
        keys: { "ops-1": { file: "ops.key", suite, passwordEnv: "OPS_PASSWORD" } },
        people: { alice: [fingerprint(certificates.client)], bob: [fingerprint(certificates.second)] },
        rules: [
          {
            name: "folders",
            keys: ["ops-1"],
            chains: [{ chainId: "chainside", groupId: "group0" }],
            contracts: [`0x${"0".repeat(36)}100e`],
            methods: [{ signature: "mkdir(string path)", only: { path: ["/apps/allowed"] } }],
            persons: 2,
            ask: false,
          },
        ],
      }),
    );
  }

  it("sends what both asked for, and nothing that the policy doesn't allow", async () => {
    const account = chain.accounts[0]?.address ?? "";
    vi.stubEnv("OPS_PASSWORD", password);
    const files = {
      ca: place("ca.crt", certificates.ca),
      cert: place("signer.crt", certificates.server.cert),
      key: place("signer.key", certificates.server.key),
    };
    const options = ["--ca", files.ca, "--cert", files.cert, "--cert-key", files.key];
    const ended = runSigner(["--policy", await policy(), ...options, "--listen", "127.0.0.1:0", "--json"]);
    try {
      await expect.poll(() => out.length, { timeout: 20_000 }).toBeGreaterThan(0);
      const { url, keys } = JSON.parse(out[0] ?? "") as { url: string; keys: { address: string }[] };
      expect(keys).toEqual([{ keyId: "ops-1", address: account }]);

      const signerOf = (name: string, { cert, key }: { cert: string; key: string }) => {
        const tls = { ca: files.ca, cert: place(`${name}.crt`, cert), key: place(`${name}.key`, key) };
        return { kind: "remote", url, keyId: "ops-1", address: account, suite, tls };
      };
      const signers = { alice: signerOf("alice", certificates.client), bob: signerOf("bob", certificates.second) };
      vi.stubEnv("CHAINSIDE_SIGNERS", place("signers.json", JSON.stringify(signers)));

      const write = (path: string, file: string) =>
        runOperation("bfs", ["mkdir", path, "--url", chain.url, "--key", account, "--request-out", place(file)]);
      const sign = (name: string, file: string) => {
        err.length = 0;
        return runRequest(["sign", place(file), "--key", `signer:${name}`, "--yes"]);
      };
      expect(await write("/apps/allowed", "allowed.json")).toBe(0);
      expect(await sign("alice", "allowed.json")).not.toBe(0);
      expect(err.join("\n")).toMatch("noted; 1 more must ask for the same bytes");
      expect(await sign("alice", "allowed.json")).not.toBe(0);
      expect(readFileSync(place("allowed.json"), "utf8")).not.toMatch("signature");
      expect(await sign("bob", "allowed.json")).toBe(0);
      out.length = 0;
      expect(await runRequest(["send", place("allowed.json"), "--url", chain.url]), err.join("\n")).toBe(0);
      expect(out.join("\n")).toMatch(/^Block 1, transaction 0x/);

      expect(await write("/apps/other", "other.json")).toBe(0);
      expect(await sign("alice", "other.json")).not.toBe(0);
      expect(err.join("\n")).toMatch(/doesn't allow this value of path/);
    } finally {
      process.emit("SIGTERM");
      expect(await ended).toBe(0);
    }
  });
});
