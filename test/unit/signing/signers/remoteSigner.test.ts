import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { decodeTransactionData } from "../../../../src/chain/encoding/transactionData";
import { transactionHash } from "../../../../src/chain/encoding/transactionHash";
import { callPreimage, signCall } from "../../../../src/chain/transaction/signCall";
import { unsignedTransaction } from "../../../../src/chain/transaction/signTransaction";
import { bytesToHex, hexToBytes } from "../../../../src/crypto/bytes/hex";
import type { CryptoSuiteName } from "../../../../src/crypto/cryptoSuite";
import { privateKeySigner } from "../../../../src/crypto/privateKeySigner";
import type { ReadableRequest } from "../../../../src/crypto/readableRequest";
import { cryptoSuite } from "../../../../src/crypto/suites";
import { readableRequest, withRequest } from "../../../../src/signing/request";
import { remoteSigner } from "../../../../src/signing/signers/remoteSigner";
import type { RemoteSetting } from "../../../../src/signing/signers/signerSetting";
import { signerCertificates } from "../../../support/signerCertificates";

const certificates = signerCertificates();
const strangers = signerCertificates();
const key = new Uint8Array(32).fill(7);
const otherKey = new Uint8Array(32).fill(8);

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((closed) => (server ? server.close(closed) : closed(undefined)));
  server = undefined;
});

interface Asked {
  readonly path: string;
  readonly client: string;
  readonly body: { hash?: string; data?: string; keyId?: string; suite?: string; request?: ReadableRequest };
}

/** A signer that answers as the test wants. */
async function signerAt(answer: (asked: Asked, response: ServerResponse) => void): Promise<string> {
  const listen = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { subject } = (request.socket as import("node:tls").TLSSocket).getPeerCertificate();
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Asked["body"];
    answer({ path: request.url ?? "", client: String(subject.CN), body }, response);
  };
  server = createServer(
    { ...certificates.server, ca: certificates.ca, requestCert: true, rejectUnauthorized: true },
    (request, response) => void listen(request, response),
  );
  await new Promise<void>((listening) => server?.listen(0, "127.0.0.1", listening));
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const ofSuite = (name: CryptoSuiteName) => {
  const suite = cryptoSuite(name);
  const { address } = privateKeySigner(suite, key);
  const transaction = unsignedTransaction(suite, {
    chainId: "chain0",
    groupId: "group0",
    blockLimit: 500n,
    nonce: "1",
    to: `0x${"ab".repeat(20)}`,
    input: new Uint8Array(4),
    version: 1,
    value: "0x10",
  });
  const request = withRequest(
    {
      transaction,
      act: { title: "Send", lines: [], notes: [], warnings: [], weight: "ordinary" },
      place: { connection: "production", chainId: "chain0", groupId: "group0" },
      from: { address },
    },
    readableRequest,
  );
  return { suite, address, hash: hexToBytes(transaction.hash), request };
};

const tls = { ca: certificates.ca, ...certificates.client };
const setting = (url: string, more: Partial<RemoteSetting> = {}): RemoteSetting => ({
  kind: "remote",
  url,
  protocol: "chainside",
  keyId: "ops-1",
  address: ofSuite("standard").address,
  suite: "standard",
  tls: { ca: "", cert: "", key: "" },
  timeoutMs: 5000,
  ...more,
});

const json = (response: ServerResponse, status: number, value: unknown): void => {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
};

/** How asking such a signer ends: with the signature, or with the code of the error. */
async function ends(answer: Parameters<typeof signerAt>[0], more: Partial<RemoteSetting> = {}): Promise<string> {
  const url = await signerAt(answer);
  const { hash, request } = ofSuite(more.suite ?? "standard");
  return remoteSigner(setting(url, more), tls)
    .sign(hash, () => request)
    .then(bytesToHex, (error: { code: unknown }) => String(error.code));
}

describe("a remote signer", () => {
  it.each(["standard", "sm"] as const)("signs what it is shown, on a %s chain", async (name) => {
    const { suite, address, hash, request } = ofSuite(name);
    let seen: Asked | undefined;
    const url = await signerAt((asked, response) => {
      seen = asked;
      json(response, 200, { signature: bytesToHex(suite.sign(hash, key)) });
    });
    const signature = await remoteSigner(setting(url, { suite: name, address }), tls).sign(hash, () => request);
    expect(suite.address(suite.signer(hash, signature) ?? key)).toBe(address);
    expect(seen).toMatchObject({ path: "/sign", client: "ops workstation", body: { keyId: "ops-1", suite: name } });
    // The very bytes go along: their hash is what is asked for.
    const bytes = decodeTransactionData(hexToBytes(seen?.body.request?.transaction ?? ""));
    expect(bytesToHex(transactionHash(suite, bytes))).toBe(seen?.body.hash);
  });

  it("takes Web3Signer's answer, which hashes by itself and counts v from 27", async () => {
    const { suite, hash } = ofSuite("standard");
    const web3Signer: Parameters<typeof signerAt>[0] = ({ path, body }, response) => {
      expect(path).toBe("/api/v1/eth1/sign/0xkey");
      const signature = suite.sign(suite.hash(hexToBytes(body.data ?? "")), key);
      signature[64] = (signature[64] ?? 0) + 27;
      response.end(bytesToHex(signature));
    };
    const signature = await ends(web3Signer, { protocol: "web3signer", keyId: "0xkey" });
    expect(signature).toBe(bytesToHex(suite.sign(hash, key)));
  });

  it("has Web3Signer sign a call by the bytes that it is of", async () => {
    const { suite, address } = ofSuite("standard");
    const called = { chainId: "chain0", groupId: "group0", to: `0x${"ab".repeat(20)}`, data: "0x6d4ce63c" } as const;
    const url = await signerAt(({ body }, response) => {
      expect(body.data).toBe(bytesToHex(callPreimage(called)));
      response.end(bytesToHex(suite.sign(suite.hash(hexToBytes(body.data ?? "")), key)));
    });
    const signature = await signCall(suite, remoteSigner(setting(url, { protocol: "web3signer" }), tls), called);
    const signer = suite.signer(suite.hash(callPreimage(called)), hexToBytes(signature));
    expect(signer && suite.address(signer)).toBe(address);
  });

  it("takes the other of two signatures that mean the same in the chain's form", async () => {
    const { suite, hash } = ofSuite("standard");
    const order = 0xffffffff_ffffffff_ffffffff_fffffffe_baaedce6_af48a03b_bfd25e8c_d0364141n;
    const own = bytesToHex(suite.sign(hash, key));
    const high = (order - BigInt(`0x${own.slice(66, 130)}`)).toString(16).padStart(64, "0");
    expect(await ends((_, response) => json(response, 200, { signature: `${own.slice(0, 66)}${high}` }))).toBe(own);
  });

  it.each([
    ["another key's signature", otherKey, 0],
    ["a signature of another hash", key, 1],
  ])("isn't believed: %s", async (_, signing, change) => {
    for (const name of ["standard", "sm"] as const) {
      const { suite, address, hash } = ofSuite(name);
      hash[31] = (hash[31] ?? 0) ^ change;
      const signature = bytesToHex(suite.sign(hash, signing));
      expect(await ends((_asked, response) => json(response, 200, { signature }), { suite: name, address })).toBe(
        "signatureOfAnother",
      );
    }
  });

  it.each([
    ["no signature", {}],
    ["no text", { signature: 5 }],
    ["no hex", { signature: "0xzz" }],
    ["nothing at all", undefined],
  ])("gives an answer that can't be used: %s", async (_, answer) => {
    expect(await ends((_asked, response) => json(response, 200, answer ?? null))).toBe("signerBadAnswer");
  });

  it.each(["0x", "0x00", `0x${"00".repeat(65)}`, `0x${"ff".repeat(65)}`, `0x${"11".repeat(128)}`])(
    "gives what is no signature: %s",
    async (signature) => {
      expect(await ends((_, response) => json(response, 200, { signature }))).toBe("signatureOfAnother");
    },
  );

  it("gives an endless answer, which is left", async () => {
    const endless: Parameters<typeof signerAt>[0] = (_, response) => {
      const write = (): void => {
        if (!response.destroyed) response.write(Buffer.alloc(64 * 1024, 0x20), () => setImmediate(write));
      };
      write();
    };
    expect(await ends(endless)).toBe("signerBadAnswer");
  });

  it("is slow, before its answer or in the middle of it", async () => {
    expect(await ends(() => undefined, { timeoutMs: 300 })).toBe("signerUnreachable");
    server?.closeAllConnections();
    expect(await ends((_, response) => void response.write('{"signature":'), { timeoutMs: 300 })).toBe(
      "signerUnreachable",
    );
  });

  it("refuses with a reason, of which only what is visible is said", async () => {
    const url = await signerAt((_, response) => json(response, 403, { reason: `not \u001b[2J\u202eallowed` }));
    const { hash, request } = ofSuite("standard");
    const error: Error = await remoteSigner(setting(url), tls)
      .sign(hash, () => request)
      .then(
        () => new Error("signed"),
        (thrown: Error) => thrown,
      );
    expect(error.message).toMatch(/refused: not .*allowed/);
    expect(error.message).not.toMatch(/[\u001b\u202e]/);
  });

  it("can't send the asker elsewhere", async () => {
    let asked = 0;
    const elsewhere: Parameters<typeof signerAt>[0] = (_, response) => {
      asked++;
      response.writeHead(307, { location: "/other" });
      response.end();
    };
    expect(await ends(elsewhere)).toBe("signerRefused");
    expect(asked).toBe(1);
  });

  it("is asked only where both sides know each other", async () => {
    const { suite, hash, request } = ofSuite("standard");
    let asked = 0;
    const url = await signerAt((_, response) => {
      asked++;
      json(response, 200, { signature: bytesToHex(suite.sign(hash, key)) });
    });
    const code = (material: typeof tls): Promise<unknown> =>
      remoteSigner(setting(url), material)
        .sign(hash, () => request)
        .then(
          () => "signed",
          (error: { code: unknown }) => error.code,
        );
    expect(await code({ ...tls, ...strangers.client })).toBe("signerUnreachable");
    expect(await code({ ...tls, ca: strangers.ca })).toBe("signerUnreachable");
    expect(asked).toBe(0);
    expect(await code(tls)).toBe("signed");
  });

  it("signs nothing that it isn't shown", async () => {
    const { hash } = ofSuite("standard");
    await expect(remoteSigner(setting("https://127.0.0.1:9"), tls).sign(hash)).rejects.toMatchObject({
      code: "signerNeedsRequest",
    });
  });
});
