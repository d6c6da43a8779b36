// A request goes out of the question, is signed where the key is, and is sent: each by the rules of `chainside request`.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import * as vscode from "vscode";
import { getBlockNumber } from "../../../../src/chain/rpc/blocks";
import { sendRequest, signRequest } from "../../../../src/extension/features/signingRequests/requestFiles";
import { signOperation } from "../../../../src/extension/flows/operations/doOperation";
import type { WritableGroup } from "../../../../src/extension/state/connections/signingPermit";
import { setConfigOperation } from "../../../../src/operations/config/config";
import { readRequestFile } from "../../../../src/signing/requestFile";
import { extensionApp, signedRequests, suiteApp } from "../../../support/extensionApp";
import { host } from "../../../support/fakeVscode/fakeHost";
import { Uri } from "../../../support/fakeVscode/values";

const on = suiteApp();
beforeAll(() => {
  const writeFile = async ({ fsPath }: Uri, content: Uint8Array): Promise<void> => writeFileSync(fsPath, content);
  Object.assign(vscode.workspace.fs, { writeFile });
});
afterAll(() => {
  Object.assign(vscode.workspace.fs, { writeFile: undefined });
});
let folder = "";
let audit = "";
const file = (name: string): string => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "requests-"));
  audit = file("audit");
  host.set("chainside.audit.folder", audit);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const opening = (name: string): void => {
  host.desk = { window: { showOpenDialog: async () => [Uri.file(file(name))] } };
};
const log = (): Record<string, unknown>[] =>
  (existsSync(audit) ? readdirSync(audit) : [])
    .filter((name) => name.endsWith(".jsonl"))
    .flatMap((name) => readFileSync(join(audit, name), "utf8").split("\n").filter(Boolean))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const events = (): unknown[] => log().map(({ event }) => event);

async function exported(value: string): Promise<void> {
  host.picks = [/Export Signing Request/];
  host.saves = [file("request.json")];
  const values = { key: "tx_count_limit", value };
  await expect(signOperation(on.app, on.group as WritableGroup, setConfigOperation, values)).rejects.toThrow();
}

async function signed(): Promise<void> {
  opening("request.json");
  host.picks = [/^.*Sign$/];
  host.saves = [file("signed.json")];
  await signRequest(on.app);
}

describe("a signing request in the editor", () => {
  it("goes out unsigned, comes back signed, is sent once, and is written down", async () => {
    const { client } = on.group.session;
    const height = await getBlockNumber(client);
    await exported("1801");
    expect(signedRequests(on.asked)).toEqual([]);
    const request = readRequestFile(readFileSync(file("request.json"), "utf8"));
    expect(request.signature).toBeUndefined();
    expect(request.claimed.from).toBe(on.app.accounts.active(on.group)?.address);
    expect(events()).toEqual(["exported"]);

    // where it is signed, no chain is needed
    on.connected = false;
    await signed();
    on.connected = true;
    const back = readRequestFile(readFileSync(file("signed.json"), "utf8"));
    expect(back.transaction.hash).toBe(request.transaction.hash);
    expect(back.signature).toBeDefined();
    expect(events()).toEqual(["exported", "consent"]);
    expect(signedRequests(on.asked)).toEqual([]);

    opening("signed.json");
    host.picks = [/^.*Send$/];
    await sendRequest(on.app, on.group as WritableGroup);
    // What is sent is read from its bytes: who asked for it may say anything.
    const lines = host.pickers.at(-1)?.items.map(({ label, description }) => `${label}: ${description}`);
    expect(lines).toContain('Call: setValueByKey("tx_count_limit", 1801)');
    expect(lines).toContainEqual(expect.stringMatching(/^Recipient: 0x0{36}1000/));
    expect(lines).toContainEqual(expect.stringContaining("Show Whole Request"));
    expect(await getBlockNumber(client)).toBe(height + 1);
    expect(on.app.sent.list(on.group)[0]).toMatchObject({ hash: request.transaction.hash, outcome: { kind: "done" } });
    expect(events()).toEqual(["exported", "consent", "sent", "outcome"]);
    expect(log().every(({ hash }) => hash === request.transaction.hash)).toBe(true);

    // the same bytes again are in the chain already: nothing is executed twice
    opening("signed.json");
    host.picks = [/^.*Send$/];
    await sendRequest(on.app, on.group as WritableGroup).catch(() => undefined);
    expect(await getBlockNumber(client)).toBe(height + 1);
  });

  it("tells projects of the workspace that keep proxies what became of it", async () => {
    await exported("1811");
    await signed();
    const { transaction } = readRequestFile(readFileSync(file("signed.json"), "utf8"));
    const manifest = join(folder, "app", ".chainside", "proxies.json");
    const findFiles = vi.spyOn(vscode.workspace, "findFiles").mockResolvedValue([vscode.Uri.file(manifest)]);
    const kept = vi.fn(async () => undefined);
    Object.assign(on.app, { solidity: { keepProxyOutcome: kept } });
    opening("signed.json");
    host.picks = [/^.*Send$/];
    await sendRequest(on.app, on.group as WritableGroup);
    findFiles.mockRestore();
    expect(kept).toHaveBeenCalledExactlyOnceWith({
      root: join(folder, "app"),
      chain: expect.objectContaining({ name: `${on.group.session.chainId}/${on.group.session.groupId}` }),
      transaction: transaction.hash,
      outcome: { kind: "succeeded", block: await getBlockNumber(on.group.session.client), made: undefined },
    });
  });

  it("isn't signed where no one agrees, for another account, or twice", async () => {
    await exported("1802");
    opening("request.json");
    host.picks = [/Cancel/];
    await expect(signRequest(on.app)).rejects.toThrow();
    expect(events()).toEqual(["exported", "declined"]);
    await signed();
    opening("signed.json");
    await expect(signRequest(on.app)).rejects.toMatchObject({ code: "requestSigned" });
    const text = readFileSync(file("request.json"), "utf8");
    const { claimed } = readRequestFile(text);
    writeFileSync(file("request.json"), text.replaceAll(claimed.from, `0x${"22".repeat(20)}`));
    opening("request.json");
    await expect(signRequest(on.app)).rejects.toMatchObject({ code: "requestAccountMissing" });
    writeFileSync(file("request.json"), text.replace('"to": "0x', '"to": "0x1'));
    opening("request.json");
    await expect(signRequest(on.app)).rejects.toMatchObject({ code: "requestDiffers" });
  });

  it("isn't sent unsigned, to another chain, or where nothing may be written down", async () => {
    await exported("1803");
    opening("request.json");
    await expect(sendRequest(on.app, on.group as WritableGroup)).rejects.toMatchObject({ code: "requestUnsigned" });
    await signed();
    const other = await extensionApp({ chainId: "chain9" });
    opening("signed.json");
    const elsewhere = sendRequest(other.app, other.group as WritableGroup);
    await expect(elsewhere).rejects.toMatchObject({ code: "requestOfOtherChain" });
    other.dispose();
    writeFileSync(file("blocked"), "");
    host.set("chainside.audit.folder", join(file("blocked"), "audit"));
    host.picks = [/^.*Send$/];
    opening("signed.json");
    await expect(sendRequest(on.app, on.group as WritableGroup)).rejects.toMatchObject({ code: "auditUnwritable" });
    expect(signedRequests(on.asked)).toEqual([]);
  });

  it("isn't signed for a chain on which the user lets nothing be signed", async () => {
    await exported("1804");
    on.access = "readOnly";
    opening("request.json");
    await expect(signRequest(on.app)).rejects.toMatchObject({ code: "readOnlyConnection" });
  });
});
