import { describe, expect, it } from "vitest";
import { isProduction } from "../../../../../src/chain/profile/checkedProfile";
import { registerStatusBar } from "../../../../../src/extension/features/statusBar/registerStatusBar";
import { suiteApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";

describe("the status bar", () => {
  const on = suiteApp();
  const items = () => {
    registerStatusBar(on.app).dispose();
    return host.statusItems;
  };
  const item = () => items()[0];

  it("says which chain, which group and who signs", async () => {
    await on.group.refreshHeight();
    expect(item()?.text).toBe("$(circle-filled) in process · group0 #0");
    expect(items()[1]).toMatchObject({ text: "$(account) dev0", command: "chainside.accounts.focus", shown: true });
    expect(item()?.command).toBe("chainside.selectGroup");
    expect(item()?.backgroundColor).toBeUndefined();
  });

  it("names nobody where nothing is signed", () => {
    on.access = "readOnly";
    expect(item()?.text).toBe("$(lock) in process · group0 #0");
    expect(items()[1]?.shown).toBe(false);
  });

  it("stands on red for a chain in use", () => {
    on.production = true;
    expect(item()?.backgroundColor?.id).toBe("statusBarItem.errorBackground");
    expect(item()?.tooltip?.value).toContain("A chain in use");
  });
});

describe("a chain in use", () => {
  it.each(["production", "prod", "prod-eu", "Main net live", "my PROD 2", "生产链", "mainnet"])("is %s", (name) => {
    expect(isProduction({ name })).toBe(true);
  });
  it.each(["product catalogue", "test", "delivery", "Embedded chain", "reproduction"])("is not %s", (name) => {
    expect(isProduction({ name })).toBe(false);
  });
  it("is what the user says", () => {
    expect(isProduction({ name: "production", production: false })).toBe(false);
    expect(isProduction({ name: "test", production: true })).toBe(true);
  });
});
