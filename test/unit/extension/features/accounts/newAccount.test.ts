import { expect, it, vi } from "vitest";
import { contractInterface } from "../../../../../src/chain/abi/contractInterface";
import { registerAccounts } from "../../../../../src/extension/features/accounts/registerAccounts";
import { sendFunction } from "../../../../../src/extension/flows/contracts/signTransaction";
import { markTrusted } from "../../../../../src/extension/kit/commands/commands";
import type { Target } from "../../../../../src/extension/kit/commands/target";
import { suiteApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";

const on = suiteApp();

it("is of the suite of the chain that it was wanted for, which is not asked", async () => {
  const other = { session: { suite: { name: "sm" } } };
  const app = Object.create(on.app, {
    connections: { value: Object.create(on.app.connections, { groups: { value: [on.group, other] } }) },
  }) as typeof on.app;
  const accounts = registerAccounts(app);
  host.texts = ["for this chain"];
  await host.commands.get("chainside.createAccount")?.(markTrusted({ kind: "group", group: on.group }));
  expect(on.app.accounts.all.map(({ label, suite }) => [label, suite])).toContainEqual(["for this chain", "standard"]);
  expect(host.questions).toHaveLength(1);
  accounts.dispose();
});

it("is made for the chain on which something is to be signed", async () => {
  on.access = "full";
  const active = vi.spyOn(on.app.accounts, "active").mockReturnValue(undefined);
  const given: unknown[] = [];
  host.commands.set("chainside.createAccount", (target?: unknown) =>
    given.push((target as Target | undefined)?.group?.id),
  );
  host.buttons = [/Create Account/];
  const address = "0x0000000000000000000000000000000000001000";
  const abi = contractInterface(
    [{ type: "function", name: "poke", inputs: [], outputs: [], stateMutability: "nonpayable" }],
    on.group.session.suite,
  );
  const sent = sendFunction(on.app, on.group as never, { name: "x", address, abi }, abi.getFunction("poke"), [], 0n);
  await expect(sent).rejects.toThrow();
  expect(given).toEqual([on.group.id]);
  active.mockRestore();
});
