import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAuthority, createCertificate } from "../support/certificates";
import { chainside } from "../support/chainside";
import { answerWith, type FakeNode, startFakeNode } from "../support/fakeNode";

const inChinese = { LANG: "zh_CN.UTF-8", LC_ALL: "zh_CN.UTF-8" };

const results = {
  getGroupList: { code: 0, groupList: ["group0"], msg: "success" },
  getBlockNumber: 12,
  getTotalTransactionCount: { blockNumber: 12, transactionCount: 15, failedTransactionCount: 1 },
};
const authority = createAuthority();
const server = createCertificate(authority, "node");
const sdk = createCertificate(authority, "sdk");
let plain: FakeNode;
let secure: FakeNode;

beforeAll(async () => {
  plain = await startFakeNode(answerWith(results));
  const tls = { ca: authority.pem, cert: server.pem, key: server.keyPem };
  secure = await startFakeNode(answerWith(results), tls);
});
afterAll(async () => {
  await plain.close();
  await secure.close();
});

describe("chainside rpc", () => {
  it("prints an answer for people and for programs", async () => {
    const [number, total, list] = await Promise.all([
      chainside(["rpc", "getBlockNumber", "--url", plain.url]),
      chainside(["rpc", "getTotalTransactionCount", "--url", plain.url, "--group", "group0", "--json"]),
      chainside(["rpc", "--list"]),
    ]);
    expect(number).toEqual({ code: 0, out: "12\n", err: "" });
    expect(JSON.parse(total.out)).toEqual({
      ok: true,
      operation: "rpc call",
      result: expect.objectContaining({ transactionCount: 15, txSum: 15, failedTxSum: 1 }) as object,
    });
    expect(list.out.trim().split("\n")).toHaveLength(32);
  });

  it("goes over mutual TLS with the files of an sdk folder", async () => {
    const folder = mkdtempSync(join(tmpdir(), "chainside-sdk-"));
    writeFileSync(join(folder, "ca.crt"), authority.pem);
    writeFileSync(join(folder, "sdk.crt"), sdk.pem);
    writeFileSync(join(folder, "sdk.key"), sdk.keyPem);
    const [rpc, text, chinese, probe] = await Promise.all([
      chainside(["rpc", "getBlockNumber", "--url", secure.url, "--sdk", folder]),
      chainside(["probe", secure.url, "--sdk", folder]),
      chainside(["probe", secure.url, "--sdk", folder], { env: inChinese }),
      chainside(["probe", secure.url, "--sdk", folder, "--json"]),
    ]);
    rmSync(folder, { recursive: true });
    expect(rpc).toEqual({ code: 0, out: "12\n", err: "" });
    expect(JSON.parse(probe.out)).toMatchObject({ ok: false, groups: ["group0"], server: { subject: "CN=node" } });
    expect(probe.out).not.toContain("PRIVATE");
    expect(text.out).toMatch(/client certificate: CN=sdk; issuer: CN=.*; valid until: \d{4}-.*Z\n/);
    expect(text.out).toMatch(/node certificate: CN=node; issuer: /);
    expect(text.out).toContain(
      "    this CA signed the client certificate\n    the key belongs to the client certificate\n",
    );
    expect(chinese.out).toContain("    客户端证书由该 CA 签发\n    私钥与客户端证书匹配\n");
    expect(chinese.out).toMatch(/JSON-RPC：.*群组 group0/);
  });

  it("says what is wrong, in the terminal's language, without a stack", async () => {
    const [refused, chinese, usage, wrong, json] = await Promise.all([
      chainside(["rpc", "getBlockNumber", "--url", "http://127.0.0.1:1", "--group", "group0"]),
      chainside(["rpc", "getBlockNumber", "--url", "http://127.0.0.1:1", "--group", "group0"], { env: inChinese }),
      chainside(["rpc", "--nonsense"]),
      chainside(["rpc", "getBlockByNumber", "twelve", "--url", plain.url, "--group", "group0"]),
      chainside(["rpc", "getSealerList", "--url", plain.url, "--group", "group0", "--json"]),
    ]);
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.err).toMatch(/^chainside rpc: Nothing listens at http:\/\/127.0.0.1:1\.\nStart the node/);
    expect(chinese.err).toContain("没有程序在监听");
    expect(usage.code).toBe(2);
    expect(wrong).toMatchObject({ code: 2 });
    expect(wrong.err).toContain("must be a block number");
    expect(JSON.parse(json.out)).toMatchObject({
      ok: false,
      operation: "rpc call",
      error: { kind: "rpc", code: -32601 },
    });
    expect([refused, chinese, usage, wrong].every(({ err }) => !/\n {4}at /.test(err))).toBe(true);
  });
});
