import { expect, it } from "vitest";
import { bytesToHex } from "../../../../../src/crypto/bytes/hex";
import { signOperation } from "../../../../../src/extension/flows/operations/doOperation";
import { Cancelled } from "../../../../../src/extension/kit/errors/cancelled";
import { requireWritable } from "../../../../../src/extension/state/connections/signingPermit";
import { findOperation } from "../../../../../src/operations/catalogue";
import { suiteApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";

const on = suiteApp({ auth: true });

it("tells what the account that signs lacks, not the active one", async () => {
  on.access = "full";
  const { app, group } = on;
  const freeze = await findOperation("account", "freeze");
  if (!freeze) throw new Error("no such operation");
  const governor = app.accounts.active(group);
  const key = bytesToHex(new Uint8Array(32).fill(7)).slice(2);
  const other = await app.accounts.importHex(group.session.suite.name, key, "stranger");
  if (governor) await app.accounts.use(governor, group);
  const values = { account: "0x80623d4029a7729d14dbcd3a052d5050123daa5b" };
  const asked = async (more: { account?: typeof other }): Promise<string> => {
    host.reset();
    const signed = signOperation(app, requireWritable(group), freeze, values, more);
    await expect(signed).rejects.toBeInstanceOf(Cancelled);
    return host.questions.join();
  };
  const refusal = /isn't a governor/;
  expect(await asked({ account: other })).toMatch(refusal);
  expect(await asked({})).not.toMatch(refusal);
});
