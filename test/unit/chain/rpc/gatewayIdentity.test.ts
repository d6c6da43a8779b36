import { readFileSync } from "node:fs";
import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { gatewayIdentity, getPeersMethod } from "../../../../src/chain/rpc/getPeers";
import { parseDocument } from "../../../../src/nodeConfig/document/iniDocument";
import { accessMatrix } from "../../../../src/nodeConfig/lists/accessMatrix";

const answer = JSON.parse(
  readFileSync(new URL("../../../fixtures/peers/air4-node0.json", import.meta.url), "utf8"),
) as {
  result: unknown;
};
const peers = v.parse(getPeersMethod.result, answer.result);
if (peers.variant !== "gateway") throw new Error("not the answer of a 3.x node");

describe("who a gateway is", () => {
  it("is told by the nodes it answers for, where a real node gives raw bytes", () => {
    expect(gatewayIdentity(peers).p2pNodeId).toMatch(/^3082010a[0-9a-f]+0203010001$/);
    const others = peers.peers.map(gatewayIdentity);
    expect(others.map(({ p2pNodeId }) => p2pNodeId)).toEqual([undefined, undefined, undefined]);
    expect(others.map(({ members }) => members.map(({ group, nodeId }) => `${group} ${nodeId.slice(0, 8)}`))).toEqual([
      ["group0 6c42263e"],
      ["group0 c27ba7a2"],
      ["group0 6267e56a"],
    ]);
    expect(new Set(others.map(({ key }) => key)).size).toBe(3);
  });

  it("stays the same when a peer calls again from another port", () => {
    const [first] = peers.peers;
    expect(first && gatewayIdentity({ ...first, endPoint: "127.0.0.1:1" }).key).toBe(
      first && gatewayIdentity(first).key,
    );
  });

  it("never holds what is no hex", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.option(fc.string(), { nil: undefined }), (p2pNodeID, endPoint) => {
        const { p2pNodeId, key } = gatewayIdentity({ p2pNodeID, ...(endPoint === undefined ? {} : { endPoint }) });
        if (p2pNodeId !== undefined) expect(p2pNodeId).toMatch(/^[0-9a-f]+$/);
        expect(key === (p2pNodeId ?? endPoint ?? "")).toBe(true);
      }),
    );
  });
});

describe("the access matrix beside a running chain", () => {
  const document = parseDocument("[p2p]\nlisten_port=30300\n");
  const context = { identityLength: "auto" } as const;
  const nodeIds = [gatewayIdentity(peers), ...peers.peers.map(gatewayIdentity)].map(
    ({ members }) => members[0]?.nodeId ?? "",
  );
  const nodes = nodeIds.map((consensusId, index) => ({
    node: { name: `node${index}`, consensusId, tlsId: String(index).repeat(512) },
    document,
    context,
  }));
  const identities = (list: typeof peers.peers): string[] =>
    list.flatMap((peer) => gatewayIdentity(peer).members.map(({ nodeId }) => nodeId));

  it("knows connected peers by their node IDs", () => {
    const seen = { direct: identities(peers.peers), routed: [], unnamedPeers: false };
    const [first, ...others] = nodes;
    if (!first) throw new Error("no nodes");
    const [row] = accessMatrix([{ ...first, seen }, ...others]);
    expect(row?.cells.map((cell) => cell?.now)).toEqual([undefined, "direct", "direct", "direct"]);
  });

  it("calls nobody unreachable where a peer is not known", () => {
    const seen = { direct: identities(peers.peers.slice(0, 1)), routed: [], unnamedPeers: true };
    const [first, ...others] = nodes;
    if (!first) throw new Error("no nodes");
    const [row] = accessMatrix([{ ...first, seen }, ...others]);
    expect(row?.cells.map((cell) => cell?.now)).toEqual([undefined, "direct", undefined, undefined]);
  });
});
