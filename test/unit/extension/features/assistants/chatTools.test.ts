import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import * as vscode from "vscode";
import { getSealerList } from "../../../../../src/chain/rpc/members";
import { getTransaction } from "../../../../../src/chain/rpc/transactions";
import { link } from "../../../../../src/chain/services/bfs/link";
import { getSystemConfig } from "../../../../../src/chain/services/systemConfig/getSystemConfig";
import { transact } from "../../../../../src/chain/transaction/transact";
import { assistantArguments, readAssistantOrder } from "../../../../../src/cli/assistants/assistantOptions";
import { registerAssistants } from "../../../../../src/extension/features/assistants/registerAssistants";
import { loadedOperations } from "../../../../../src/operations/loaded";
import { readRequestFile } from "../../../../../src/signing/requestFile";
import { type ExtensionApp, extensionApp, signedRequests, signerOf } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";
import { chatServers, chatTools, type LanguageModelToolResult } from "../../../../support/fakeVscode/language";
import { CancellationTokenSource, type Uri } from "../../../../support/fakeVscode/values";
import { becomeVersion } from "../../../../support/fakeVscode/vscode";
import { sayingAbi, sayingCode } from "../../../../support/hostileContract";

interface FakeTool {
  prepareInvocation?(
    options: object,
    token: unknown,
  ): Promise<{
    readonly confirmationMessages?: { readonly title: string; readonly message: { readonly value: string } };
  }>;
  invoke(options: object, token: unknown): Promise<LanguageModelToolResult>;
}

const { token } = new CancellationTokenSource();

/** What a tool of the chat says, without the marks around it. */
async function messageOf(name: string, input: object): Promise<string> {
  const tool = chatTools.get(`chainside_${name}`) as FakeTool;
  return (await tool.invoke({ input }, token)).content.map(({ value }) => value).join("");
}
const answer = async (name: string, input: object): Promise<Record<string, unknown>> => {
  const [mark, json = "{}", end] = (await messageOf(name, input)).split("\n");
  expect(mark).toContain(`"${end}"`);
  return JSON.parse(json) as Record<string, unknown>;
};

describe("tools of the chat", () => {
  let on: ExtensionApp;
  let registered: { dispose(): unknown };
  beforeAll(async () => {
    on = await extensionApp({ sealers: 2, observers: 0 });
    becomeVersion("1.101.2");
    registered = registerAssistants(on.app);
  });
  afterAll(() => {
    becomeVersion("1.100.0");
    registered.dispose();
    on.dispose();
  });
  beforeEach(() => {
    on.access = "confirm";
    on.asked.length = 0;
  });
  const set = { operation: "config set", fields: { key: "tx_count_limit", value: "900" } };

  it("find operations by words of either language, and all without any", async () => {
    expect(await messageOf("find", { words: "sealer" })).toMatch(/node list-sealers \[chainside_read\]/);
    const all = (await messageOf("find", {})).split("\n");
    // no archive query service and no folder here; the chain is an embedded one
    const offered = loadedOperations.filter(({ needs }) => needs === undefined || needs === "embedded");
    expect(all).toHaveLength(offered.length);
    expect(await messageOf("find", { words: "mine" })).toMatch(/dev mine \[chainside_change\]/);
  });

  it("read, and refuse to change by reading", async () => {
    const sealers = (await getSealerList(on.group.session.client)).map(({ nodeID }) => nodeID);
    expect(await answer("read", { operation: "node list-sealers" })).toMatchObject({ status: "done", result: sealers });
    expect(await answer("read", set)).toMatchObject({ status: "refused" });
    expect(await answer("read", { operation: "node nothing" })).toMatchObject({ status: "refused" });
    expect(await answer("read", { operation: "node list-sealers", group: "other/group9" })).toMatchObject({
      status: "refused",
      message: "No such group is connected.",
    });
    expect(signedRequests(on.asked)).toEqual([]);
  });

  it("show the preview before a change, and ask as every command does", async () => {
    const tool = chatTools.get("chainside_change") as FakeTool;
    const prepared = await tool.prepareInvocation?.({ input: set }, token);
    expect(prepared?.confirmationMessages?.message.value).toContain("Set tx\\_count\\_limit to 900");
    expect(prepared?.confirmationMessages?.message.value).toContain("900");
    expect(await answer("change", { ...set, preview: true })).toMatchObject({
      status: "preview",
      preview: { title: "Set tx_count_limit to 900" },
    });
    expect(signedRequests(on.asked)).toEqual([]);
    // no one says yes to the editor's own question
    expect(await answer("change", set)).toMatchObject({
      status: "refused",
      message: "The person said no. Nothing was signed.",
    });
    expect(signedRequests(on.asked)).not.toContain("sendTransaction");
    host.picks = [/Sign and Send/];
    expect(await answer("change", set)).toMatchObject({ status: "done", result: { code: 0 } });
    expect((await getSystemConfig(on.group.session, "tx_count_limit"))?.value).toBe("900");
  });

  it("hear that a request was exported, and not that the person said no", async () => {
    const folder = mkdtempSync(join(tmpdir(), "chat-export-"));
    const file = join(folder, "for the vault.json");
    const writeFile = async ({ fsPath }: Uri, content: Uint8Array): Promise<void> => writeFileSync(fsPath, content);
    Object.assign(vscode.workspace.fs, { writeFile });
    host.reset();
    host.picks = [/Export Signing Request/];
    host.saves = [file];
    const exported = await answer("change", { ...set, fields: { key: "tx_count_limit", value: "903" } });
    Object.assign(vscode.workspace.fs, { writeFile: undefined });
    const { transaction, signature } = readRequestFile(readFileSync(file, "utf8"));
    rmSync(folder, { recursive: true });
    expect(signature).toBeUndefined();
    expect(exported).toMatchObject({
      status: "request",
      request: { hash: transaction.hash, savedAs: "for the vault.json" },
      message: expect.stringContaining("The person exported the request to the file for the vault.json"),
    });
    expect(exported["request"] as object).not.toHaveProperty("file");
    expect((await getSystemConfig(on.group.session, "tx_count_limit"))?.value).toBe("900");
  });

  it("sign under full access without a question what was shown, and for the group for which it was", async () => {
    on.access = "full";
    const limit = (value: string) => ({ ...set, fields: { key: "tx_count_limit", value } });
    const tool = chatTools.get("chainside_change") as FakeTool;
    await tool.prepareInvocation?.({ input: limit("901") }, token);
    host.reset();
    expect(await answer("change", limit("901"))).toMatchObject({ status: "done" });
    expect(host.questions).toEqual([]);
    // what was confirmed was done; once more is another change, and so is what was shown for another group
    expect(await answer("change", limit("901"))).toMatchObject({ status: "refused" });
    await tool.prepareInvocation?.({ input: limit("902") }, token);
    const other = vi.spyOn(on.group, "id", "get").mockReturnValue("settings:other/group0");
    expect(await answer("change", limit("902"))).toMatchObject({ status: "refused" });
    other.mockRestore();
    expect(host.questions.join()).toContain("The chat didn't show this for");
    expect((await getSystemConfig(on.group.session, "tx_count_limit"))?.value).toBe("901");
  });

  it("sign what was shown, wherever a link leads and whoever is active by then", async () => {
    on.access = "full";
    const { session } = on.group;
    const signer = await signerOf(on);
    const deployed = async (): Promise<string> =>
      (await transact(session, signer, { data: sayingCode(session, "tea"), abi: JSON.stringify(sayingAbi) }))
        .contractAddress ?? "";
    const [shown, other] = [await deployed(), await deployed()];
    const abi = JSON.stringify(sayingAbi);
    await link(session, signer, { path: "/apps/Said/1", address: shown, abi });
    const send = { operation: "contract send", fields: { contract: "/apps/Said/1", function: "speak" } };
    const tool = chatTools.get("chainside_change") as FakeTool;
    const prepared = await tool.prepareInvocation?.({ input: send }, token);
    expect(prepared?.confirmationMessages?.message.value).toContain(shown);
    expect(prepared?.confirmationMessages?.message.value).toContain(signer.address);
    host.reset();
    await link(session, signer, { path: "/apps/Said/1", address: other, abi });
    const [first, second] = on.app.accounts.all;
    const switched = vi
      .spyOn(on.app.accounts, "active")
      .mockReturnValue(first?.address === signer.address ? second : first);
    const done = await answer("change", send);
    switched.mockRestore();
    expect(done).toMatchObject({ status: "done" });
    expect(host.questions).toEqual([]);
    const [hash = ""] = done["transactions"] as string[];
    expect(await getTransaction(session.client, hash as `0x${string}`)).toMatchObject({
      to: shown,
      from: signer.address,
    });
  });

  it("sign nothing that the chat showed where the connection became read-only meanwhile", async () => {
    on.access = "full";
    const tool = chatTools.get("chainside_change") as FakeTool;
    await tool.prepareInvocation?.({ input: set }, token);
    on.asked.length = 0;
    on.access = "readOnly";
    expect(await answer("change", set)).toMatchObject({ status: "failed", error: { code: "readOnlyConnection" } });
    expect(signedRequests(on.asked)).toEqual([]);
  });

  it("ask the editor's question where the connection began to ask after the chat showed a change", async () => {
    on.access = "full";
    const limit = { ...set, fields: { key: "tx_count_limit", value: "905" } };
    const tool = chatTools.get("chainside_change") as FakeTool;
    await tool.prepareInvocation?.({ input: limit }, token);
    host.reset();
    on.access = "confirm";
    expect(await answer("change", limit)).toMatchObject({ status: "refused" });
    expect(host.questions).not.toEqual([]);
    expect((await getSystemConfig(on.group.session, "tx_count_limit"))?.value).not.toBe("905");
  });

  it("let the views look again after a change, and the session know what the chain is now", async () => {
    const changes: string[] = [];
    const listening = on.group.onDidChange((change) => changes.push(change));
    host.picks = [/Sign and Send/];
    await answer("change", { ...set, fields: { key: "tx_count_limit", value: "903" } });
    expect(changes).toEqual(expect.arrayContaining(["session", "nodes", "config", "governance", "bfs"]));
    changes.length = 0;
    const tool = chatTools.get("chainside_change") as FakeTool;
    const mine = { operation: "dev mine", fields: { count: 3 } };
    await tool.prepareInvocation?.({ input: mine }, token);
    const height = on.group.height ?? 0;
    // the connection asks, so a power is asked about as a signature is, by the editor
    expect(await answer("change", mine)).toMatchObject({ status: "refused" });
    await tool.prepareInvocation?.({ input: mine }, token);
    host.picks = [/Continue/];
    expect(await answer("change", mine)).toMatchObject({ status: "done" });
    expect(on.group.height).toBe(height + 3);
    expect(changes).toEqual(expect.arrayContaining(["height", "nodes", "contracts"]));
    listening.dispose();
  });

  it("say that a change was made, also where the chain can't be asked afterwards", async () => {
    const reopening = vi.spyOn(on.group, "reopen").mockRejectedValue(new Error("no answer"));
    host.picks = [/Sign and Send/];
    expect(await answer("change", { ...set, fields: { key: "tx_count_limit", value: "904" } })).toMatchObject({
      status: "done",
    });
    expect(reopening).toHaveBeenCalledOnce();
    reopening.mockRestore();
  });

  it("say when there is nothing behind a cursor", async () => {
    expect(await answer("read", { cursor: "gone" })).toMatchObject({ status: "refused" });
  });

  it("have a server of resources and prompts beside them, without tools and without a key", async () => {
    const servers = () => chatServers.get("chainside.chain")?.provideMcpServerDefinitions() ?? [];
    const [server, ...others] = servers();
    expect(others).toEqual([]);
    expect(server?.label).toContain("group0");
    const [program, ...args] = server?.args ?? [];
    expect(program).toMatch(/dist.cli\.js$/);
    expect(server?.env).toEqual({ ELECTRON_RUN_AS_NODE: "1" });
    // the program takes these words, and would sign nothing
    const [command, ...words] = args.filter((word) => !word.startsWith("--locale="));
    expect(command).toBe("mcp");
    const { tools, permit, keyFile } = readAssistantOrder(
      parseArgs({ args: words, options: assistantArguments, allowPositionals: true }),
    );
    expect({ tools, access: permit.access, keyFile }).toEqual({ tools: false, access: "readOnly", keyFile: undefined });
    host.trusted = false;
    expect(servers()).toEqual([]);
    host.trusted = true;
  });

  it("sign nothing on a read-only connection", async () => {
    on.access = "readOnly";
    expect(await answer("change", set)).toMatchObject({ status: "failed", error: { code: "readOnlyConnection" } });
    expect(signedRequests(on.asked)).toEqual([]);
  });
});

describe("tools of the chat, where permissions are enforced", () => {
  it("show before a change why the chain would refuse it", async () => {
    const on = await extensionApp({ auth: true });
    const registered = registerAssistants(on.app);
    const tool = chatTools.get("chainside_change") as FakeTool;
    const freeze = { operation: "contract freeze", fields: { contract: `0x${"1a".repeat(20)}` } };
    const prepared = await tool.prepareInvocation?.({ input: freeze }, token);
    expect(prepared?.confirmationMessages?.message.value).toContain("doesn't have an admin");
    // VS Code 1.100 has only a draft of servers, which throws when it is used
    expect(chatServers.has("chainside.chain")).toBe(false);
    registered.dispose();
    on.dispose();
  });
});
