import { afterAll, beforeAll, expect, it } from "vitest";
import { precompiledContracts, precompiledInterface } from "../../../../../src/chain/abi/precompiledContracts";
import { sendFunction } from "../../../../../src/extension/flows/contracts/signTransaction";
import { requireWritable } from "../../../../../src/extension/state/connections/signingPermit";
import { type ExtensionApp, extensionApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";

let on: ExtensionApp;
beforeAll(async () => {
  on = await extensionApp({ sealers: 1, observers: 0 });
});
afterAll(() => on.dispose());

it("a call that a built-in contract refuses by a code is refused, not sent with a result", async () => {
  on.access = "full";
  const { session } = on.group;
  const abi = precompiledInterface("Consensus", session.suite);
  const contract = { name: "Consensus", address: precompiledContracts.Consensus.address, abi };
  host.picks = [/Sign|Send/, /Sign|Send/];
  host.texts = ["nodeUnknown"];
  const sent = sendFunction(on.app, requireWritable(on.group), contract, abi.getFunction("remove"), ["12"], 0n);
  await expect(sent).rejects.toMatchObject({ kind: "precompiled", details: { contract: "Consensus" } });
});
