// Who may pose as a node: no one with a client's certificate, and no one at all when there is no authority to ask.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createClient } from "../../../../src/chain/client/client";
import { probeConnection } from "../../../../src/chain/probeConnection";
import { getBlockNumber } from "../../../../src/chain/rpc/blocks";
import { createHttpTransport } from "../../../../src/chain/transport/httpTransport";
import { readTlsMaterial, type TlsMaterial } from "../../../../src/chain/transport/tlsMaterial";
import { createWebSocketTransport } from "../../../../src/chain/transport/webSocketTransport";
import type { ChainError } from "../../../../src/errors/chainError";
import { toChainError } from "../../../../src/errors/dictionary";
import { type Certificate, createAuthority, createCertificate } from "../../../support/certificates";
import { answerWith, startFakeNode } from "../../../support/fakeNode";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

const authority = createAuthority();
const sdk = createCertificate(authority, "FISCO-BCOS-1");
const tls: TlsMaterial = { ca: authority.pem, cert: sdk.pem, key: sdk.keyPem };

async function server({ pem, keyPem }: Certificate) {
  const node = await startFakeNode(answerWith({ getBlockNumber: 5 }), { ca: authority.pem, cert: pem, key: keyPem });
  closing.push(node.close);
  return node;
}

async function ask(url: string, material: TlsMaterial, ws = false): Promise<ChainError | number> {
  const transport = (ws ? createWebSocketTransport : createHttpTransport)({ url, tls: material });
  closing.push(() => transport.close());
  return getBlockNumber(createClient(transport, "group0")).catch(toChainError);
}

async function probed(url: string, material: TlsMaterial): Promise<unknown[]> {
  const { steps } = await probeConnection({ url, tls: material });
  return steps.flatMap((step) => (step.outcome === "failed" && step.name === "tls" ? [step.error.code] : []));
}

describe("a server with a certificate of the chain's CA", () => {
  it.each([
    ["this client's own", sdk],
    ["one that calls itself a client's", createCertificate(authority, "sdk")],
    ["the same in capitals", createCertificate(authority, "SDK")],
  ])("is refused with %s", async (_, certificate) => {
    const { url, requests } = await server(certificate);
    for (const ws of [false, true])
      expect(await ask(url, tls, ws)).toMatchObject({ kind: "tls", code: "clientAsServer" });
    expect(await probed(url, tls)).toEqual(["clientAsServer"]);
    expect(requests).toEqual([]);
  });

  it("is refused when the certificate states other purposes than a server's", async () => {
    const { url, requests } = await server(createCertificate(authority, "node", 365, ["clientAuth"]));
    for (const ws of [false, true])
      expect(await ask(url, tls, ws)).toMatchObject({ kind: "tls", code: "INVALID_PURPOSE" });
    expect(await probed(url, tls)).toEqual(["INVALID_PURPOSE"]);
    expect(requests).toEqual([]);
  });

  it.each([
    ["no purposes, as chain builders make it", createCertificate(authority, "FISCO-BCOS-1")],
    ["both purposes", createCertificate(authority, "node", 365, ["serverAuth", "clientAuth"])],
  ])("is taken with %s", async (_, certificate) => {
    const { url } = await server(certificate);
    expect(await ask(url, tls)).toBe(5);
    expect(await probed(url, tls)).toEqual([]);
  });

  it("is taken with the certificate that the client borrowed from it", async () => {
    const { url } = await server(sdk);
    expect(await ask(url, { ...tls, ofNode: true })).toBe(5);
    const folder = mkdtempSync(join(tmpdir(), "borrowed-"));
    closing.push(async () => rmSync(folder, { recursive: true }));
    const file = (name: string, content: string): string => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const files = {
      ca: file("ca.crt", authority.pem),
      cert: file("ssl.crt", sdk.pem),
      key: file("ssl.key", sdk.keyPem),
    };
    expect(await ask(url, await readTlsMaterial(files))).toBe(5);
    expect(await ask(url, await readTlsMaterial({ ...files, cert: file("sdk.crt", sdk.pem) }))).toMatchObject({
      code: "clientAsServer",
    });
  });
});

describe("without an authority", () => {
  it.each(["", "\n", "# none\n", "-----BEGIN PRIVATE KEY-----\n", "\ufeff"])(
    "nothing is sent: ca.crt %j",
    async (ca) => {
      const { url, requests } = await server(createCertificate(authority, "node"));
      const broken = { ...tls, ca };
      for (const ws of [false, true])
        expect(await ask(url, broken, ws)).toMatchObject({ code: "caWithoutCertificate" });
      const report = await probeConnection({ url, tls: broken });
      expect(report.ok).toBe(false);
      expect(requests).toEqual([]);
      const folder = mkdtempSync(join(tmpdir(), "empty-"));
      closing.push(async () => rmSync(folder, { recursive: true }));
      writeFileSync(join(folder, "ca.crt"), ca);
      const error = await readTlsMaterial({ ca: join(folder, "ca.crt") }).catch((reason: ChainError) => reason);
      expect(error).toMatchObject({ code: "caWithoutCertificate", details: { file: join(folder, "ca.crt") } });
    },
  );
});
