import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withKiosk } from "../support/foundKiosk";
import { isOldest } from "./oldest";
import { openWindow, type Workbench } from "./workbench";

async function startChain(workbench: Workbench): Promise<void> {
  await workbench.view("FISCO BCOS");
  await workbench.command("FISCO BCOS: Start Embedded Chain");
  await workbench.signer().waitFor();
}

const item = (id: number, name: string): string =>
  `{id: ${id}, name: "${name}", owner: 0x00000000000000000000000000000000000000ab, prices: [5, 6]}`;

describe("the contract form, and its events", () => {
  let workbench: Workbench;
  let page: Frame;
  beforeAll(async () => {
    workbench = await openWindow({ prepare: withKiosk });
    await startChain(workbench);
  });
  afterAll(async () => workbench?.close());

  const result = (text: string | RegExp) => page.locator(".result").first().filter({ hasText: text });
  const chooseFunction = async (text: string): Promise<void> => {
    await page.locator(`button.function[title^="${text}"]`).click();
    await page.locator(`form h2[title^="${text}"]`).waitFor();
  };
  const field = (path: string) => page.locator(`[data-path="${path}"]`);

  it("deploys with a constructor argument", async () => {
    await workbench.command("FISCO BCOS: Open Deployment Form", "Kiosk");
    page = await workbench.webview("form.call");
    await field("initialLabel").fill("corner shop");
    await page.getByRole("button", { name: "Sign and Deploy" }).click();
    await result(/Deployed in block 1/).waitFor();
    await page.getByRole("button", { name: "Open Form" }).click();
    await expect.poll(async () => (await workbench.webview("nav button.function")) !== undefined).toBe(true);
    page = await workbench.webview("nav button.function");
  });

  it("tells reading from writing functions and shows an answer", async () => {
    await expect
      .poll(() => page.locator("nav section").first().locator("button").allInnerTexts())
      .toContainEqual(expect.stringContaining("label"));
    await chooseFunction("label(");
    await page.getByRole("button", { name: "Call", exact: true }).click();
    await result("corner shop").waitFor();
  });

  /**
   * What the clipboard holds, once it begins like this; taken from it as a person would. `copy` is done before each look: a click
   * on a menu that only just opens may come to nothing.
   */
  const copied = async (begins: RegExp, copy?: () => Promise<void>): Promise<string> => {
    let text = "";
    await expect
      .poll(
        async () => {
          await copy?.();
          await workbench.page.keyboard.press("F1");
          await workbench.quickInputBox.waitFor();
          await workbench.quickInputBox.fill("");
          await workbench.quickInputBox.press("ControlOrMeta+V");
          text = await workbench.quickInputBox.inputValue();
          await workbench.page.keyboard.press("Escape");
          return text;
        },
        { interval: 300 },
      )
      .toMatch(begins);
    return text;
  };
  /** Runs it where a terminal of the window begins, with the launcher that the extension puts on its PATH. */
  const inTerminal = async (line: string): Promise<string> => {
    const above = dirname(workbench.folder);
    const launcher = (): string | undefined =>
      readdirSync(above, { recursive: true })
        .map(String)
        .find((path) => path.endsWith(join("globalStorage/chainside.chainside/bin/chainside")));
    // no terminal was opened, so it is written a while after the start
    await expect.poll(launcher).toBeDefined();
    const PATH = `${process.env["PATH"]}${delimiter}${dirname(join(above, launcher() ?? ""))}`;
    return execFileSync("sh", ["-c", line], {
      cwd: workbench.folder,
      encoding: "utf8",
      env: { ...process.env, PATH },
    });
  };

  it.skipIf(isOldest)("copies a call as a command line that answers the same", async () => {
    await page.getByRole("button", { name: "Copy as Command Line" }).click();
    const line = await copied(/^chainside call --url \S+ --group group0 0x[0-9a-f]{40} 'label\(\)'$/);
    expect(await inTerminal(line)).toBe("corner shop\n");
  });

  it.skipIf(isOldest)("fills a struct with an address that is chosen and a list", async () => {
    await chooseFunction("stock");
    await field("item.id").fill("7");
    await field("item.name").fill("茶, tea");
    await page.getByRole("button", { name: /Select….*owner/ }).click();
    await workbench.quickInput.locator(".monaco-list-row").first().waitFor();
    await workbench.pick("Kiosk");
    await page.getByText("Contract Kiosk").waitFor();
    await page.getByRole("button", { name: "Add Item: prices" }).click();
    await field("item.prices[0]").fill("1.5 ether");
    await page.getByText("= 1500000000000000000").waitFor();
    await page.getByRole("button", { name: "Add Item: prices" }).click();
    await page.getByRole("button", { name: "Add Item: prices" }).click();
    await field("item.prices[1]").fill("2");
    await page.getByRole("button", { name: "Remove prices[2]" }).click();
    expect(await field("item.prices[2]").count()).toBe(0);
    await workbench.picture("form-struct");
  });

  it.skipIf(isOldest)("tries out, then sends, and shows result and events", async () => {
    await page.getByRole("button", { name: "Dry Run" }).click();
    await result(/Dry run: would succeed/).waitFor();
    await result("→ 1").waitFor();
    await page.getByRole("button", { name: "Sign and Send" }).click();
    await result(/In block 2/).waitFor();
    const box = await page.locator(".result").first().boundingBox();
    expect(box?.y).toBeLessThan(780);
    await result("Stocked").waitFor();
    await workbench.picture("form-sent");
  });

  it("is driven by keys", async () => {
    await chooseFunction("divide");
    await field("a").focus();
    await workbench.page.keyboard.type("-7");
    await workbench.page.keyboard.press("Tab");
    await workbench.page.keyboard.press("Tab");
    await workbench.page.keyboard.type("2");
    await workbench.page.keyboard.press("Enter");
    await result("-3").waitFor();
  });

  it("keeps what was typed when the window is loaded anew", async () => {
    // As a person does it: the editor has the time to put its state away.
    await workbench.reloadByCommand();
    page = await workbench.webview("nav button.function");
    await chooseFunction("divide");
    await expect.poll(() => field("a").inputValue()).toBe("-7");
    // The chain of a workspace comes back with its window, with the contract on it.
    await chooseFunction("count");
    await page.getByRole("button", { name: "Call", exact: true }).click();
    await page.locator(".result", { hasText: "count()" }).first().waitFor();
  });

  describe.skipIf(isOldest)("the events of the contract", () => {
    const lines = (): Promise<string[]> => page.locator(".rows .line .text").allInnerTexts();
    /** Below them stands what the form sent. */
    const newest = (count: number) => async (): Promise<string[]> => (await lines()).slice(0, count);
    const stock = async (id: number, name: string, block: number): Promise<void> => {
      // From the tree: a page that had the keys takes them back while a question opens.
      await workbench.row("stock").hover();
      await workbench.row("stock").getByRole("button", { name: "Send Transaction" }).click();
      await workbench.answer(/item/, item(id, name));
      await workbench.status(new RegExp(`group0 #${block}(?!\\d)`)).waitFor();
      await workbench.dismissNotifications();
    };
    const stocked = (id: number): RegExp =>
      new RegExp(`^Stocked\\(id: ${id}, name: #0x[0-9a-f]{8}…, owner: 0x0+ab, prices`);

    it("opens from an event of the Contracts view and shows what is sent", async () => {
      await workbench.pane("Contracts");
      await workbench.collapse("Compiled");
      await workbench.expand("Kiosk");
      await workbench.row("Stocked").click();
      page = await workbench.webview(".list");
      await page.locator(".live[data-live=push]").waitFor();
      await expect.poll(() => page.locator("summary strong").innerText()).toBe("Stocked");
      await stock(7, "tea", 3);
      await stock(8, "rice", 4);
      await expect.poll(newest(2)).toEqual([8, 7].map((id) => expect.stringMatching(stocked(id))));
      await workbench.picture("events-live");
    });

    it("shows one event with its parameters", async () => {
      await page.locator(".rows .line").first().click();
      await page.locator(".details", { hasText: "Stocked(uint64,string,address,uint256[])" }).waitFor();
      await expect.poll(() => page.locator(".details tr").first().innerText()).toMatch(/id uint64\s+8/);
      await page.locator(".list").press("ArrowDown");
      await expect.poll(() => page.locator(".details tr").first().innerText()).toMatch(/id uint64\s+7/);
      await page.locator(".list").press("Escape");
      await expect.poll(() => page.locator(".details").isVisible()).toBe(false);
    });

    it("catches up with what happened while it was hidden", async () => {
      await workbench.command("File: New Untitled Text File");
      await workbench.page.locator(".tab.active", { hasText: "Untitled" }).waitFor();
      await stock(13, "soap", 5);
      await workbench.page.locator(".tab", { hasText: "Events of Kiosk" }).click();
      page = await workbench.webview(".list");
      await expect.poll(newest(3)).toEqual([13, 8, 7].map((id) => expect.stringMatching(stocked(id))));
    });

    it("writes what it shows into a file", async () => {
      // With its comma: a word stands in the row, and the digits alone in many a hash.
      await page.locator(".find input").fill("id: 13,");
      await expect.poll(() => page.locator(".rows .line").count()).toBe(1);
      await page.getByRole("button", { name: "Export JSON" }).click();
      const file = join(workbench.folder, "stocked.json");
      const read = (): unknown => {
        try {
          return JSON.parse(readFileSync(file, "utf8"));
        } catch {
          return undefined;
        }
      };
      await workbench.saveTo(file);
      await expect
        .poll(read)
        .toMatchObject([{ block: 5, event: "Stocked", arguments: [{ name: "id", value: "13" }, {}, {}, {}] }]);
    });
  });
});
