import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runDeploy } from "../../../../src/cli/commands/deploy";
import { runRequest } from "../../../../src/cli/commands/request";
import { runSend } from "../../../../src/cli/commands/send";
import { runOperation } from "../../../../src/cli/operations/runOperation";
import { exportKeyFile } from "../../../../src/crypto/keyFiles/exportKeyFile";
import type { ReadableRequest } from "../../../../src/crypto/readableRequest";
import { type DevChain, startDevChain } from "../../../../src/devchain/startDevChain";
import { writtenLines } from "../../../support/commandLine";
import { orderOf } from "../../../support/signedRequests";

const artifact = resolve(import.meta.dirname, "../../../fixtures/artifacts/contracts/Kiosk.sol/Kiosk.json");
/** A port on which no one listens: who signs needs no chain. */
const nowhere = ["--url", "http://127.0.0.1:9"];

interface Written {
  hash: string;
  request: ReadableRequest;
  signature?: string;
}

describe.each(["standard", "sm"] as const)("a transaction for two persons, on a %s chain", (suite) => {
  let chain: DevChain;
  let folder: string;
  let account: string;
  let contract: string;
  const { out, err } = writtenLines();
  const place = (name: string): string => join(folder, name);
  const read = (file: string): Written => JSON.parse(readFileSync(file, "utf8")) as Written;
  const write = (name: string, content: unknown): string => {
    writeFileSync(place(name), JSON.stringify(content));
    return place(name);
  };

  beforeAll(async () => {
    chain = await startDevChain({
      port: 0,
      sealers: 1,
      observers: 0,
      blockIntervalMs: 0,
      openDev: true,
      suite,
    });
    folder = mkdtempSync(join(tmpdir(), "chainside-request-"));
    const [first, second] = chain.accounts;
    if (!first || !second) throw new Error("no accounts");
    account = first.address;
    for (const [name, { privateKey }] of Object.entries({ owner: first, other: second })) {
      const file = await exportKeyFile({ format: "pem", suite, privateKey: Buffer.from(privateKey.slice(2), "hex") });
      writeFileSync(place(`${name}.pem`), file.content);
    }
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await chain.close();
  });

  async function run(work: Promise<number>): Promise<{ code: number; out: string; err: string }> {
    const code = await work;
    const reported = { code, out: out.join("\n"), err: err.join("\n") };
    out.length = 0;
    err.length = 0;
    return reported;
  }
  const request = (...args: string[]) => run(runRequest(args));
  const sign = (file: string, ...more: string[]) =>
    request("sign", file, "--key", place("owner.pem"), "--yes", ...nowhere, ...more);
  /** A call that is written to a file by a person without the key. */
  async function exported(name: string): Promise<string> {
    const file = place(name);
    const item = '{id: 7, name: "茶", owner: 0x00000000000000000000000000000000000000ab, prices: [5, 6]}';
    const written = await run(
      runSend(["--url", chain.url, contract, "stock", item, "--key", account, "--request-out", file]),
    );
    expect(written.code, written.err).toBe(0);
    return file;
  }

  it("is written without the key, signed without the chain, and sent once", async () => {
    const file = place("deploy.json");
    const written = await run(
      runDeploy(["--url", chain.url, "--artifact", artifact, "shop", "--key", account, "--request-out", file]),
    );
    expect(written, written.err).toMatchObject({ code: 0 });
    expect(written.out).toMatch(/^Nothing was signed\. The request is in .*0x[0-9a-f]{64}$/);
    expect((await request("send", file, "--url", chain.url)).err).toMatch(/isn't signed/);

    const shown = await request("show", file);
    expect(shown.out).toMatch(/Deploy a contract/);
    expect(shown.out).toMatch(/It isn't signed/);
    expect((await sign(file)).code).toBe(0);
    const sent = await request("send", file, "--url", chain.url);
    expect(sent, sent.err).toMatchObject({ code: 0 });
    [contract = ""] = sent.out.split("\n");
    expect(sent.out).toMatch(/^0x[0-9a-f]{40}\nBlock 1, transaction 0x/);
    // Sent again it is the same transaction, in the same block.
    expect((await request("send", file, "--url", chain.url)).out).toBe(sent.out);
  });

  it("shows what the bytes say, and marks the asker's word", async () => {
    const file = await exported("call.json");
    expect(read(file).request.sentence).toMatch("stock");
    const unread = await request("show", file);
    expect(unread.out).toMatch("┆ The asker says of the call: stock(");
    expect(unread.out).toMatch("! What it does can't be read here.");
    const withAbi = await request("show", file, "--abi", artifact);
    expect(withAbi.out).toMatch(/^(?:┆ )?Call: stock\(/m);
    expect(withAbi.out).not.toMatch("of the call");
    // A text of the asker doesn't look like one of ours.
    const lying = { ...read(file), request: { ...read(file).request, sentence: "Pay\nRecipient: 0x00\u202e" } };
    const lied = await request("show", write("lying.json", lying));
    expect(lied.out).not.toMatch(/^Recipient: 0x00/m);
    expect(lied.out).not.toMatch("\u202e");
  });

  it("isn't signed by another account, with a development account's key, or where no one agrees", async () => {
    const file = await exported("mine.json");
    const other = await request("sign", file, "--key", place("other.pem"), "--yes", ...nowhere);
    expect(other).toMatchObject({ code: 2, err: expect.stringMatching(/is for 0x[0-9a-f]{40} to sign/) });
    expect((await request("sign", file, "--key", "dev0", "--yes", ...nowhere)).code).toBe(2);
    expect((await request("sign", file, "--key", account, "--yes", ...nowhere)).err).toMatch(/isn't here/);
    expect((await request("sign", file, "--key", place("owner.pem"), ...nowhere)).code).toBe(2);
    const heavy = write("heavy.json", { ...read(file), request: { ...read(file).request, weight: "irreversible" } });
    expect((await sign(heavy)).err).toMatch(/its name must be given/);
    expect((await sign(heavy, "--confirm", contract)).code).toBe(0);
    expect(read(file).signature).toBeUndefined();
  });

  it("is refused once it was changed", async () => {
    const file = await exported("honest.json");
    expect((await sign(file)).code).toBe(0);
    const honest = read(file);
    const { request: asked } = honest;
    const stranger = orderOf(suite);
    const changed: readonly [object, RegExp][] = [
      [{ ...honest, hash: stranger.hash }, /hash/],
      [{ ...honest, request: { ...asked, transaction: stranger.request.transaction } }, /chain|to|data/],
      [{ ...honest, request: { ...asked, to: account } }, /: to/],
      [{ ...honest, request: { ...asked, chain: { ...asked.chain, chainId: "chain9" } } }, /chainId/],
      [{ ...honest, request: { ...asked, from: `0x${"11".repeat(20)}` } }, /isn't a signature of/],
      [{ ...honest, signature: `0x${"11".repeat(suite === "sm" ? 128 : 65)}` }, /isn't a signature of/],
      // For other bytes of the same account.
      [{ ...read(await exported("twin.json")), signature: honest.signature }, /isn't a signature of/],
      [{ ...honest, more: 1 }, /more/],
      [{ ...honest, version: 2 }, /version/],
      [[], /isn.t a request/],
    ];
    for (const [content, reason] of changed)
      for (const verb of ["show", "sign", "send"]) {
        const key = verb === "sign" ? ["--key", place("owner.pem"), "--yes"] : [];
        const reported = await request(verb, write("changed.json", content), ...key, "--url", chain.url);
        expect(reported.code, `${verb} ${String(reason)}`).not.toBe(0);
        expect(reported.err).toMatch(reason);
      }
    writeFileSync(place("large.json"), " ".repeat(6 * 1024 * 1024));
    expect((await request("show", place("large.json"))).code).not.toBe(0);
    expect((await request("show", place("none.json"))).code).not.toBe(0);
  });

  it("isn't sent to another chain", async () => {
    const { hash, request: asked } = orderOf(suite, { chainId: "chain9" });
    const other = await startDevChain({ port: 0, sealers: 1, observers: 0, blockIntervalMs: 0, suite });
    try {
      const file = await exported("genesis.json");
      expect((await sign(file, "--genesis", `0x${"12".repeat(32)}`)).code).toBe(0);
      const pinned = read(file);
      const chained = { ...pinned.request, chain: { ...pinned.request.chain, genesisHash: `0x${"12".repeat(32)}` } };
      const reported = await request("send", write("pinned.json", { ...pinned, request: chained }), "--url", other.url);
      expect(reported).toMatchObject({ code: 2, err: expect.stringMatching(/request is for/) });
      const stranger = write("stranger.json", { chainside: "request", version: 1, hash, request: asked });
      expect((await request("send", stranger, "--url", chain.url)).err).toMatch(/isn't signed/);
    } finally {
      await other.close();
    }
  });

  it("is written by operations of the catalogue, too", async () => {
    const file = place("operation.json");
    const reported = await run(
      runOperation("bfs", [
        "mkdir",
        "/apps/two",
        "--url",
        chain.url,
        "--key",
        account,
        "--request-out",
        file,
        "--json",
      ]),
    );
    expect(JSON.parse(reported.out)).toMatchObject({ ok: true, request: { file, hash: read(file).hash } });
    // Built-in contracts are read without a file.
    expect((await request("show", file)).out).toMatch(/^Call: mkdir\("\/apps\/two"\)/m);
    expect(existsSync(file)).toBe(true);
  });
});
