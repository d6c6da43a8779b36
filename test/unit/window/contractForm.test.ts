import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withKiosk } from "../../support/foundKiosk";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";
import type { PageScreen } from "../../support/window/pageScreen";

describe("the contract form", () => {
  let workbench: FakeWindow;
  let page: PageScreen;
  beforeAll(async () => {
    workbench = openWindow({ prepare: withKiosk });
    await workbench.startChain();
  });
  afterAll(async () => workbench?.close());

  const result = (text: string | RegExp) => page.locator(".result").first().filter({ hasText: text });
  const chooseFunction = async (text: string): Promise<void> => {
    await page.locator(`button.function[title^="${text}"]`).click();
    await page.locator(`form h2[title^="${text}"]`).waitFor();
  };
  /** The list of senders has chosen that account. */
  const chosenAs = (name: string) =>
    expect
      .poll(async () => {
        const address = await page.getByLabel("From").inputValue();
        return page.locator(`#from option[value="${address}"]`).innerText();
      })
      .toMatch(new RegExp(`^${name} `));
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
    expect(await page.locator("nav section").first().locator("button").allInnerTexts()).toContainEqual(
      expect.stringContaining("label"),
    );
    await chooseFunction("label(");
    await page.getByRole("button", { name: "Call", exact: true }).click();
    await result("corner shop").waitFor();
  });

  const copied = async (begins: RegExp): Promise<string> => {
    await expect.poll(() => workbench.clipboard).toMatch(begins);
    return workbench.clipboard;
  };

  it("copies a call as a command line", async () => {
    await page.getByRole("button", { name: "Copy as Command Line" }).click();
    await copied(/^chainside call --url \S+ --group group0 0x[0-9a-f]{40} 'label\(\)'$/);
  });

  it("says beneath the field what is wrong with it while it is typed", async () => {
    await chooseFunction("find(uint64)");
    await field("id").fill("18446744073709551616");
    await page.getByText(/out of range.*0 to 18446744073709551615/).waitFor();
    expect(await field("id").getAttribute("aria-invalid")).toBe("true");
    await field("id").fill("2 minutes");
    await page.getByText("= 120").waitFor();
    expect(await field("id").getAttribute("aria-invalid")).toBe("false");
  });

  it("keeps overloads apart", async () => {
    await chooseFunction("find(uint64[2])");
    await field("ids[0]").fill("1");
    await field("ids[1]").fill("x");
    await page.getByText(/ids\[1\].*"?x"? isn't an integer/).waitFor();
    await chooseFunction("find(uint64)");
    expect(await field("id").inputValue()).toBe("2 minutes");
  });

  it("leaves the field alone that somebody types in while another account is chosen", async () => {
    await chooseFunction("setLabel");
    await field("newLabel").fill("a");
    const before = await field("newLabel").getAttribute("id");
    await workbench.command("FISCO BCOS: Select Signing Account…", "dev1");
    await chosenAs("dev1");
    expect(await field("newLabel").getAttribute("id")).toBe(before);
    await workbench.command("FISCO BCOS: Select Signing Account…", "dev0");
    await chosenAs("dev0");
    await field("newLabel").fill("");
    await chooseFunction("find(uint64)");
  });

  it("shows why a call fails", async () => {
    await page.getByRole("button", { name: "Call", exact: true }).click();
    await result(/OutOfStock\(id: 120, name: "?nothing there"?\)/).waitFor();
  });

  it("fills a struct with an address that is chosen and a list", async () => {
    await chooseFunction("stock");
    await field("item.id").fill("7");
    await field("item.name").fill("茶, tea");
    await page.getByRole("button", { name: /Select….*owner/ }).click();
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
  });

  it("tries out, then sends, and shows result and events", async () => {
    await page.getByRole("button", { name: "Dry Run" }).click();
    await result(/Dry run: would succeed/).waitFor();
    await result("→ 1").waitFor();
    const from = page.getByLabel("From");
    const [first, second] = await from.locator("option").allInnerTexts();
    expect([first, second]).toEqual([expect.stringMatching(/^dev0 0x/), expect.stringMatching(/^dev1 0x/)]);
    await from.selectOption("");
    await page.getByRole("button", { name: "Dry Run" }).click();
    await result(/Dry run without your signature: would succeed/).waitFor();
    await page.getByRole("button", { name: "Sign and Send" }).click();
    await result(/In block 2/).waitFor();
    await result("Stocked").waitFor();
  });

  it("takes all arguments as JSON", async () => {
    await page.getByRole("button", { name: "Paste JSON…" }).click();
    const box = page.getByLabel("Paste JSON…");
    await box.fill("[1, 2]");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByText(/expected 1, got 2/).waitFor();
    await box.fill(
      '[{"id": 8, "name": "rice", "owner": "0x00000000000000000000000000000000000000ab", "prices": [5, 6]}]',
    );
    await page.getByRole("button", { name: "Apply" }).click();
    await expect.poll(() => field("item.prices[1]").inputValue()).toBe("6");
    await page.getByRole("button", { name: "Sign and Send" }).click();
    await result(/In block 3/).waitFor();
  });

  it("offers to convert curly quotes around a text, and sends nothing with them", async () => {
    await chooseFunction("setLabel");
    await field("newLabel").fill("“茶”");
    await page.getByText(/contains full-width quotes or signs/).waitFor();
    await page.getByRole("button", { name: "Sign and Send" }).click();
    await result(/contains full-width quotes or signs/).waitFor();
    await page.getByRole("button", { name: "Convert to Half-Width" }).click();
    await expect.poll(() => field("newLabel").inputValue()).toBe("茶");
    await field("newLabel").fill("");
  });

  it("asks before it sends what would fail, and shows the transaction that failed", async () => {
    await chooseFunction("setLabel");
    await page.getByRole("button", { name: "Sign and Send" }).click();
    await workbench.says("Dry run: would fail");
    await workbench.says(/a label is needed/);
    await workbench.pick("Sign and Send");
    await result(/a label is needed/).waitFor();
    await page.locator(".result").first().getByRole("button", { name: "Show Transaction" }).click();
    await expect.poll(() => workbench.editorText()).toContain('Kiosk.setLabel("")');
  });

  it("remembers what was sent, and opens it again in its form", async () => {
    await workbench.pane("Contracts");
    await workbench.collapse("Compiled");
    await workbench.expand("Sent");
    await expect
      .poll(() => workbench.childrenOf("Sent"))
      .toEqual([
        expect.stringMatching(/^Send Kiosk\.setLabel.*failed in block 4 \(16\)/),
        expect.stringMatching(/^Send Kiosk\.stock.*block 3/),
        expect.stringMatching(/^Send Kiosk\.stock.*block 2/),
        expect.stringMatching(/^Deploy Kiosk.*block 1/),
      ]);
    await workbench.fromMenu(workbench.row("Deploy Kiosk"), "Repeat Transaction");
    page = await workbench.webview("form.call [data-path=initialLabel]");
    expect(await field("initialLabel").inputValue()).toBe("corner shop");
    await workbench.fromMenu(workbench.row("Send Kiosk.stock").last(), "Repeat Transaction");
    page = await workbench.webview("nav button.function");
    await expect.poll(() => field("item.name").inputValue()).toBe("茶, tea");
    expect(await field("item.prices[0]").inputValue()).toBe("1500000000000000000");
    await page.getByRole("button", { name: "Sign and Send" }).click();
    await result(/In block 5/).waitFor();
    await expect.poll(async () => (await workbench.childrenOf("Sent")).length).toBe(5);
  });

  it("sends as the account that is chosen in its list", async () => {
    const from = page.getByLabel("From");
    await from.selectOption((await page.locator("#from option:nth-child(2)").getAttribute("value")) ?? "");
    await page.getByRole("button", { name: "Copy as Command Line" }).click();
    await copied(/^chainside send .* --key dev1 /);
    await page.getByRole("button", { name: "Dry Run" }).click();
    await result(/Dry run: would/).waitFor();
  });

  it("copies what was sent as a command line that sends it once more", async () => {
    await workbench.fromMenu(workbench.row("Send Kiosk.stock").first(), "Copy as Command Line");
    await copied(/^chainside send .* --key dev0 0x[0-9a-f]{40} 'stock\(\(uint64,/);
  });

  it("keeps what was typed while it is hidden", async () => {
    await workbench.bringForward("Deploy Kiosk");
    await workbench.webview("form.call [data-path=initialLabel]");
    await workbench.bringForward(/^Kiosk/);
    page = await workbench.webview("nav button.function");
    await chooseFunction("stock");
    expect(await field("item.name").inputValue()).toBe("茶, tea");
    // So do the results.
    await page
      .locator(".result", { hasText: /In block 3/ })
      .first()
      .waitFor();
  });

  it("keeps what was typed when the window is loaded anew", async () => {
    await workbench.reload();
    await workbench.view("FISCO BCOS");
    await workbench.bringForward(/^Kiosk/);
    page = await workbench.webview("nav button.function");
    await chooseFunction("stock");
    expect(await field("item.prices[1]").inputValue()).toBe("2");
    // The chain of a workspace comes back with its window, with the contract on it.
    await chooseFunction("count");
    await page.getByRole("button", { name: "Call", exact: true }).click();
    await page.locator(".result", { hasText: "count()" }).first().waitFor();
  });
});

describe("the contract form, in Chinese", () => {
  let workbench: FakeWindow;
  let page: PageScreen;
  beforeAll(async () => {
    workbench = openWindow({
      prepare: withKiosk,
      locale: "zh-cn",
      settings: { "chainside.embeddedChain.access": "confirm" },
    });
    await workbench.view("FISCO BCOS");
    await workbench.command("启动内置链");
    await workbench.status(/group0 #\d+/).waitFor();
  });
  afterAll(async () => workbench?.close());

  it("asks once, with what it would do on the same screen", async () => {
    await workbench.command("打开部署表单", "Kiosk");
    page = await workbench.webview("form.call");
    await page.locator('[data-path="initialLabel"]').fill("小店");
    await page.getByRole("button", { name: "签名并部署" }).click();
    await workbench.says("节点只能试运行合约调用，不能试运行部署。");
    await workbench.pick("签名并发送");
    await page.locator(".result", { hasText: "已在区块" }).waitFor();
    await page.getByRole("button", { name: "打开表单" }).click();
    page = await workbench.webview("nav button.function");
    await page.locator("button.function", { hasText: "stock" }).click();
    await page.locator('[data-path="item.id"]').fill("-1");
    await page.locator(".problem", { hasText: "超出范围" }).waitFor();
    await page.locator("button.function", { hasText: "setLabel" }).click();
    await page.locator('[data-path="newLabel"]').fill("大店");
    await page.getByRole("button", { name: "签名并发送" }).click();
    await workbench.says("试运行：会成功");
    await workbench.pick("签名并发送");
    await page.locator(".result", { hasText: "已进入区块 2" }).waitFor();
  });
});
