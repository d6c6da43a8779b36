import { expect, it } from "vitest";
import { seededAccounts } from "../../../../../src/devchain/keys/seededKeys";
import { rightsWarnings } from "../../../../../src/extension/flows/operations/rightsWarnings";
import type { Account } from "../../../../../src/extension/state/accounts/account";
import { suiteApp } from "../../../../support/extensionApp";

const on = suiteApp({ auth: true, accounts: 2 });

it("tells what the account that signs lacks, not the active one", async () => {
  const right = { kind: "setAccountStatus" } as const;
  const { app, group, chain } = on;
  expect(await rightsWarnings(app, group, right, undefined)).toEqual([]);
  const other = seededAccounts(group.session.suite, chain.network.settings.seed, 2)[1];
  const warnings = await rightsWarnings(app, group, right, other as unknown as Account);
  expect(warnings).toEqual([expect.stringContaining(other?.address ?? "none")]);
});
