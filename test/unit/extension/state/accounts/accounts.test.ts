import { beforeEach, describe, expect, it } from "vitest";
import { standardSuite } from "../../../../../src/crypto/suites";
import { seededAccounts } from "../../../../../src/devchain/keys/seededKeys";
import { Accounts } from "../../../../../src/extension/state/accounts/accounts";
import { FakeMemory, FakeSecrets } from "../../../../support/fakeVscode/fakeHost";

const place = (origin: "settings" | "session" | "embedded") => ({
  session: { suite: { name: "standard" as const } },
  connection: { origin },
});

describe("who signs", () => {
  let accounts: Accounts;
  const signer = (origin: "settings" | "session" | "embedded"): string | undefined =>
    accounts.active(place(origin))?.label;
  const named = (label: string) => {
    const account = accounts.all.find((each) => each.label === label);
    if (!account) throw new Error(`no ${label}`);
    return account;
  };
  beforeEach(() => {
    accounts = new Accounts(new FakeMemory() as never, new FakeSecrets() as never);
    accounts.setDevelopment("standard", seededAccounts(standardSuite, "who signs", 2));
  });

  it("is a development account on the embedded chain, and by itself nowhere else", async () => {
    expect(signer("embedded")).toBe("dev0");
    expect(signer("settings")).toBeUndefined();
    expect(signer("session")).toBeUndefined();
    await accounts.create("standard", "alice");
    expect(signer("embedded")).toBe("dev0");
    expect(signer("settings")).toBe("alice");
  });

  it("is not taken along from the embedded chain to another", async () => {
    await accounts.create("standard", "alice");
    await accounts.use(named("dev1"), place("embedded"));
    expect([signer("embedded"), signer("settings")]).toEqual(["dev1", "alice"]);
    await accounts.use(named("dev1"));
    expect(signer("settings")).toBe("alice");
  });

  it("is a development account elsewhere when it was chosen there", async () => {
    await accounts.create("standard", "alice");
    await accounts.use(named("dev1"), place("session"));
    expect([signer("embedded"), signer("session")]).toEqual(["dev0", "dev1"]);
    expect(accounts.isActive(named("dev1"), place("session"))).toBe(true);
    expect(accounts.isActive(named("dev1"), place("embedded"))).toBe(false);
    accounts.setDevelopment("standard", []);
    expect(signer("session")).toBe("alice");
  });

  it("is an own account everywhere when it was chosen", async () => {
    await accounts.create("standard", "alice");
    await accounts.use(await accounts.create("standard", "bob"), place("settings"));
    expect([signer("embedded"), signer("settings")]).toEqual(["bob", "bob"]);
  });
});
