import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { runCommand } from "../../../src/cli/commands";
import { useCatalogue } from "../../../src/text/catalogue";
import { createAuthority } from "../../support/certificates";
import { englishAfterEach, useSources } from "../../support/chinese";
import { listening } from "../../support/listening";
import { type OlderForm, olderNode, olderPeerIds, olderRecords } from "../../support/olderNode";

englishAfterEach();

const own = "a1".repeat(64);
const [friend] = olderPeerIds;
const older = olderNode();
let url = "";
let folder = "";
let messages: string[] = [];

beforeAll(async () => {
  for (const name of ["log", "error"] as const)
    vi.spyOn(console, name).mockImplementation((text: unknown) => void messages.push(String(text)));
  url = `http://127.0.0.1:${await listening(older)}`;
  folder = mkdtempSync(join(tmpdir(), "chainside-older-"));
  const node = join(folder, "node0");
  await mkdir(join(node, "conf"), { recursive: true });
  writeFileSync(join(node, "conf/node.nodeid"), own);
  writeFileSync(
    join(node, "config.ini"),
    `[p2p]\nlisten_ip=0.0.0.0\nlisten_port=30300\nsm_ssl=true\n[rpc]\nlisten_port=20200\n[certificate_whitelist]\ncal.0=${friend}\ncal.1=${"d4".repeat(256)}\n`,
  );
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  older.close();
  vi.restoreAllMocks();
});
beforeEach(() => {
  messages = [];
});

const run = (...args: string[]): Promise<number> => runCommand(args, () => useCatalogue("en"));

describe("a node of 2.x", () => {
  it("is asked for its peers, and said to be one of which nothing else can be had", async () => {
    expect(await run("node", "list-peers", "--url", url)).toBe(0);
    const words = messages.join("\n");
    expect(words).toContain("is a FISCO BCOS 2.x node. Only its peers can be read");
    for (const part of ["old1", "bank", "10.0.0.3:30300", friend]) expect(words).toContain(part);
    expect(await run("group", "connections", "--url", url, "--json")).toBe(0);
    expect(JSON.parse(messages.at(-1) ?? "")).toMatchObject({
      ok: true,
      result: { variant: "2.x", records: olderRecords },
    });
  });

  it("is refused by everything else, with the way to its peers", async () => {
    expect(await run("group", "info", "--url", url)).toBe(1);
    expect(messages.join("\n")).toMatch(/2\.x node[\s\S]*chainside node list-peers/);
    messages = [];
    expect(await run("group", "info", "--url", url, "--group", "group0")).toBe(1);
    expect(messages.join("\n")).toMatch(/2\.x node[\s\S]*chainside node list-peers/);
  });

  it("has peers that lists accept or refuse", async () => {
    expect(await run("access", "--peers", url, "--identity-length", "128", folder)).toBe(0);
    const words = messages.join("\n");
    expect(words).toContain("node0: would refuse 1 of 2 peers");
    expect(words).toMatch(/✗ old2, 10\.0\.0\.3:30300, c3.*Refused: the whitelist is on and doesn't name it/);
    expect(words).toMatch(/● old1.*Accepted: cal\.0 in the whitelist names it.*config\.ini:8/);
    await run("access", "--peers", url, "--identity-length", "512", folder);
    expect(messages.join("\n")).toContain("Unknown: the node tells no ID of 512 hex digits for it");
    await run("access", "--peers", url, "--identity-length", "128", "--format", "json", folder);
    const [row] = JSON.parse(messages.at(-1) ?? "");
    expect(row.peers.map(({ accepted }: { readonly accepted: boolean }) => accepted)).toEqual([true, false]);
  });

  /** Another node of 2.x, while it is asked. */
  async function asked(form: OlderForm, ...args: string[]): Promise<{ code: number; words: string }> {
    const node = olderNode(form);
    try {
      const place = `http://127.0.0.1:${await listening(node)}`;
      const code = await run(...args.map((word) => (word === "URL" ? place : word)));
      return { code, words: messages.join("\n") };
    } finally {
      node.close();
    }
  }

  it.each<[string, OlderForm]>([
    ["that wants no group", { groups: undefined }],
    ["without group 1", { groups: [2, 3] }],
    ["that tells IDs alone", { peers: olderPeerIds }],
    ["that writes IDs with 0x, without agency or name", { peers: olderPeerIds.map((id) => ({ NodeID: `0x${id}` })) }],
  ])("%s is asked for its peers, too", async (_, form) => {
    const { code, words } = await asked(form, "node", "list-peers", "--url", "URL");
    expect(code).toBe(0);
    for (const part of ["Only its peers can be read", ...olderPeerIds]) expect(words).toContain(part);
    messages = [];
    const lists = await asked(form, "access", "--peers", "URL", "--identity-length", "128", folder);
    expect(lists.words).toContain("node0: would refuse 1 of 2 peers");
  });

  it("that tells addresses alone gives peers on which lists can't decide", async () => {
    const form = { peers: ["10.0.0.2:30300"] };
    const { words } = await asked(form, "access", "--peers", "URL", "--identity-length", "128", folder);
    expect(words).toMatch(/\? 10\.0\.0\.2:30300: Unknown: the node tells no ID of 128 hex digits/);
  });

  it("without peers has none to show", async () => {
    const { code, words } = await asked({ peers: [] }, "access", "--peers", "URL", folder);
    expect([code, words]).toEqual([0, expect.stringContaining("The node has no peers.")]);
  });

  it("that refuses every question is known for one of 2.x all the same, and its own words are shown", async () => {
    const refusal = { code: -40010, message: "RPC module initialization is incomplete" };
    const { code, words } = await asked({ refusal }, "node", "list-peers", "--url", "URL");
    expect(code).toBe(1);
    expect(words).toContain("is a FISCO BCOS 2.x node");
    expect(words).toContain(refusal.message);
  });

  it("has a channel port, which is said to be none that can be asked", async () => {
    const { pem, keyPem } = createAuthority();
    const channel = createTlsServer({ cert: pem, key: keyPem, requestCert: true }, (socket) => socket.end());
    channel.on("tlsClientError", () => undefined);
    try {
      expect(await run("node", "list-peers", "--url", `http://127.0.0.1:${await listening(channel)}`)).toBe(1);
      expect(messages.join("\n")).toMatch(/requires TLS[\s\S]*channel_listen_port[\s\S]*jsonrpc_listen_port/);
    } finally {
      channel.close();
    }
  });

  it("is told of in Chinese, too", async () => {
    await runCommand(["access", "--peers", url, "--identity-length", "128", folder], () => useSources("zh-cn"));
    const words = messages.join("\n");
    expect(words).toContain("2.x");
    expect(words).toMatch(/[一-龥]/);
    expect(words).not.toMatch(/would refuse|Only its peers/);
  });
});
