import { beforeEach, describe, expect, it } from "vitest";
import { getCandidateSealers } from "../../../../../src/chain/services/consensus/groupMembers";
import { candidateNodes, groupPeerNodes } from "../../../../../src/extension/features/chains/memberNodes";
import { groupLine } from "../../../../../src/extension/flows/lines/groupNode";
import { askNode } from "../../../../../src/extension/flows/target/askNode";
import { nothing } from "../../../../../src/extension/flows/target/target";
import { InstanceCache } from "../../../../../src/extension/kit/memory/kept";
import { initialListState } from "../../../../../src/extension/kit/tree/treeNode";
import { chainNodesOf } from "../../../../../src/extension/state/nodeNames/chainNodes";
import { suiteApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";
import { Uri } from "../../../../support/fakeVscode/values";

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

  it("is one in the explorer, in the group's document, in an explanation and for an expansion", async () => {
    const { overview } = await import("../../../../../src/pages/explorer/explorerAnswers");
    const context = {
      session: on.group.session,
      judged: (health: unknown) => health,
      forks: () => [],
      endpointTroubles: () => [],
      nodeName: () => undefined,
    };
    const { nodes } = await overview({ ...context, archivedBelow: async () => 0 } as never, {});
    expect(nodes.find(({ nodeId }) => nodeId === waiting)?.role).toBe("candidateSealer");

    const { groupRecord } = await import("../../../../../src/extension/features/documents/groupRecord");
    const { text } = await groupRecord(on.app, on.group);
    expect(text.slice(text.indexOf("Candidate Sealers (2)"))).toContain(waiting);

    const { explain } = await import("../../../../../src/extension/features/explain/explain");
    const { madeRecord } = await import("../../../../../src/extension/flows/records/showRecord");
    let shown: unknown;
    host.desk = {
      workspace: {
        openTextDocument: async (uri: unknown) => {
          shown = uri;
          return { uri };
        },
      },
      window: { showTextDocument: async () => undefined },
    };
    await explain(on.app, { kind: "text", text: waiting });
    expect(madeRecord(shown as never)?.text).toContain("candidate sealer of group0");

    const { readExpansionFacts } = await import("../../../../../src/extension/features/expansion/expansionFacts");
    const uri = Uri.file("/chain/node9");
    const node = { name: "node9", consensusId: waiting };
    const folders = {
      list: async () => [{ uri, node, document: {}, context: {}, kept: new InstanceCache() }],
      isRunning: async () => true,
    };
    const { facts } = await readExpansionFacts(on.app, folders as never, uri.toString(), {});
    expect(facts.membership).toBe("candidateSealer");
  });
});
