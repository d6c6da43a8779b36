import { describe, expect, it } from "vitest";
import type { Access } from "../../../../../src/chain/profile/connectionSetting";
import { changeEmbeddedChain } from "../../../../../src/extension/features/embeddedChain/changeEmbeddedChain";
import { Cancelled } from "../../../../../src/extension/kit/errors/cancelled";
import type { WritableGroup } from "../../../../../src/extension/state/connections/signingPermit";
import { suiteApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";

describe("changing the embedded chain from the palette", () => {
  const on = suiteApp({ openDev: true });
  const change = (picks: RegExp[], texts: string[] = [], access: Access = "full"): Promise<void> => {
    on.access = access;
    host.picks = picks;
    host.texts = texts;
    return changeEmbeddedChain(on.app, on.group as WritableGroup);
  };

  it("takes a snapshot, makes blocks, and offers the snapshot to go back to", async () => {
    await change([/^snapshot$/]);
    await change([/^mine$/], ["4"]);
    expect(on.group.height).toBe(4);
    expect(host.messages.at(-1)).toContain("Produce Blocks: 4");
    await change([/^revert$/, /^block 0, created/]);
    await expect.poll(() => on.chain.network.groups.get("group0")?.blocks.head).toBe(0);
  });

  it("takes the name of an account, and leaves out what stays empty", async () => {
    await change([/^balance$/, /dev0/], ["2 ether"]);
    expect(on.asked.find(({ method }) => method === "dev_setBalance")?.params).toEqual([
      "group0",
      on.app.accounts.all[0]?.address.toLowerCase(),
      "2000000000000000000",
    ]);
    await change([/^mine$/], [""]);
    expect(on.asked.findLast(({ method }) => method === "dev_mine")?.params).toEqual(["group0"]);
  });

  it("breaks something with its members, and mends it", async () => {
    await change([/^fault$/, /^lag$/], ["node=1  blocks=7"]);
    expect(on.asked.findLast(({ method }) => method === "dev_setFault")?.params[1]).toEqual({
      kind: "lag",
      node: 1,
      blocks: 7,
    });
    await change([/^clear-faults$/]);
  });

  it("says what each fault does, and what it takes", async () => {
    await change([/^fault$/, /Every answer is late/], ["ms=0"]);
    expect(host.questions.at(-1)).toContain("ms=2000");
    await change([/^fault$/, /transaction pool is full/], [""]);
    expect(host.questions.at(-1)).toContain("on=false");
    await change([/^clear-faults$/]);
  });

  it("asks before it changes a chain whose connection asks before it signs", async () => {
    const head = () => on.chain.network.groups.get("group0")?.blocks.head ?? 0;
    const before = head();
    await expect(change([/^mine$/], ["1"], "confirm")).rejects.toBeInstanceOf(Cancelled);
    expect(head()).toBe(before);
    expect(host.questions.join("\n")).toContain("Continue");
    await change([/^mine$/, /Continue/], ["1"], "confirm");
    expect(head()).toBe(before + 1);
  });
});
