import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";
import type { PageScreen } from "../../support/window/pageScreen";

const address = /^0x[0-9a-f]{40}$/;
const hash = /^0x[0-9a-f]{64}$/;

describe("the ways into the debugger", () => {
  let workbench: FakeWindow;
  let page: PageScreen;
  beforeAll(async () => {
    workbench = openWindow();
    await workbench.startChain();
    await workbench.command("FISCO BCOS: Deploy Contract", "HelloWorld");
    await workbench.answered(/Deployed HelloWorld/);
  });
  afterAll(async () => workbench?.close());

  /** What the next thing that is debugged is, as the adapter gets it. */
  const next = async (open: () => Promise<unknown>): Promise<Record<string, unknown>> => {
    const before = workbench.debugged.length;
    await open();
    await expect.poll(() => workbench.debugged.length).toBe(before + 1);
    return workbench.debugged.at(-1) as Record<string, unknown>;
  };
  const deployment = {
    type: "fisco-bcos",
    request: "launch",
    url: expect.stringMatching(/^http:/),
    group: "group0",
    transaction: expect.stringMatching(hash),
  };

  it("leads there from what was sent", async () => {
    await workbench.pane("Contracts");
    await workbench.collapse("Compiled");
    await workbench.expand("Sent");
    const row = workbench.row("Deploy HelloWorld");
    expect(await next(() => workbench.fromMenu(row, "Debug Transaction…"))).toMatchObject(deployment);
  });

  it("leads there from a receipt", async () => {
    await workbench.fromMenu(workbench.row("Deploy HelloWorld"), "Show Receipt");
    expect(await next(() => workbench.editorButton("Debug Transaction"))).toMatchObject(deployment);
  });

  it("leads there from the page of a transaction", async () => {
    await workbench.command("FISCO BCOS: Open Explorer");
    page = await workbench.webview(".cards");
    await page.locator(".tab", { hasText: "Blocks" }).click();
    await page.locator("button.link", { hasText: "#1" }).click();
    await page.locator("h2", { hasText: "Block #1" }).waitFor();
    await page.locator("table button.link").first().click();
    await page.locator("h2", { hasText: "Transaction" }).waitFor();
    const press = () => page.getByRole("button", { name: "Debug", exact: true }).click();
    expect(await next(press)).toMatchObject(deployment);
  });

  it("leads there from a form, with what stands in its fields, and sends nothing", async () => {
    await workbench.command("FISCO BCOS: Open Contract Form", "HelloWorld");
    page = await workbench.webview("nav button.function");
    await page.locator('button.function[title="set(string)"]').click();
    await page.locator('[data-path="value"]').fill("typed");
    const started = await next(() => page.getByRole("button", { name: "Debug", exact: true }).click());
    expect(started).toMatchObject({
      name: "HelloWorld.set",
      group: "group0",
      call: { to: expect.stringMatching(address), from: expect.stringMatching(address), function: "set(string)" },
    });
    expect((started["call"] as { data: string }).data).toContain(Buffer.from("typed").toString("hex"));
    expect(started["transaction"]).toBeUndefined();
    await workbench.status(/group0 #1/).waitFor();
  });

  it("leads there from a result in a form", async () => {
    await page.getByRole("button", { name: "Sign and Send" }).click();
    await page.locator(".result").first().filter({ hasText: "In block 2" }).waitFor();
    const link = page.locator(".result button.link", { hasText: "Debug" }).first();
    expect(await next(() => link.click())).toMatchObject(deployment);
  });

  it("leads there from the form of a deployment", async () => {
    await workbench.command("FISCO BCOS: Open Deployment Form", "HelloWorld");
    await expect
      .poll(async () => (await workbench.webview("form.call")).getByRole("button", { name: "Sign and Deploy" }).count())
      .toBe(1);
    page = await workbench.webview("form.call");
    const started = await next(() => page.getByRole("button", { name: "Debug", exact: true }).click());
    expect(started).toMatchObject({ call: { function: "constructor", data: expect.stringMatching(/^0x6080/) } });
  });

  it("leads there from the line of a contract and of a function, and asks for arguments", async () => {
    await workbench.collapse("Sent");
    await workbench.expand("On the Chain");
    const ofContract = await next(async () => {
      await workbench.fromMenu(workbench.row("HelloWorld"), "Debug Call…");
      await workbench.pick("get");
    });
    expect(ofContract).toMatchObject({ name: "HelloWorld.get", call: { function: "get()", data: "0x6d4ce63c" } });
    await workbench.expand("HelloWorld");
    const ofFunction = await next(async () => {
      await workbench.fromMenu(workbench.row(/^set/), "Debug Call…");
      await workbench.answer(/value \(string\)/, "asked for");
    });
    const { data } = ofFunction["call"] as { data: string };
    expect(data).toContain(Buffer.from("asked for").toString("hex"));
  });

  it("offers what was sent where nothing says which transaction", async () => {
    const chosen = await next(async () => {
      await workbench.command("FISCO BCOS: Debug Transaction…", "Deploy HelloWorld");
    });
    expect(chosen).toMatchObject(deployment);
    const typed = `0x${"ab".repeat(32)}`;
    const entered = await next(async () => {
      await workbench.command("FISCO BCOS: Debug Transaction…", "Enter a hash…");
      await workbench.answer("Hash of the transaction to debug", typed);
    });
    expect(entered).toMatchObject({ transaction: typed });
  });
});

describe("a transaction of a real chain", () => {
  let workbench: FakeWindow;
  let chain: DevChain;
  beforeAll(async () => {
    chain = await startDevChain({ port: 0, accounts: 1, sealers: 1, observers: 0 });
    workbench = openWindow();
    await workbench.view("FISCO BCOS");
    await workbench.command("FISCO BCOS: Connect…");
    await workbench.answer("JSON-RPC address of a node", chain.url);
    await workbench.answer("Enter a name for the connection", "real");
    await workbench.status(/group0 #\d+/).waitFor();
  });
  afterAll(async () => {
    await workbench?.close();
    await chain?.close();
  });

  const transaction = `0x${"ab".repeat(32)}`;
  let configuration: Record<string, unknown> = {};

  it("is debugged through the connection that the editor has", async () => {
    await workbench.command("FISCO BCOS: Debug Transaction…");
    await workbench.answer("Hash of the transaction to debug", transaction);
    await expect.poll(() => workbench.debugged.length).toBe(1);
    configuration = workbench.debugged[0] as Record<string, unknown>;
    expect(configuration).toMatchObject({ connection: "real", relay: true, group: "group0", transaction });
    expect(JSON.stringify(configuration)).not.toContain(chain.devToken);
  });

  it("lets the adapter read the chain of its configuration, and nothing else", async () => {
    const ask = async (method: string, params: unknown[], of: object = configuration) => {
      const answer = await (await workbench.asAdapter(of)).chain({ method, params, timeoutMs: undefined });
      return "error" in answer ? answer : JSON.parse(answer.text);
    };
    expect(await ask("getBlockNumber", ["group0", ""])).toMatchObject({ result: 0 });
    expect(await ask("getTransactionReceipt", ["group0", "", transaction, false])).toMatchObject({
      error: { code: 3008 },
    });
    expect(await ask("sendTransaction", ["group0", "", "0x00", false])).toMatchObject({
      error: { message: expect.stringContaining("may not ask sendTransaction") },
    });
    expect(await ask("getBlockNumber", ["group0", ""], { connection: "another" })).toMatchObject({
      error: { message: expect.stringContaining("No connection is named another") },
    });
  });

  it("asks before anything is re-executed", async () => {
    const { begin } = await workbench.asAdapter(configuration);
    const reported = begin(["The 12 blocks before it are re-executed."]);
    const dialog = workbench.dialog("Re-execute the transaction to debug it?");
    await dialog.waitFor();
    await dialog.press("Re-Execute");
    expect(await reported).toBe(true);
  });
});

describe("a call on a real chain", () => {
  let workbench: FakeWindow;
  let chain: DevChain;
  beforeAll(async () => {
    chain = await startDevChain({ port: 0, accounts: 1, sealers: 1, observers: 0, blockIntervalMs: 0 });
    workbench = openWindow({
      settings: { "chainside.connections": [{ name: "real", endpoints: [chain.url], access: "full" }] },
    });
    await workbench.view("FISCO BCOS");
    await workbench.command("FISCO BCOS: Connect", "real");
    await workbench.status(/group0 #0/).waitFor();
    await workbench.command("FISCO BCOS: Import Account from Private Key");
    await workbench.answer("Enter the private key", chain.accounts[0]?.privateKey ?? "");
    await workbench.answer("Enter a name for the account", "first");
    await workbench.status(/group0 #\d+ · \S/).waitFor();
    await workbench.command("FISCO BCOS: Deploy Contract", "HelloWorld");
    await workbench.answered(/Deployed HelloWorld/);
  });
  afterAll(async () => {
    await workbench?.close();
    await chain?.close();
  });

  const real = { connection: "real", relay: true, group: "group0" };

  it("is debugged there from the line of a contract, and from a source whose contract stands there", async () => {
    await workbench.pane("Contracts");
    await workbench.collapse("Compiled");
    await workbench.expand("On the Chain");
    await workbench.fromMenu(workbench.row("HelloWorld"), "Debug Call…");
    await workbench.pick("get");
    await expect.poll(() => workbench.debugged.length).toBe(1);
    expect(workbench.debugged[0]).toMatchObject({ ...real, call: { to: expect.stringMatching(address) } });
    await workbench.command("FISCO BCOS: Debug Call", "HelloWorld", "get");
    await workbench.pick(/HelloWorld0x/);
    await expect.poll(() => workbench.debugged.length).toBe(2);
    expect(workbench.debugged[1]).toMatchObject({
      ...real,
      call: { contract: "HelloWorld", function: "get()", to: expect.stringMatching(address) },
    });
    await workbench.status(/group0 #1 /).waitFor();
  });

  it("makes a new instance on the embedded chain, never there", async () => {
    await workbench.command("FISCO BCOS: Debug Call", "HelloWorld", "get");
    await workbench.pick("A new instance");
    await expect.poll(() => workbench.debugged.length).toBe(3);
    const started = workbench.debugged[2] as Record<string, unknown>;
    expect(started["url"]).not.toContain(chain.url);
    expect(started["connection"]).toBeUndefined();
  });
});
