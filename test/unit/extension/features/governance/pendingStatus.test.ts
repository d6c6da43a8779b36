import { describe, expect, it } from "vitest";
import { getPendingAccountStatuses, setAccountStatus } from "../../../../../src/chain/services/account/accountStatus";
import { mkdir } from "../../../../../src/chain/services/bfs/directories";
import { hexToBytes } from "../../../../../src/crypto/bytes/hex";
import { privateKeySigner } from "../../../../../src/crypto/privateKeySigner";
import { seededAccounts } from "../../../../../src/devchain/keys/seededKeys";
import { signOperation } from "../../../../../src/extension/flows/operations/doOperation";
import type { WritableGroup } from "../../../../../src/extension/state/connections/signingPermit";
import { findOperation } from "../../../../../src/operations/catalogue";
import { accountStatusNow, standingText } from "../../../../../src/operations/consequences/accountStatus";
import type { Operation } from "../../../../../src/operations/model/operation";
import { suiteApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";

describe("a freeze that counts from the next block on", () => {
  const on = suiteApp({ auth: true, accounts: 2 });

  it("is shown until then, in the state of the account and before it signs", async () => {
    const { group, app, chain } = on;
    const { session } = group;
    const [governor, victim] = seededAccounts(session.suite, chain.network.settings.seed, 2).map(({ privateKey }) =>
      privateKeySigner(session.suite, typeof privateKey === "string" ? hexToBytes(privateKey) : privateKey),
    );
    if (!governor || !victim) throw new Error("the chain has two accounts");
    const standing = async (): Promise<string> => standingText(await accountStatusNow(session, victim.address));
    expect(await standing()).toBe("can send transactions");
    await setAccountStatus(session, governor, { account: victim.address, status: "frozen" });
    const frozenIn = [...(await getPendingAccountStatuses(session)).values()][0]?.blockNumber;
    expect(await standing()).toBe(
      `can send transactions; frozen from the next block on (changed in block ${frozenIn})`,
    );

    // Who signs now would see a dry run that succeeds.
    const key = seededAccounts(session.suite, chain.network.settings.seed, 2)[1]?.privateKey;
    const stored = await app.accounts.importHex(session.suite.name, key as never, "victim");
    await app.accounts.use(stored, group);
    host.picks = [/Cancel/];
    const makes = (await findOperation("bfs", "mkdir")) as Operation;
    await signOperation(app, group as WritableGroup, makes, { path: "/apps/x" }).catch(() => undefined);
    expect(host.questions.join("\n")).toMatch(/The account victim 0x[0-9a-f]{8}… is frozen/);

    await mkdir(session, governor, "/apps/between");
    expect(await standing()).toBe("frozen");
    expect(await getPendingAccountStatuses(session)).toEqual(new Map());
  });
});
