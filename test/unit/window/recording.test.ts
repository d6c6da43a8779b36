import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { host } from "../../support/fakeVscode/fakeHost";
import { NotebookCellKind } from "../../support/fakeVscode/language";
import { TestRunRequest } from "../../support/fakeVscode/testing";
import { CancellationTokenSource, Uri } from "../../support/fakeVscode/values";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

/** A reference of a scenario, `${name}`, out of the reach of JavaScript. */
const named = (name: string): string => `$\{${name}}`;

describe("recording a scenario of what was done by hand", () => {
  let window: FakeWindow;
  const path = (): string => join(window.folder, "recorded.chain.yaml");
  beforeAll(async () => {
    window = openWindow();
    await window.startChain();
  });
  afterAll(async () => window?.close());

  const send = async (text: string): Promise<void> => {
    await window.command("FISCO BCOS: Send Transaction", "HelloWorld", "set(string");
    await window.answer("(string)", text);
  };
  const height = (number: number): Promise<void> => window.status(new RegExp(`group0 #${number} `)).waitFor();

  it("does things by hand: a contract, calls by two accounts, a failure, a folder, tables", async () => {
    await window.command("FISCO BCOS: Deploy Contract", "HelloWorld");
    await window.answered(/Deployed HelloWorld at/);
    await send("tea");
    await height(2);
    await window.signWith("dev1");
    await send("coffee: 2 # cups");
    await height(3);
    await send("");
    await window.sign(/EmptyGreeting/);
    await height(4);
    await window.command("FISCO BCOS: Create BFS Directory");
    await window.answer("Enter", "/apps/recorded");
    await height(5);
    await window.command("FISCO BCOS: New KV Table");
    await window.answer("Enter a name for the new table", "t_kv");
    await window.answer("Enter the name of the key column", "id");
    await window.answer("Enter the name of the value column", "value");
    await height(6);
    await window.command("FISCO BCOS: Set Value in KV Table", "t_kv");
    await window.answer("Key", "colour");
    await window.answer("Enter the value for colour", "blue");
    await height(7);
    await window.command("FISCO BCOS: Create Table");
    await window.answer("Enter a name for the new table", "t_goods");
    await window.answer("Enter the name of the key column", "id");
    await window.answer("Enter the names of the other columns", "name, price");
    await window.pick("Numbers");
    await height(8);
    await window.command("FISCO BCOS: Run Table SQL");
    await window.answer("create table, alter table", "insert into t_goods (id, name, price) values (1, tea, 38)");
    await height(9);
  });

  it("writes it down with accounts, arguments, results, events and statuses, and knows that it passes on a fresh chain", async () => {
    await window.dismissNotifications();
    window.paths.push(path());
    await window.command("FISCO BCOS: Record Scenario");
    await window.pick(/Deploy HelloWorld/);
    await window.notification("Recorded. The scenario passes on a fresh chain.").waitFor();
    expect(readFileSync(path(), "utf8")).toBe(
      [
        "scenario: recorded",
        "accounts:",
        "  dev1:",
        "steps:",
        "  - deploy: artifacts/contracts/HelloWorld.sol/HelloWorld.json",
        "    as: helloWorld",
        "  - send: helloWorld.set",
        "    args: { value: tea }",
        "    expect:",
        "      status: 0",
        `      events: [{ Greeted: { by: "${named("admin")}", greeting: tea } }]`,
        "  - send: helloWorld.set",
        "    from: dev1",
        '    args: { value: "coffee: 2 # cups" }',
        "    expect:",
        "      status: 0",
        `      events: [{ Greeted: { by: "${named("dev1")}", greeting: "coffee: 2 # cups" } }]`,
        "  - send: helloWorld.set",
        "    from: dev1",
        '    args: { value: "" }',
        "    expect:",
        "      status: 16",
        "      refused: { kind: execution, message: EmptyGreeting }",
        "  - mkdir: /apps/recorded",
        "    from: dev1",
        "    expect:",
        "      code: 0",
        "  - createKvTable: { table: t_kv, key: id, value: value }",
        "    from: dev1",
        "    expect:",
        "      code: 0",
        "  - setValue: { table: t_kv, key: colour, value: blue }",
        "    from: dev1",
        "    expect:",
        "      code: 1",
        "  - createTable: { table: t_goods, key: id, columns: [name, price], order: numerical }",
        "    from: dev1",
        "    expect:",
        "      code: 0",
        "  - insert: { table: t_goods, row: { id: 1, name: tea, price: 38 } }",
        "    from: dev1",
        "    expect:",
        "      code: 1",
        "",
      ].join("\n"),
    );
  });

  it("runs green in the Test Explorer", async () => {
    const controller = host.testControllers.find(({ id }) => id === "chainside.scenarios");
    await controller?.resolveHandler?.();
    const item = controller?.items.all.find(({ label }) => label === "recorded.chain.yaml");
    const run = controller?.profiles.find(({ label }) => label === "Run")?.run;
    await run?.(new TestRunRequest(item ? [item] : []), new CancellationTokenSource().token);
    expect(controller?.runs.at(-1)?.states.get("recorded.chain.yaml")).toBe("passed");
  });

  it("records one clicked transaction with the deployment of its contract, and nothing when no file is named", async () => {
    await window.pane("Contracts");
    await window.expand("Sent");
    window.paths.push(join(window.folder, "one"));
    await window.fromMenu(window.row("Send HelloWorld.set").first(), "Record Scenario");
    const file = join(window.folder, "one.chain.yaml");
    const written = (): string => (existsSync(file) ? readFileSync(file, "utf8") : "");
    await expect.poll(written).toContain("- send");
    const text = written();
    expect(text).toContain("  - deploy: artifacts/contracts/HelloWorld.sol/HelloWorld.json\n    as: helloWorld\n");
    expect(text.match(/ {2}- send/g)).toHaveLength(1);
    window.paths.push("");
    await window.command("FISCO BCOS: Record Scenario");
    await window.pick(/Deploy HelloWorld/);
    await expect.poll(() => window.paths).toEqual([]);
  });

  it("saves a notebook as a scenario that it has run", async () => {
    const cell = (kind: NotebookCellKind, text: string) => ({ kind, document: { getText: () => text } });
    const cells = [
      cell(NotebookCellKind.Markup, "Greets"),
      cell(NotebookCellKind.Code, "hello = deploy HelloWorld\nsend $hello set tea --from dev2\nexpect event Greeted"),
      cell(NotebookCellKind.Code, "call $hello get\nexpect tea\nrpc getBlockNumber"),
    ];
    const notebook = {
      notebookType: "chainside.requests",
      uri: Uri.file("/x/greets.chain-nb"),
      metadata: {},
      getCells: () => cells,
    };
    Object.assign(host.desk?.["window"] ?? {}, { activeNotebookEditor: { notebook } });
    const file = join(window.folder, "greets.chain.yaml");
    window.paths.push(file);
    await window.command("FISCO BCOS: Save Notebook as Scenario");
    await window.notification(/passes on a fresh chain.*left out: rpc getBlockNumber/).waitFor();
    expect(readFileSync(file, "utf8")).toBe(
      [
        "scenario: greets",
        "accounts:",
        "  dev2:",
        "steps:",
        "  # Greets",
        "  - deploy: artifacts/contracts/HelloWorld.sol/HelloWorld.json",
        "    as: hello",
        "  - send: hello.set",
        "    from: dev2",
        "    args: [tea]",
        "    expect:",
        "      events: [Greeted]",
        "  - call: hello.get",
        "    expect:",
        "      result: tea",
        "  # rpc getBlockNumber",
        "",
      ].join("\n"),
    );
  });
});
