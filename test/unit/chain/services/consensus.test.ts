import { expect, test } from "vitest";
import {
  addObserver,
  addSealer,
  removeNode,
  setTermWeight,
  setWeight,
} from "../../../../src/chain/services/consensus/memberChanges";
import { whyNotObserver, whyNotSealer } from "../../../../src/chain/services/consensus/nodeChecks";
import { failure } from "../../../support/failure";
import { type ExtraAnswers, replay } from "./replayNode";

const stranger = "ab".repeat(64);
const node =
  "c27ba7a2bcc4da211adb51d6ab6885ba54e1613b8dda3a1393f8cbcff95e4bb4e1b782b652ff4d7862d52077e09e6748b183fd18bacd60064fb9eb90bdeea3fb";
const unchecked = { skipChecks: true };

test("what the chain refuses by a return code is a failure", async () => {
  const { session, signer } = replay("air4-consensus");
  expect([
    await failure(addSealer(session, signer, { nodeId: stranger, weight: 1, ...unchecked })),
    await failure(removeNode(session, signer, { nodeId: stranger, ...unchecked })),
    await failure(removeNode(session, signer, { nodeId: stranger, ...unchecked })),
    await failure(setWeight(session, signer, { nodeId: stranger, weight: 2 })),
  ]).toMatchInlineSnapshot(`
    [
      "precompiled -51104: Only an observer can become a sealer (CODE_ADD_SEALER_SHOULD_IN_OBSERVER, -51104)",
      "done",
      "precompiled -51103: The chain doesn't recognize this node (CODE_NODE_NOT_EXIST, -51103)",
      "execution 15: A built-in contract refused the call (PrecompiledError, 15): Cannot set weight to observer.",
    ]
  `);
});

test("what the chain did", async () => {
  const { session, signer } = replay("air4-consensus");
  expect((await addObserver(session, signer, { nodeId: stranger, ...unchecked })).code).toBe(0);
  expect((await setWeight(session, signer, { nodeId: node, weight: 2 })).code).toBe(0);
  expect((await addSealer(session, signer, { nodeId: node.toUpperCase(), weight: 1, ...unchecked })).code).toBe(0);
});

const sync = (height: number, highest: number): string =>
  JSON.stringify({
    nodeID: "11".repeat(64),
    blockNumber: highest,
    genesisHash: "00",
    latestHash: "00",
    isSyncing: false,
    knownHighestNumber: highest,
    knownLatestHash: "00",
    peers: [{ nodeID: node, blockNumber: height, genesisHash: "00", latestHash: "00" }],
  });
const group = (change: ExtraAnswers = {}): ExtraAnswers => ({
  getGroupPeers: [node, "11".repeat(64)],
  getSealerList: [{ nodeID: "11".repeat(64), weight: 1 }],
  getObserverList: [node],
  getNodeListByType: [],
  getSyncStatus: sync(90, 100),
  ...change,
});

test.each([
  ["", {}],
  ["nodeNotInGroup", { getGroupPeers: ["11".repeat(64)] }],
  ["nodeAlreadySealer", { getSealerList: [{ nodeID: node, weight: 1 }] }],
  ["nodeNotObserver", { getObserverList: [], getNodeListByType: [] }],
  ["nodeIsCandidate", { getObserverList: [], getNodeListByType: [{ nodeID: node, weight: 1 }] }],
  ["nodeNotSynced", { getSyncStatus: sync(89, 100) }],
  ["nodeSyncUnknown", { getSyncStatus: sync(89, 100).replace(node, stranger) }],
])("a new sealer: %s", async (code, change) => {
  const { session, signer, node: transport } = replay("air4-consensus", { extra: group(change) });
  const problem = await whyNotSealer(session, node);
  expect(problem?.code ?? "").toBe(code);
  if (code === "") return;
  expect(await failure(addSealer(session, signer, { nodeId: node, weight: 1 }))).toContain(`usage ${code}`);
  expect(transport.asked.join()).not.toContain("transaction");
});

test("a new observer, and the last sealer", async () => {
  const { session, signer } = replay("air4-consensus", { extra: group() });
  expect((await whyNotObserver(session, node))?.code).toBe("nodeAlreadyObserver");
  expect((await whyNotObserver(session, stranger))?.code).toBe("nodeNotInGroup");
  const last = "11".repeat(64);
  expect((await whyNotObserver(session, last))?.code).toBe("lastSealer");
  expect(await failure(removeNode(session, signer, { nodeId: last }))).toContain("usage lastSealer");
});

test("a candidate sealer while one sealer works", async () => {
  const working = [{ nodeID: "11".repeat(64), weight: 1 }];
  const waiting = { getObserverList: [], getNodeListByType: [{ nodeID: node, weight: 1 }] };
  const { session, signer, node: transport } = replay("air4-consensus", { extra: group(waiting) });
  expect((await whyNotObserver(session, node))?.code).toBe("oneSealerWorks");
  expect(await failure(addObserver(session, signer, { nodeId: node }))).toContain("usage oneSealerWorks");
  expect(transport.asked.join()).not.toContain("transaction");
  const two = group({ ...waiting, getSealerList: [...working, { nodeID: "22".repeat(64), weight: 1 }] });
  expect(await whyNotObserver(replay("air4-consensus", { extra: two }).session, node)).toBeUndefined();
  const stranger = group({ getObserverList: [], getNodeListByType: [] });
  expect(await whyNotObserver(replay("air4-consensus", { extra: stranger }).session, node)).toBeUndefined();
});

test("wrong values are named before anything is sent", async () => {
  const { session, signer, node: transport } = replay("air4-consensus");
  expect([
    await failure(addSealer(session, signer, { nodeId: "zz", weight: 1 })),
    await failure(addSealer(session, signer, { nodeId: node, weight: 0 })),
    await failure(addSealer(session, signer, { nodeId: node, weight: 1.5 })),
    await failure(setWeight(session, signer, { nodeId: `0x${node}`, weight: 1 })),
    await failure(
      setTermWeight({ ...session, compatibilityVersion: "3.11.0" }, signer, { nodeId: node, termWeight: 0 }),
    ),
  ]).toMatchInlineSnapshot(`
    [
      "usage invalidNodeId: "zz" isn't a node ID: it has 2 characters.",
      "usage invalidWeight: 0 isn't a weight.",
      "usage invalidWeight: 1.5 isn't a weight.",
      "usage invalidNodeId: "0xc27ba7a2bcc4da211adb51d6ab6885ba54e1613b8dda3a1393f8cbcff95e4bb4e1b782b652ff4d7862d52077e09e6748b183fd18bacd60064fb9eb90bdeea3fb" isn't a node ID: it has 130 characters.",
      "usage needsCompatibility: setTermWeight needs a chain of 3.12.0 or newer; this one has the data version 3.11.0.",
    ]
  `);
  expect(transport.asked).toEqual([]);
});
