import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SolidityCompiler } from "../../../src/solidity/compile/compiler";
import { defaultCompilerCache } from "../../../src/solidity/compilerReleases/compilerStore";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

const source = (step: number): string => `pragma solidity ^0.8.0;
library Steps {
  function scaled(uint256 x) public pure returns (uint256) { return x * ${step}; }
}
contract Till {
  address public owner = msg.sender;
  uint256 public total;
  string public motto = "cash only";
  mapping(address => uint256) public paid;
  function pay(address who, uint256 amount) external {
    paid[who] += amount;
    total += Steps.scaled(amount);
  }
}
`;
const bob = `0x${"b0b".padStart(40, "0")}`;

type Built = Readonly<Record<string, string>>;

/** What a build leaves in a workspace, by path: the source first, which must not be newer. */
async function build(compiler: SolidityCompiler, step: number): Promise<Built> {
  const folder = mkdtempSync(join(tmpdir(), "chainside-inspection-"));
  const file = join(folder, "contracts/Till.sol");
  mkdirSync(join(folder, "contracts"));
  writeFileSync(file, source(step));
  try {
    const { files } = await compiler.compile({
      files: [file],
      root: folder,
      suite: "standard",
      trusted: true,
      mayFetch: true,
      outputs: "contracts",
      chain: { executorVersion: 1 },
    });
    const artifacts = (files[0]?.contracts ?? []).map(({ name, abi, bytecode: { object, linkReferences } }) => [
      `artifacts/contracts/Till.sol/${name}.json`,
      JSON.stringify({
        contractName: name,
        sourceName: "contracts/Till.sol",
        abi,
        bytecode: `0x${object}`,
        linkReferences,
      }),
    ]);
    return { "contracts/Till.sol": source(step), ...Object.fromEntries(artifacts) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function write(folder: string, built: Built): void {
  mkdirSync(join(folder, "artifacts/contracts/Till.sol"), { recursive: true });
  for (const [path, text] of Object.entries(built)) writeFileSync(join(folder, path), text);
}

let first: Built;
let second: Built;
beforeAll(async () => {
  const compiler = new SolidityCompiler(defaultCompilerCache());
  try {
    [first, second] = [await build(compiler, 2), await build(compiler, 3)];
  } finally {
    compiler.close();
  }
});

describe.each([{ locale: "en" } as const, { locale: "zh-cn" } as const])(
  "what a contract holds and what its transactions do ($locale)",
  ({ locale }) => {
    const say = (english: string, chinese: string): string => (locale === "en" ? english : chinese);
    const colon = say(": ", "：");
    const command = (english: string, chinese: string, ...choices: (string | RegExp)[]): Promise<void> =>
      workbench.command(`FISCO BCOS: ${say(english, chinese)}`, ...choices);
    let workbench: FakeWindow;
    beforeAll(async () => {
      workbench = openWindow({ locale, prepare: (folder) => write(folder, first) });
      await workbench.startChain();
      await workbench.pane(say("Contracts", "合约"));
    });
    afterAll(async () => workbench?.close());

    it("deploys a library once, and takes it again for the same code", async () => {
      await command("Deploy Contract", "部署合约", /^\s*Till/, new RegExp(say("Deploy Steps First", "先部署 Steps")));
      await workbench.notification(new RegExp(say("Deployed Till at", "Till 已部署到"))).waitFor();
      await workbench.status(/group0 #2 /).waitFor();
      await workbench.dismissNotifications();
      await command("Deploy Contract", "部署合约", /^\s*Till/);
      await workbench.notification(new RegExp(say("Deployed Till at", "Till 已部署到"))).waitFor();
      await workbench.status(/group0 #3 /).waitFor();
      await workbench.dismissNotifications();
    });

    it("shows the storage of a contract below its line, and follows transactions", async () => {
      await workbench.expand(say("On the Chain", "链上合约"));
      await workbench.collapse(say("Compiled", "已编译"));
      await workbench.expand("Till");
      await workbench.expand(say("Storage", "存储"));
      await expect
        .poll(() => workbench.childrenOf(say("Storage", "存储")))
        .toEqual([
          expect.stringMatching(/^owner0x[0-9a-f]{40}/),
          expect.stringMatching(/^total0/),
          expect.stringMatching(/^motto"cash only"/),
          `paid${say("<no key is known>", "<没有已知的键>")}`,
        ]);
    });

    it("tells what a transaction changed and what its lines took", async () => {
      await command("Send Transaction", "发送交易", /^\s*Till/, /pay/);
      await workbench.answer(/who/, bob);
      await workbench.answer(/amount/, "21");
      await workbench.status(/group0 #4 /).waitFor();
      await workbench.dismissNotifications();
      await expect
        .poll(() => workbench.childrenOf(say("Storage", "存储")))
        .toEqual(expect.arrayContaining([expect.stringMatching(/^total42/)]));
      await command("Show State Changes", "查看状态变更", /pay/);
      await expect.poll(() => workbench.editorText()).toContain(`total (uint256)${colon}0 → 42`);
      expect(await workbench.editorText()).toContain(`paid[${bob}] (uint256)${colon}0 → 21`);
      await command("Show Gas by Line", "查看各行 gas", /pay/);
      await workbench.notification(/gas/).waitFor();
      await expect.poll(() => workbench.documents.active?.behind.get(12)).toMatch(/^[\d,]+ gas/);
      await command("Hide Gas by Line", "隐藏各行 gas");
      await expect.poll(() => workbench.documents.active?.behind.size).toBe(0);
    });

    it("looks up a key that nothing tells", async () => {
      await command("Look Up Storage Value by Key", "按键查找存储值", /^\s*Till/);
      await workbench.answer(say("Enter a state variable", "输入状态变量"), `paid[0x${"7".repeat(40)}]`);
      await workbench.notification(/paid\[0x7{40}\] = 0/).waitFor();
      await workbench.dismissNotifications();
      await command("Show Contract Storage", "查看合约存储", /^\s*Till/);
      await expect.poll(() => workbench.editorText()).toContain(`[${bob}] (uint256)${colon}21`);
      expect(await workbench.editorText()).toContain(`paid[0x${"7".repeat(40)}] (uint256)${colon}0`);
    });

    it("says what is wrong with what was typed, as no fault of its own", async () => {
      await command("Look Up Storage Value by Key", "按键查找存储值", /^\s*Till/);
      await workbench.answer(say("Enter a state variable", "输入状态变量"), "nosuch[3]");
      await workbench.notification(/^nosuch\[3\][:：]/).waitFor();
      expect(workbench.onScreen()).not.toMatch(/unexpected|意外/);
      await workbench.dismissNotifications();
    });

    it("unfolds all of it on the explorer's pages, when somebody wants it", async () => {
      await command("Open Explorer", "打开区块链浏览器");
      const page = await workbench.webview(".cards");
      const search = page.locator("input[type=search]");
      await search.fill("4");
      await search.press("Enter");
      await page.locator("h2", { hasText: "#4" }).waitFor();
      await page.locator("table button.link").first().click();
      const part = (title: string) => page.locator("details.inspected", { hasText: title });
      await part(say("State Changes", "状态变更")).locator("summary").click();
      await part(say("State Changes", "状态变更")).locator("tbody tr").first().waitFor();
      expect(await part(say("State Changes", "状态变更")).innerText()).toContain(`paid[${bob}]`);
      await part(say("Gas by Line", "各行 gas")).locator("summary").click();
      await part(say("Gas by Line", "各行 gas")).locator("tbody tr").first().waitFor();
      expect(await part(say("Gas by Line", "各行 gas")).innerText()).toContain("Till.sol:12");
      await page.locator("h3 button.link").first().click();
      await part(say("Storage", "存储")).locator("summary").click();
      await part(say("Storage", "存储")).locator("tbody tr").first().waitFor();
      expect(await part(say("Storage", "存储")).innerText()).toContain(`paid[${bob}]`);
      expect(await part(say("Storage", "存储")).innerText()).toContain('"cash only"');
    });

    it("deploys anew and links the new address as the next version", async () => {
      await command("Redeploy and Keep Link", "重新部署并保留链接", /^\s*Till/);
      await workbench.answer(say("Enter the version", "输入版本号"), "1.0");
      await workbench.notification(new RegExp(say("leads to Till at", "处的 Till"))).waitFor();
      await workbench.dismissNotifications();
      write(workbench.folder, second);
      await command("Redeploy and Keep Link", "重新部署并保留链接", /^\s*Till/);
      await workbench.answer(say("Enter the new version", "输入新版本号"), "1.1");
      await workbench.pick(new RegExp(say("Deploy Steps First", "先部署 Steps")));
      await workbench.notification(/\/apps\/Till\/1\.1 .*\/apps\/Till\/1\.0/).waitFor();
    });
  },
);
