import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

describe.each(["en", "zh-cn"] as const)("the first steps in an empty folder (%s)", (locale) => {
  let workbench: FakeWindow;
  const say = (english: string, chinese: string): string => (locale === "en" ? english : chinese);
  beforeAll(async () => {
    workbench = openWindow({ locale });
    for (const each of ["contracts", "artifacts"])
      rmSync(join(workbench.folder, each), { recursive: true, force: true });
    await workbench.startChain();
    await workbench.pane(say("Contracts", "合约"));
  });
  afterAll(async () => workbench?.close());

  it("lead from Deploy Contract to a contract of a template, and deploy that", async () => {
    await workbench.command(say("FISCO BCOS: Deploy Contract…", "FISCO BCOS: 部署合约…"));
    await workbench.says(say("This folder has no contracts yet.", "此文件夹还没有合约。"));
    await workbench.pick(say("New contract from a template…", "从模板新建合约…"));
    await workbench.pick(say("Greeting", "问候"));
    await workbench.answer(say("Contract name", "合约名称"), "Welcome");
    await workbench.answered(say("Deployed Welcome at", "Welcome 已部署到"));
    await workbench.row("Welcome").first().waitFor();
  });

  it("keep the menu of a contract short: twelve entries at most", async () => {
    await workbench.row("Welcome").first().waitFor();
    const line = workbench.row("Welcome");
    const lengths = await Promise.all((await line.all()).map((_, index) => workbench.menuLengthOf(line.nth(index))));
    expect(Math.max(...lengths)).toBeLessThanOrEqual(12);
    expect(Math.min(...lengths)).toBeGreaterThan(0);
  });
});

describe("the first steps in a folder with nothing in it", () => {
  let workbench: FakeWindow;
  afterAll(async () => workbench?.close());

  it("lead from Deploy Contract to a project, which is written there and deployed from there", async () => {
    workbench = openWindow({
      prepare: (folder) => {
        for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
      },
    });
    await workbench.startChain();
    await workbench.command("FISCO BCOS: Deploy Contract…");
    await workbench.says("This folder has no contracts yet.");
    await workbench.pick("New project…");
    await workbench.pick("Greeting");
    await workbench.pick("Foundry");
    await workbench.answered("Deployed Greeting at");
    const made = [".github", ".gitignore", "README.md", "foundry.toml", "package.json", "src", "test"];
    expect(readdirSync(workbench.folder)).toEqual(expect.arrayContaining(made));
  });
});
