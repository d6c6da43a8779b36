import { homedir } from "node:os";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as vscode from "vscode";
import { issueText, reportIssue } from "../../../../../src/extension/features/reportIssue/reportIssue";
import { Cancelled } from "../../../../../src/extension/kit/errors/cancelled";
import { LogTail, visibleLog } from "../../../../../src/extension/kit/errors/visibleLog";
import { type ExtensionApp, extensionApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";

const key = "b71c71a67e1177ad4e901695e1b4b9ee17ae16c6668d313eac2f96dbcda3f291";

describe("reporting an issue", () => {
  let chain: ExtensionApp;
  beforeEach(async () => {
    host.reset();
    chain = await extensionApp();
    Object.assign(chain.app.context, { extension: { id: "chainside.chainside", packageJSON: { version: "0.2.0" } } });
    const tail = new LogTail();
    Object.assign(chain.app, { logTail: tail });
    const channel = Object.fromEntries(["info", "debug", "warn", "error"].map((name) => [name, () => undefined]));
    const log = visibleLog(channel as never, tail);
    log.info(`connected to http://in.process:20200 with ${homedir()}/sdk/sdk.key`);
    log.debug("not for others");
    log.error(new Error(`refused by 10.1.2.3:20200 for ${key}`));
  });
  afterEach(() => chain.dispose());

  const body = async (choice: RegExp): Promise<string> => {
    host.picks = [choice];
    await reportIssue(chain.app);
    const [command, given] = host.executed.at(-1) ?? [];
    expect(command).toBe("workbench.action.openIssueReporter");
    expect(given).toMatchObject({ extensionId: "chainside.chainside" });
    return (given as { issueBody: string }).issueBody;
  };

  it("fills the reporter with versions and the log, without key, home and host", async () => {
    const text = await body(/^Include the redacted log/);
    expect(text).toContain("* Chainside: 0.2.0");
    expect(text).toContain("* VS Code: 1.100.0 (desktop, en)");
    expect(text).toMatch(/\* Connected: chain, standard, node \d+\.\d+\.\d+, data version/);
    expect(text).toContain("connected to http://[host]:20200 with ~/sdk/sdk.key");
    expect(text).toContain("refused by [host]:20200 for [64 hex digits]");
    for (const secret of [key, homedir(), "10.1.2.3", "in.process", "not for others"])
      expect(text).not.toContain(secret);
  });

  it("names hosts when the user agrees, and still no key and no home", async () => {
    const text = await body(/^Include the log with hosts/);
    expect(text).toContain("http://in.process:20200 with ~/sdk/sdk.key");
    expect(text).toContain("refused by 10.1.2.3:20200 for [64 hex digits]");
    expect(text).not.toContain(key);
  });

  it("hides the server that a browser has VS Code from, with the log and without", async () => {
    const env = vscode.env as { remoteName: string | undefined };
    for (const [remote, shown] of [
      ["ops.example.com:8443", "[host]:8443"],
      ["opsbox:80", "[host]:80"],
      ["10.1.2.3:8080", "[host]:8080"],
      ["localhost:8080", "localhost:8080"],
      ["ssh-remote", "ssh-remote"],
    ] as const) {
      env.remoteName = remote;
      for (const choice of [/^Include the redacted log/, /^Leave the log out/])
        expect(await body(choice)).toContain(`(desktop, ${shown}, en)`);
    }
    env.remoteName = undefined;
  });

  it("knows hosts of addresses that are written without a scheme", async () => {
    const [connection] = chain.app.connections.all;
    const profile = { ...connection?.profile, endpoints: ["chainbox:20200"], archive: "storebox:8180/" };
    Object.defineProperty(connection, "profile", { value: profile });
    chain.app.logTail.add("info", "lost chainbox and storebox");
    const text = await body(/^Include the redacted log/);
    expect(text).toContain("lost [host] and [host]");
  });

  it("leaves the log out, and opens nothing when the question is closed", async () => {
    expect(await body(/^Leave the log out/)).not.toContain("Log of this window");
    host.executed.length = 0;
    host.picks = [];
    await expect(reportIssue(chain.app)).rejects.toBeInstanceOf(Cancelled);
    expect(host.executed).toEqual([]);
  });
});

it("keeps the newest lines, and those not without end", () => {
  const tail = new LogTail(3, 10);
  for (let line = 1; line <= 5; line += 1) tail.add("info", `line ${line}`);
  tail.add("info", "x".repeat(1000));
  expect(tail.text.split("\n").map((line) => line.slice(line.indexOf("]") + 2))).toEqual([
    "line 4",
    "line 5",
    "x".repeat(10),
  ]);
});

it("keeps the log inside its block, whatever a node wrote", () => {
  const facts = { extension: "1", vscode: "1", place: "web", system: "x", runtime: "y", language: "en", groups: [] };
  const text = issueText({ ...facts, log: "````\n# Not a heading" });
  expect(text.split("````")).toHaveLength(3);
  expect(text).toContain("* Connected: no chain");
});
