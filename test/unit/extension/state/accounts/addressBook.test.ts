import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { registerAccounts } from "../../../../../src/extension/features/accounts/registerAccounts";
import { accountLabel, accountName } from "../../../../../src/extension/flows/accounts/accountName";
import { addressName } from "../../../../../src/extension/flows/lines/addressName";
import { namedValue, withNames } from "../../../../../src/extension/flows/signing/namedAddresses";
import { addressNamed } from "../../../../../src/extension/flows/target/addressNamed";
import { askAddress } from "../../../../../src/extension/flows/target/askAddress";
import { labelProblem } from "../../../../../src/extension/state/accounts/addressBook";
import { type ExtensionApp, extensionApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";

const [treasury, other] = [`0x${"a1".repeat(20)}`, `0x${"b2".repeat(20)}`] as const;

describe("the address book of the workspace", () => {
  let on: ExtensionApp;
  beforeAll(async () => {
    on = await extensionApp();
  });
  afterAll(() => on.dispose());
  beforeEach(() => host.reset());
  /** A reset ends all listening: the book is one that hears of settings again. */
  const book = async (labels: unknown): Promise<ExtensionApp> => {
    on.dispose();
    on = await extensionApp();
    host.set("chainside.addressBook", labels);
    return on;
  };

  it("names addresses in trees, questions, forms and the explorer, with the address beside", async () => {
    const { app, group } = await book({ [treasury.toUpperCase().replace("0X", "0x")]: "Treasury" });
    expect([accountLabel(app, treasury), accountName(app, treasury)]).toEqual([
      "Treasury 0xa1a1a1a1…",
      "Treasury 0xa1a1a1a1…",
    ]);
    expect(namedValue(app, group, treasury)).toBe(`Treasury · ${treasury}`);
    expect(withNames(app, group, `to ${treasury}.`)).toBe("to Treasury 0xa1a1a1a1….");
    expect(addressName(app, group, treasury)).toBe("Treasury");
    expect(addressNamed(app, group, "Treasury")).toBe(treasury);
    host.picks = [/Treasury/];
    expect(await askAddress(app, group, { title: "t", placeHolder: "p" })).toBe(treasury);
    host.picks = [/Enter an address/];
    host.texts = ["Treasury"];
    expect(await askAddress(app, group, { title: "t", placeHolder: "p" })).toBe(treasury);
  });

  it("takes no label that poses as an account, an address or a contract of the chain, or that cannot be seen", async () => {
    const dev = on.app.accounts.all[0]?.address ?? "";
    for (const label of [
      "dev0",
      " DEV0 ",
      "ｄｅｖ0",
      "0x29ac0589",
      "29ac0589ab",
      "CommitteeManager",
      "x\u202ey",
      "a\u200bb",
      "line\nend",
      "",
      "x".repeat(41),
      7,
      null,
    ]) {
      const { app, group } = await book({ [treasury]: label, [dev]: "Treasury" });
      expect(accountLabel(app, treasury)).toBe("0xa1a1a1a1…");
      expect(accountLabel(app, dev)).toBe("dev0");
      expect(addressNamed(app, group, String(label).trim())).not.toBe(treasury);
    }
    for (const labels of [null, "x", ["Treasury"], { [`${treasury}1`]: "Treasury", "0x": "y" }]) {
      const { app } = await book(labels);
      expect(app.accounts.bookEntries()).toEqual([]);
    }
  });

  it("lets an own account have its name as its label, for others", async () => {
    const dev = on.app.accounts.all[0]?.address ?? "";
    const { app } = await book({ [dev]: "dev0" });
    expect(app.accounts.bookEntries()).toEqual([{ address: dev.toLowerCase(), label: "dev0" }]);
  });

  it("takes no more labels than are read", async () => {
    const many = Array.from({ length: 1000 }, (_, index) => [`0x${String(index).padStart(40, "a")}`, `n${index}`]);
    const { app } = await book(Object.fromEntries(many));
    const accounts = registerAccounts(app);
    host.texts = ["Treasury"];
    await host.commands.get("chainside.labelAddress")?.({ kind: "account", address: treasury });
    expect(host.messages.at(-1)).toBe("The address book can have at most 1000 labels. Remove one first.");
    accounts.dispose();
  });

  it("resolves no label that two addresses bear", async () => {
    const { app, group } = await book({ [treasury]: "Bank", [other]: "Bank" });
    expect(addressNamed(app, group, "Bank")).toBeUndefined();
    expect(accountLabel(app, other)).toBe("Bank 0xb2b2b2b2…");
  });

  it("is written by a command, which says what is no label", async () => {
    const { app } = await book({ [other]: "Bank" });
    const accounts = registerAccounts(app);
    const run = (label: string): unknown => {
      host.texts = [label];
      return host.commands.get("chainside.labelAddress")?.({ kind: "account", address: treasury });
    };
    await run("Treasury");
    expect(host.setting("chainside.addressBook")).toEqual({ [other]: "Bank", [treasury]: "Treasury" });
    expect(accountLabel(app, treasury)).toBe("Treasury 0xa1a1a1a1…");
    await run("0x1234");
    expect(host.messages.at(-1)).toBe("A label can't look like an address.");
    await run("Committee manager");
    expect(host.messages.at(-1)).toBe("A label can't be the name of a built-in contract.");
    await run("DEV0");
    const dev = app.accounts.all[0]?.address ?? "";
    expect(host.messages.at(-1)).toBe(`Your account ${dev} has this name. Enter another label.`);
    expect(host.setting("chainside.addressBook")).toEqual({ [other]: "Bank", [treasury]: "Treasury" });
    await run("");
    expect(host.setting("chainside.addressBook")).toEqual({ [other]: "Bank" });
    accounts.dispose();
  });

  it("knows what is no label", () => {
    expect([labelProblem("国库 1"), labelProblem("a 0x b")]).toEqual([undefined, "address"]);
  });
});
