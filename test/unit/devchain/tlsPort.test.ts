import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type RequestOptions, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startDevChain } from "../../../src/devchain/startDevChain";

function post(url: string, options: RequestOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", agent: false, ...options }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => resolve(Buffer.concat(chunks).toString()));
    });
    sent.on("error", reject);
    sent.end('{"jsonrpc":"2.0","id":1,"method":"getBlockNumber","params":["group0",""]}');
  });
}

test("a TLS port speaks TLS 1.2 and wants a certificate of the chain", async () => {
  const folder = mkdtempSync(join(tmpdir(), "chainside-tls-"));
  const chain = await startDevChain({ tls: folder, sealers: 1, observers: 0 });
  const file = (name: string): Buffer => readFileSync(join(folder, "sdk", name));
  const trust = { ca: file("ca.crt"), checkServerIdentity: () => undefined };
  try {
    expect(chain.url).toMatch(/^https:/);
    const client = { ...trust, cert: file("sdk.crt"), key: file("sdk.key") };
    expect(await post(chain.url, client)).toBe('{"id":1,"jsonrpc":"2.0","result":0}');
    await expect(post(chain.url, { ...client, minVersion: "TLSv1.3" })).rejects.toThrow();
    await expect(post(chain.url, trust)).rejects.toThrow();
  } finally {
    await chain.close();
    rmSync(folder, { recursive: true });
  }
});
