// Whatever signs writes down who agreed before it signs, and what became of it; where it can't be written, nothing is signed.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getBlockNumber } from "../../../../src/chain/rpc/blocks";
import { createTable } from "../../../../src/chain/services/table/createTable";
import { runCommand } from "../../../../src/cli/commands";
import { signAndSend } from "../../../../src/extension/flows/signing/signAndSend";
import type { WritableGroup } from "../../../../src/extension/state/connections/signingPermit";
import { checkAudit } from "../../../../src/signing/audit/auditReading";
import { folderAudit } from "../../../../src/signing/audit/folderAudit";
import { assistantClient, type PortBench, portBench } from "../../../support/assistants";
import { writtenLines } from "../../../support/commandLine";
import { signedRequests, suiteApp } from "../../../support/extensionApp";
import { host } from "../../../support/fakeVscode/fakeHost";
import { preparedOf } from "../../../support/preparedOf";

interface Line {
  readonly event: string;
  readonly hash: string;
  readonly consent?: { readonly front: string; readonly by: string };
  readonly [part: string]: unknown;
}

let place = "";
let folder = "";
let blocked = "";
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "audit-fronts-"));
  folder = join(place, "audit");
  writeFileSync(join(place, "file"), "");
  blocked = join(place, "file", "audit");
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const logText = (): string =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("");
const log = (): Line[] =>
  logText()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);

/** One consent and what became of it. What trying it out signed beside is in lines of its own. */
function expectPair(lines: readonly Line[], front: string, by: string): void {
  const [consent, outcome, ...rest] = lines.filter(({ event }) => event !== "call");
  expect(rest).toEqual([]);
  expect(consent).toMatchObject({
    event: "consent",
    consent: { front, by },
    hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
  });
  expect(consent?.["request"]).toMatchObject({
    version: 1,
    weight: expect.any(String),
    transaction: expect.stringMatching(/^0x/),
  });
  expect(outcome).toMatchObject({ event: "outcome", hash: consent?.hash, outcome: { kind: "inBlock", status: 0 } });
}

describe("the audit log of a terminal", () => {
  let bench: PortBench;
  let keyFile = "";
  const { out, err } = writtenLines();
  beforeAll(async () => {
    bench = await portBench();
  });
  afterAll(() => bench.close());

  const run = async (...args: string[]): Promise<number> => {
    out.length = 0;
    err.length = 0;
    return runCommand(args);
  };
  const password = "a password that no log has";
  const send = async (audit: string, ...more: string[]): Promise<number> => {
    keyFile = join(place, "me.pem");
    writeFileSync(join(place, "password"), password);
    if (
      (await run(
        "account",
        "new",
        "--out",
        keyFile,
        "--format",
        "keystore",
        "--password-file",
        join(place, "password"),
      )) !== 0
    )
      throw new Error(err.join("\n"));
    const config = "0x0000000000000000000000000000000000001000";
    const value = String(1001 + Math.floor(Math.random() * 1000));
    const words = [config, "setValueByKey", "tx_count_limit", value, ...more];
    const place_ = ["--url", bench.chain.url, "--key", keyFile, "--password-file", join(place, "password")];
    return run("send", ...place_, "--audit", audit, ...words);
  };

  it("has a line before the signature and one behind it, and no secret", async () => {
    expect(await send(folder, "--yes"), err.join("\n")).toBe(0);
    expectPair(log(), "terminal", "before");
    expect(log()[0]?.["request"]).toMatchObject({ method: "setValueByKey(string,string)" });
    expect(logText()).not.toContain(password);
    const { ciphertext } = (JSON.parse(readFileSync(keyFile, "utf8")) as { crypto: { ciphertext: string } }).crypto;
    expect(logText()).not.toContain(ciphertext);
    expect(await run("audit", "verify", "--folder", folder)).toBe(0);
    expect(out.join("\n")).toContain("Each line follows the one before it.");
    expect(await run("audit", "show", "--folder", folder)).toBe(0);
    expect(out.join("\n")).toMatch(/agreed to 0x[0-9a-f]{64} \(terminal, agreed beforehand, by an option\): /);
    expect(out.join("\n")).toMatch(/0x[0-9a-f]{64}: in block \d+, status 0/);
    expect(await run("audit", "show", "--folder", folder, "--last", "1", "--json")).toBe(0);
    expect(JSON.parse(out.join(""))).toMatchObject({
      ok: true,
      result: { lines: [{ line: 2, entry: { event: "outcome" } }] },
    });
    writeFileSync(join(folder, "audit-000001.jsonl"), logText().replace("terminal", "somebody"));
    expect(await run("audit", "verify", "--folder", folder, "--json")).toBe(1);
    expect(JSON.parse(out.join(""))).toMatchObject({
      result: { whole: false, broken: { line: 2, reason: "doesNotFollow" } },
    });
  });

  it("has that no one agreed", async () => {
    expect(await send(folder)).toBe(2);
    expect(log()).toEqual([expect.objectContaining({ event: "declined", front: "terminal", code: "consentNeeded" })]);
  });

  it("lets nothing be signed while it can't be written", async () => {
    const before = await getBlockNumber(bench.session.client);
    expect(await send(blocked, "--yes")).toBe(2);
    expect(err.join("\n")).toMatch(/The audit log in .* can't be written: .* Nothing was signed/);
    expect(await getBlockNumber(bench.session.client)).toBe(before);
  });

  it("is kept nowhere where the person wants none, and not of a key that everyone has", async () => {
    process.env["CHAINSIDE_AUDIT"] = folder;
    try {
      expect(await send("off", "--yes")).toBe(0);
      const config = "0x0000000000000000000000000000000000001000";
      const free = [
        "send",
        "--url",
        bench.chain.url,
        "--key",
        "dev0",
        config,
        "setValueByKey",
        "tx_count_limit",
        "1500",
      ];
      expect(await run(...free)).toBe(0);
      expect(() => log()).toThrow("ENOENT");
      expect(await run("audit", "verify")).toBe(2);
      expect(err.join("\n")).toContain("There is no audit log");
    } finally {
      delete process.env["CHAINSIDE_AUDIT"];
    }
  });

  it("has two lines of a load: before its first transaction, and what it came to", async () => {
    expect(await send(folder, "--yes")).toBe(0);
    const key = ["--key", keyFile, "--password-file", join(place, "password")];
    const load = (audit: string): Promise<number> =>
      run("load", "transfer", "--url", bench.chain.url, ...key, "--count", "5", "--audit", audit, "--yes");
    rmSync(folder, { recursive: true });
    expect(await load(folder), err.join("\n")).toBe(0);
    const [begun, ended, ...rest] = log();
    expect(rest).toEqual([]);
    expect(begun).toMatchObject({
      event: "load",
      consent: { front: "terminal" },
      accounts: [expect.stringMatching(/^0x[0-9a-f]{40}$/)],
      request: { accountCount: 1, freshAccounts: 0, count: 5, chain: { groupId: "group0" } },
    });
    expect(ended).toMatchObject({ event: "loaded", run: begun?.["run"], sent: 5, succeeded: 5 });
    expect((await checkAudit(folder)).broken).toBeUndefined();
    expect(await run("audit", "show", "--folder", folder)).toBe(0);
    expect(out.join("\n")).toMatch(/5/);
    const height = await getBlockNumber(bench.session.client);
    expect(await load(blocked)).not.toBe(0);
    expect(await getBlockNumber(bench.session.client)).toBe(height);
  });

  it("is kept of an assistant, asked or not", async () => {
    for (const [access, by] of [
      ["confirm", "person"],
      ["full", "access"],
    ] as const) {
      rmSync(folder, { recursive: true, force: true });
      const audit = folderAudit(folder, "assistant", () => undefined);
      const { call, close } = await assistantClient(bench, { access }, { person: () => "yes", audit });
      const fields = { key: "tx_count_limit", value: "1700" };
      const { structuredContent } = await call("config_change", { operation: "set", fields });
      expect(structuredContent, JSON.stringify(structuredContent)).toMatchObject({ status: "done" });
      expectPair(log(), "assistant", log()[0]?.consent?.by === "person" ? "person" : by);
      await close();
    }
    const signatures = bench.signatures();
    const failing = folderAudit(blocked, "assistant", () => undefined);
    const { call, close } = await assistantClient(bench, { access: "full" }, { person: () => "yes", audit: failing });
    const answer = await call("config_change", { operation: "set", fields: { key: "tx_count_limit", value: "1701" } });
    expect(answer.structuredContent).toMatchObject({ status: "failed", error: { code: "auditUnwritable" } });
    expect(bench.signatures()).toBe(signatures);
    await close();
  });
});

describe("the audit log of the editor", () => {
  const on = suiteApp();
  let made = 0;
  const send = (): Promise<unknown> => {
    const table = `audited${++made}`;
    return signAndSend(
      on.app,
      on.group as WritableGroup,
      preparedOf({ title: "Create Table", lines: [{ label: "Table", value: table }] }, (signer, options) =>
        createTable(
          on.group.session,
          signer,
          { table, keyField: "id", valueFields: ["v"], keyOrder: "lexicographic" },
          options,
        ),
      ),
    );
  };

  it("is in the user's own folder", async () => {
    on.access = "full";
    folder = join(process.env["XDG_STATE_HOME"] ?? "", "chainside", "audit");
    rmSync(folder, { recursive: true, force: true });
    await send();
    expectPair(log(), "editor", "access");
    expect((await checkAudit(folder)).broken).toBeUndefined();
  });

  it("is where the user says, and says who declined", async () => {
    host.set("chainside.audit.folder", folder);
    await expect(send()).rejects.toThrow();
    expect(log()).toEqual([expect.objectContaining({ event: "declined", front: "editor" })]);
  });

  it("lets nothing be signed while it can't be written", async () => {
    host.set("chainside.audit.folder", blocked);
    on.access = "full";
    await expect(send()).rejects.toMatchObject({ code: "auditUnwritable" });
    expect(signedRequests(on.asked)).toEqual([]);
  });

  it("is off where the user says so, and for nothing else that stands in the settings", async () => {
    on.access = "full";
    host.set("chainside.audit.folder", folder);
    host.set("chainside.audit.enabled", false);
    await send();
    expect(() => log()).toThrow("ENOENT");
    host.set("chainside.audit.enabled", "off");
    await send();
    expectPair(log(), "editor", "access");
  });

  it("tells that an outcome couldn't be written, and keeps the receipt", async () => {
    on.access = "full";
    host.set("chainside.audit.folder", folder);
    await signAndSend(
      on.app,
      on.group as WritableGroup,
      preparedOf({ title: "Create Table" }, async (signer, options) =>
        createTable(
          on.group.session,
          signer,
          { table: `audited${++made}`, keyField: "id", valueFields: ["v"], keyOrder: "lexicographic" },
          {
            ...options,
            onSigned: (hash) => {
              void options.onSigned?.(hash);
              rmSync(folder, { recursive: true });
              writeFileSync(folder, "");
            },
          },
        ),
      ),
    );
    expect(on.errors).toEqual([expect.objectContaining({ code: "auditIncomplete" })]);
  });
});
