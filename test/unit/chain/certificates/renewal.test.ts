import { X509Certificate } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { carryOutRenewal, planRenewal } from "../../../../src/chain/certificates/renewal";
import { readAuthority, renewCertificate } from "../../../../src/chain/certificates/renewCertificate";
import { createClient } from "../../../../src/chain/client/client";
import { clientMaterial } from "../../../../src/chain/profile/importProfile";
import { getBlockNumber } from "../../../../src/chain/rpc/blocks";
import { readSmCertificates } from "../../../../src/chain/tlcp/smCertificate";
import { createHttpTransport } from "../../../../src/chain/transport/httpTransport";
import { readTlsMaterial } from "../../../../src/chain/transport/tlsMaterial";
import { startDevChain } from "../../../../src/devchain/startDevChain";
import { smTlsMaterial } from "../../../../src/devchain/tls/smTlsMaterial";
import { tlsMaterial } from "../../../../src/devchain/tls/tlsMaterial";
import { dayMs } from "../../../../src/time/units";
import { codeOf, errorOf } from "../../../support/failure";
import { isOwnersAlone, makesLinks } from "../../../support/portable";

let folder: string;
const nowMs = Date.now();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "chainside-renewal-"));
  for (const name of ["standard", "other"]) await tlsMaterial(join(folder, name));
  smTlsMaterial(join(folder, "sm"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const at = (...names: string[]): string => join(folder, ...names);
const text = (...names: string[]): string => readFileSync(at(...names), "utf8");

/** A folder like another, whose certificates ended yesterday. */
function ended(from: string, name: string, files: readonly string[]): void {
  cpSync(at(from), at(name), { recursive: true });
  const prefix = from === "sm" ? "sm_" : "";
  const path = at(name, "ca");
  const authority = readAuthority(text(name, "ca", `${prefix}ca.crt`), text(name, "ca", `${prefix}ca.key`), path);
  for (const file of files) {
    const past = { days: 1, nowMs: nowMs - 2 * dayMs, path: file };
    writeFileSync(at(name, file), renewCertificate(text(name, file), authority, past).pem);
  }
}

async function height(url: string, sdk: string): Promise<number> {
  const tls = await readTlsMaterial(await clientMaterial(sdk));
  const transport = createHttpTransport({ url, tls, timeoutMs: 60_000 });
  try {
    return await getBlockNumber(createClient(transport, "group0"));
  } finally {
    await transport.close();
  }
}

const cases = [
  { kind: "standard", options: (tls: string) => ({ tls }), node: ["ssl.crt"], sdk: ["sdk.crt"] },
  {
    kind: "sm",
    options: (smTls: string) => ({ suite: "sm" as const, smTls }),
    node: ["sm_ssl.crt", "sm_enssl.crt"],
    sdk: ["sm_sdk.crt", "sm_ensdk.crt"],
  },
];

describe.each(cases)("certificates of a $kind chain that have ended", ({ kind, options, node, sdk }) => {
  it("are issued again by the chain's CA, and a chain of these files is reached by a client of these files", async () => {
    const name = `${kind}-ended`;
    const files = [...node.map((file) => `node0/${file}`), ...sdk.map((file) => `sdk/${file}`)];
    ended(kind, name, files);
    const chain = await startDevChain({ ...options(at(name)), sealers: 1, observers: 0 });
    expect(await errorOf(height(chain.url, at(name, "sdk")))).toBeInstanceOf(Error);
    await chain.close();

    const keys = files.map((file) => text(name, file.replace(".crt", ".key")));
    const renewals = await planRenewal([at(name, "node0"), at(name, "sdk")], { days: 365, nowMs });
    expect(renewals.map(({ file, owner }) => `${owner} ${file}`)).toEqual([
      ...node.map((file) => `node ${file}`),
      ...sdk.map((file) => `client ${file}`),
    ]);
    for (const { endsAtMs, endedAtMs } of renewals) {
      expect(endedAtMs).toBeLessThan(nowMs);
      expect(Math.round((endsAtMs - nowMs) / dayMs)).toBe(365);
    }
    const before = files.map((file) => text(name, file));
    await carryOutRenewal(renewals);
    expect(renewals.map(({ folder: of, keptAs }) => readFileSync(join(of, keptAs), "utf8"))).toEqual(before);
    for (const file of files) expect(isOwnersAlone(at(name, file))).toBe(true);
    expect(files.map((file) => text(name, file.replace(".crt", ".key")))).toEqual(keys);

    const again = await startDevChain({ ...options(at(name)), sealers: 1, observers: 0 });
    expect(await height(again.url, at(name, "sdk"))).toBe(0);
    await again.close();
  });
});

describe("a certificate that is issued again", () => {
  it("has the same key, name and uses, another number, and ends with its authority at the latest", () => {
    const authority = readAuthority(text("standard/ca/ca.crt"), text("standard/ca/ca.key"), "ca");
    const old = new X509Certificate(text("standard/node0/ssl.crt"));
    const { pem, endsAtMs } = renewCertificate(
      `${text("standard/node0/ssl.crt")}${text("standard/ca/ca.crt")}`,
      authority,
      {
        days: 10_000_000,
        nowMs,
        path: "ssl.crt",
      },
    );
    const made = new X509Certificate(pem);
    expect(made.publicKey.equals(old.publicKey)).toBe(true);
    expect([made.subject, made.issuer, made.ca]).toEqual([old.subject, old.issuer, old.ca]);
    expect(made.serialNumber).not.toBe(old.serialNumber);
    expect(made.checkIssued(new X509Certificate(authority.pem))).toBe(true);
    expect(endsAtMs).toBe(Date.parse(new X509Certificate(authority.pem).validTo));
    // the chain of the file stays behind it
    expect(pem.endsWith(text("standard/ca/ca.crt"))).toBe(true);
  });

  it("keeps its uses with SM", () => {
    const authority = readAuthority(text("sm/ca/sm_ca.crt"), text("sm/ca/sm_ca.key"), "ca");
    const old = readSmCertificates(text("sm/node0/sm_enssl.crt"))[0];
    const { pem } = renewCertificate(text("sm/node0/sm_enssl.crt"), authority, { days: 1, nowMs, path: "" });
    const made = readSmCertificates(pem)[0];
    expect(made).toMatchObject({ keyUsage: old?.keyUsage, ca: false, subject: old?.subject, issuer: old?.issuer });
    expect(made?.publicKey).toEqual(old?.publicKey);
  });
});

describe("what isn't renewed", () => {
  const plan = (...folders: string[]): Promise<unknown> => planRenewal(folders, { nowMs });

  it.each([
    ["a folder without certificates", () => plan(at("standard", "ca", "nowhere")), "noCertificates"],
    [
      "certificates of another chain",
      () => planRenewal([at("standard/node0")], { authority: at("other/ca"), nowMs }),
      "foreignAuthority",
    ],
    [
      "what has no authority beside it",
      () => {
        cpSync(at("standard/sdk"), at("alone/deep/down/sdk"), { recursive: true });
        return plan(at("alone/deep/down/sdk"));
      },
      "noAuthorityKey",
    ],
    [
      "an authority with another's key",
      () => {
        cpSync(at("standard"), at("mixed"), { recursive: true });
        cpSync(at("other/ca/ca.key"), at("mixed/ca/ca.key"));
        return plan(at("mixed/sdk"));
      },
      "authorityMismatch",
    ],
    [
      "what an authority would issue that has ended itself",
      () => planRenewal([at("standard/sdk")], { nowMs: nowMs + 40_000 * dayMs }),
      "authorityEnded",
    ],
    [
      "a text that is no certificate",
      () => {
        cpSync(at("standard"), at("broken"), { recursive: true });
        writeFileSync(at("broken/sdk/sdk.crt"), "words");
        return plan(at("broken/sdk"));
      },
      "noCertificate",
    ],
  ])("is %s", async (_, trial, code) => {
    expect(await codeOf(trial())).toBe(code);
  });

  it.runIf(makesLinks)("is what a link leads to", async () => {
    cpSync(at("standard"), at("linked"), { recursive: true });
    rmSync(at("linked/sdk/sdk.crt"));
    symlinkSync(at("standard/sdk/sdk.crt"), at("linked/sdk/sdk.crt"));
    expect(await codeOf(plan(at("linked/sdk")))).toBe("noCertificate");
  });

  it("is left as it was where another file of the same renewal can't be written", async () => {
    cpSync(at("standard"), at("full"), { recursive: true });
    const renewals = await planRenewal([at("full/node0"), at("full/sdk")], { nowMs });
    const before = text("full/node0/ssl.crt");
    // its kept name is taken meanwhile
    mkdirSync(join(at("full/sdk"), renewals[1]?.keptAs ?? ""));
    await expect(carryOutRenewal(renewals)).rejects.toThrow();
    expect(text("full/node0/ssl.crt")).toBe(before);
    expect(readdirSync(at("full/node0")).sort()).toEqual(["ca.crt", "ssl.crt", "ssl.key"]);
  });
});
