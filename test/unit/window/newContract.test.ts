import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { host } from "../../support/fakeVscode/fakeHost";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

describe("a new contract", () => {
  let workbench: FakeWindow;
  const path = (name: string): string => join(workbench.folder, "contracts", name);
  beforeAll(() => {
    workbench = openWindow();
  });
  afterAll(async () => workbench?.close());

  it("is one of ours under a name of the user's choice, where the project keeps its sources, and open", async () => {
    await workbench.command("FISCO BCOS: New Contract", "Key-value store");
    await workbench.answer("Contract name", "lower case", { accept: false });
    await workbench.says("Enter a capital letter followed by letters and digits.");
    await workbench.answer("Enter a capital letter", "Notes");
    await expect.poll(() => workbench.title).toBe("Notes.sol");
    const text = readFileSync(path("Notes.sol"), "utf8");
    expect(text).toContain("contract Notes ");
    // words of the template
    expect(text).not.toContain("contract KeyValueStore ");
    expect(await workbench.editorText()).toBe(text);
  });

  it("has a test beside it, which imports it by its place", async () => {
    const test = readFileSync(join(workbench.folder, "test/Notes.t.sol"), "utf8");
    expect(test).toContain('import {Notes} from "../contracts/Notes.sol";');
    expect(test).toContain("contract NotesTest is Test");
    expect(test).not.toContain("KeyValueStore");
  });

  it("takes no name that a file has already", async () => {
    await workbench.command("FISCO BCOS: New Contract", "Greeting");
    await workbench.answer("Contract name", "Notes", { accept: false });
    await workbench.says("The file Notes.sol already exists.");
    workbench.escape();
    expect(existsSync(path("Greeting.sol"))).toBe(false);
  });

  it("goes where Foundry keeps sources in a project of Foundry's, and says what it imports and lacks", async () => {
    writeFileSync(join(workbench.folder, "foundry.toml"), "");
    await workbench.command("FISCO BCOS: New Contract", "Token (ERC-20)");
    await workbench.answer("Contract name", "Coin");
    await workbench.notification("This contract imports OpenZeppelin, which isn't in node_modules yet.").waitFor();
    expect(readFileSync(join(workbench.folder, "src/Coin.sol"), "utf8")).toContain("contract Coin ");
    await workbench.dismissNotifications();
  });

  it.skipIf(process.platform === "win32")(
    "has what it lacks installed without running scripts of packages",
    async () => {
      const noted = join(workbench.folder, "noted");
      writeFileSync(join(workbench.folder, "npm"), `#!/bin/sh\nprintf '%s ' "$@" > '${noted}'\n`);
      chmodSync(join(workbench.folder, "npm"), 0o755);
      vi.stubEnv("PATH", `${workbench.folder}${delimiter}${process.env["PATH"]}`);
      await workbench.command("FISCO BCOS: New Contract", "Token (ERC-20)");
      await workbench.answer("Contract name", "Medal");
      await workbench.notification("This contract imports OpenZeppelin").press("Install from npm");
      await expect
        .poll(() => existsSync(noted) && readFileSync(noted, "utf8"))
        .toBe("install --ignore-scripts @openzeppelin/contracts ");
      vi.unstubAllEnvs();
    },
  );

  it("offers no package where npm may not run", async () => {
    host.trusted = false;
    await workbench.command("FISCO BCOS: New Contract", "Collectible (ERC-721)");
    await workbench.answer("Contract name", "Badge");
    await expect.poll(() => workbench.title).toBe("Badge.sol");
    await workbench.ended();
    expect(await workbench.notification(/OpenZeppelin/).count()).toBe(0);
  });
});
