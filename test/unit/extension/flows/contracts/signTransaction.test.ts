import { expect, it } from "vitest";
import { contractInterface } from "../../../../../src/chain/abi/contractInterface";
import { signTransaction } from "../../../../../src/extension/flows/contracts/signTransaction";
import { requireWritable } from "../../../../../src/extension/state/connections/signingPermit";
import { suiteApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";

const on = suiteApp();

it("takes the refusal of a built-in contract for one, though nothing is known of the data", async () => {
  on.access = "full";
  host.picks = [/Sign and Send/];
  const inputs = [{ name: "path", type: "string" }];
  const mkdir = [{ type: "function", name: "mkdir", inputs, outputs: [], stateMutability: "nonpayable" }];
  const data = contractInterface(mkdir, on.group.session.suite).encodeCall("mkdir(string)", ["/apps"]);
  const values = { to: "0x000000000000000000000000000000000000100e", data, amount: 0n };
  const signed = signTransaction(on.app, requireWritable(on.group), { kind: "data", values }, { title: "Again" });
  await expect(signed).rejects.toMatchObject({ kind: "precompiled", code: -53002 });
});
