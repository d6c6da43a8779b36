import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { standardSuite } from "../../../src/crypto/suites";
import { seededAccounts } from "../../../src/devchain/keys/seededKeys";
import { devChainSettings } from "../../../src/devchain/settings/options";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

describe("importing an account", () => {
  const key = seededAccounts(standardSuite, devChainSettings({}).seed, 1)[0]?.privateKey ?? "";
  let workbench: FakeWindow;
  beforeAll(async () => {
    workbench = openWindow();
    await workbench.startChain();
    await workbench.pane("Accounts");
  });
  afterAll(async () => workbench?.close());
  const lines = (): Promise<string[]> => workbench.row(/./).allInnerTexts();

  it("says at once that a number is no key, and goes on from there", async () => {
    await workbench.command("FISCO BCOS: Import Account from Private Key");
    await workbench.answer("Enter the private key", `0x${"f".repeat(64)}`, { accept: false });
    await workbench.says(/This isn't a private key\..*that the chain's curve allows/);
    await workbench.answer(/This isn't a private key/, key);
    await workbench.answer("Enter a name for the account", "mine");
    await expect.poll(lines).toContainEqual(expect.stringContaining("mine"));
  });

  it("shows a development key that was imported once", async () => {
    const all = await lines();
    expect(all).toHaveLength(5);
    expect(all.filter((line) => /dev0/.test(line))).toEqual([]);
  });

  it("tells that an account is here already", async () => {
    await workbench.command("FISCO BCOS: Import Account from Private Key");
    await workbench.answer("Enter the private key", key);
    await workbench.answer("You already have this account: mine", "mine too");
    await expect.poll(lines).toContainEqual(expect.stringContaining("mine too"));
    expect(await lines()).toHaveLength(5);
  });

  it("lets no two accounts have one name", async () => {
    await workbench.command("FISCO BCOS: Create Account");
    await workbench.answer("Enter a name for the account", " Mine too", { accept: false });
    await workbench.says(/0x[0-9a-f]{40} already has this name/i);
    await workbench.answer(/already has this name/, "other");
    await expect.poll(lines).toContainEqual(expect.stringContaining("other"));
    await workbench.command("FISCO BCOS: Rename Account", "other");
    await workbench.answer(/0x[0-9a-f]{40}/i, "mine too", { accept: false });
    await workbench.says(/already has this name/);
    workbench.escape();
    await workbench.command("FISCO BCOS: Rename Account", "other");
    await workbench.answer(/0x[0-9a-f]{40}/i, "other");
    expect((await lines()).filter((line) => line.includes("mine too"))).toHaveLength(1);
  });
});
