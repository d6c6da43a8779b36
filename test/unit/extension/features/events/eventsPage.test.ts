import { expect, it } from "vitest";
import { transact } from "../../../../../src/chain/transaction/transact";
import { decodeLog, readEventsContext } from "../../../../../src/extension/features/events/eventsContext";
import { registerEvents } from "../../../../../src/extension/features/events/registerEvents";
import type { Target } from "../../../../../src/extension/kit/commands/target";
import { signerOf, suiteApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";
import { paidWei, payingContract } from "../../../../support/payingContract";

const on = suiteApp();

it("offers the contracts of its own group, whichever group commands mean by now", async () => {
  const events = registerEvents(on.app);
  host.picks = [/All contracts/];
  await host.commands.get("chainside.findEvents")?.();
  const given: unknown[] = [];
  host.commands.set("chainside.findEvents", (target?: unknown) =>
    given.push((target as Target | undefined)?.group?.id),
  );
  host.panels[0]?.say({ type: "say", name: "choose", value: null });
  await expect
    .poll(() => given)
    .toEqual([on.group.id])
    .finally(() => events.dispose());
});

it("says what is wrong where something is clicked while the chain isn't connected", async () => {
  const events = registerEvents(on.app);
  host.picks = [/All contracts/];
  await host.commands.get("chainside.findEvents")?.();
  const panel = host.panels.at(-1);
  on.connected = false;
  panel?.say({ type: "say", name: "open", value: { what: "block", key: "1" } });
  await expect
    .poll(() => on.errors)
    .toMatchObject([
      { code: "notConnected", details: { name: "in process · group0", connection: "settings:in process" } },
    ])
    .finally(() => events.dispose());
});

it("decodes events with the names of their addresses and amounts in ether behind the values", async () => {
  const { address, abi } = await payingContract(on, "Till");
  const { session } = on.group;
  const signer = await signerOf(on);
  const who = signer.address.toLowerCase();
  const receipt = await transact(session, signer, { to: address, data: abi.encodeCall("pay", [address]) });
  const subject = { groupId: on.group.id, target: "", name: "" };
  const context = await readEventsContext(on.app, subject, on.group);
  const [log] = receipt.logEntries;
  if (!log) throw new Error("no event");
  const { blockNumber, transactionHash } = receipt;
  const found = { ...log, blockNumber, transactionHash, transactionIndex: 0, logIndex: 0 };
  expect(await decodeLog(context, subject, found)).toMatchObject({
    contract: "Till",
    values: [
      { value: who, noted: `${who} (dev0)` },
      { value: paidWei, noted: `${paidWei} (2.5 ether)` },
    ],
  });
});
