import { beforeEach, describe, expect, it } from "vitest";
import { getCandidateSealers } from "../../../../../src/chain/services/consensus/groupMembers";
import { candidateNodes, groupPeerNodes } from "../../../../../src/extension/features/chains/memberNodes";
import { groupLine } from "../../../../../src/extension/flows/lines/groupNode";
import { askNode } from "../../../../../src/extension/flows/target/askNode";
import { nothing } from "../../../../../src/extension/flows/target/target";
import { initialListState } from "../../../../../src/extension/kit/tree/listState";
import { chainNodesOf } from "../../../../../src/extension/state/nodeNames/chainNodes";
import { suiteApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";

describe("a sealer that waits for its turn (rPBFT)", () => {
  const on = suiteApp({ sealers: 3, consensus: "rpbft", epochSealers: 1 });
  let waiting: string;
  beforeEach(async () => {
    waiting = (await getCandidateSealers(on.group.session))[0]?.nodeID ?? "none";
  });

  it("may be chosen where a sealer may be, and is called what it is", async () => {
    host.picks = [new RegExp(waiting)];
    const question = { roles: ["sealer", "observer"] as const, title: "Remove Node" };
    expect(await askNode(on.app, on.group, nothing, question)).toBe(waiting);
    host.picks = [new RegExp(waiting)];
    await expect(askNode(on.app, on.group, nothing, { roles: ["other"], title: "" })).rejects.toThrow();
  });

  it("is one in every list of the group's nodes", async () => {
    const members = {
      parent: groupLine(undefined, on.group, { id: "peers", label: "" }),
      names: on.app.nodeNames,
      shown: { ...initialListState, change: () => undefined },
    };
    for (const nodes of [groupPeerNodes, candidateNodes]) {
      const node = (await nodes(members)).find(({ id }) => id.endsWith(waiting));
      const item = node?.item() as { readonly contextValue?: string } | undefined;
      expect(item?.contextValue?.split(/\W+/)).toContain("sealer");
    }
    expect((await chainNodesOf(on.group)).find(({ consensusId }) => consensusId === waiting)?.role).toBe(
      "candidateSealer",
    );
  });
});
