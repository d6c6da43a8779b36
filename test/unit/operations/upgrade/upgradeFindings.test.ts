import { describe, expect, it } from "vitest";
import type { FolderHere } from "../../../../src/chain/health/nodesAround";
import { flagsOf, runbookOf } from "../../../../src/operations/upgrade/runbook";
import type { UpgradeFacts, UpgradeNode } from "../../../../src/operations/upgrade/upgradeFacts";
import { hasRelease, upgradeFindings } from "../../../../src/operations/upgrade/upgradeFindings";
import { batchesOf, sealersToSpare } from "../../../../src/operations/upgrade/upgradeOrder";
import { dayMs } from "../../../../src/time/units";
import { englishAfterEach, useSources } from "../../../support/chinese";

englishAfterEach();

const nowMs = Date.parse("2026-11-29T00:00:00Z");

const folder = (index: number, more: Partial<FolderHere> = {}): FolderHere => ({
  path: `/chain/nodes/127.0.0.1/node${index}`,
  name: `node${index}`,
  nodeId: `a${index}`.repeat(64),
  started: "3.16.4",
  keys: ["p2p.listen_port", "rpc.listen_port"],
  rests: [],
  sessionsOfAddress: undefined,
  peersByHost: new Map([["127.0.0.1", 4]]),
  certificates: [{ name: "ssl.crt", endsAtMs: nowMs + 400 * dayMs }],
  missingFiles: [],
  listens: { host: "127.0.0.1", port: 30300 + index },
  data: `/chain/nodes/127.0.0.1/node${index}/data`,
  scripts: true,
  freeBytes: 50 * 1024 ** 3,
  ...more,
});

const node = (index: number, more: Partial<UpgradeNode> = {}): UpgradeNode => ({
  nodeId: `a${index}`.repeat(64),
  name: `node${index}`,
  role: "sealer",
  weight: 1,
  program: "3.16.4",
  versionFrom: "node",
  reachable: true,
  behind: 0,
  folder: folder(index),
  ...more,
});

const sealers = (count: number, more: (index: number) => Partial<UpgradeNode> = () => ({})): UpgradeNode[] =>
  Array.from({ length: count }, (_, index) => node(index, more(index)));

/** Four sealers of 3.16.4 that go to 3.17.1, with nothing wrong. */
const sound: UpgradeFacts = {
  to: "3.17.1",
  dataVersion: "3.16.0",
  executor: 1,
  authEnabled: false,
  wasm: false,
  services: false,
  nodes: sealers(4),
  unlistedFolders: [],
  totalWeight: 4,
  neededWeight: 3,
  stopped: false,
  flagsOn: ["bugfix_revert"],
  connections: new Map([["127.0.0.1", 3]]),
  nowMs,
};

/** One node of the four is different. */
const oneWith = (more: Partial<UpgradeNode>): Partial<UpgradeFacts> => ({
  nodes: sealers(4, (index) => (index === 2 ? more : {})),
});
const oneFolder = (more: Partial<FolderHere>) => oneWith({ folder: folder(2, more) });

const mistakes: readonly [what: string, code: string, severity: string, more: Partial<UpgradeFacts>, word: RegExp][] = [
  ["mixed programs", "mixedPrograms", "blocker", oneWith({ program: "3.15.5" }), /node2 3\.15\.5/],
  ["sealers of 3.16 beside 3.17", "mixedConsensus", "blocker", oneWith({ program: "3.17.0" }), /node0, node1, node3/],
  ["a sealer that is offline", "sealerOffline", "blocker", oneWith({ reachable: false }), /node2/],
  [
    "an observer that is offline",
    "nodeOffline",
    "warning",
    { nodes: [...sealers(4), node(4, { role: "observer", weight: 0, reachable: false })] },
    /node4/,
  ],
  [
    "a lower version than the data's",
    "lowerVersion",
    "blocker",
    { to: "3.15.0" },
    /3\.15\.0 is lower than the data version 3\.16\.0/,
  ],
  [
    "a lower version than a program's",
    "lowerVersion",
    "blocker",
    { to: "3.16.2" },
    /3\.16\.2 is lower than what runs on node0/,
  ],
  ["a generation that can't rise", "tooOld", "blocker", { dataVersion: "2.9.1" }, /2\.9\.1/],
  ["a gap of releases", "releaseGap", "warning", { dataVersion: "3.2.0" }, /3\.2\.0 and 3\.17\.1 lie \d+ releases/],
  [
    "an unknown release",
    "unknownRelease",
    "warning",
    { to: "3.17.4" },
    /3\.17\.4 is unknown here, checked as 3\.17\.1/,
  ],
  [
    "a key that 3.18 lacks",
    "goneKeys",
    "blocker",
    { to: "3.18.0", ...oneFolder({ keys: ["redis.server_ip", "rpc.thread_count"] }) },
    /redis\.server_ip, rpc\.thread_count → thread_pool\.io_thread_count/,
  ],
  [
    "a key that 3.17 deprecates",
    "deprecatedKeys",
    "warning",
    oneFolder({ keys: ["flow_control.enable_distributed_ratelimit"] }),
    /enable_distributed_ratelimit/,
  ],
  ["WASM", "wasm", "blocker", { to: "3.18.0", wasm: true }, /3\.18\.0 no longer has WASM/],
  ["WASM, deprecated", "wasm", "warning", { wasm: true }, /WASM is deprecated: 3\.18\.0/],
  ["TiKV", "tikv", "blocker", { to: "3.18.0", ...oneFolder({ rests: ["tikv"] }) }, /no longer has TiKV/],
  ["Max", "max", "blocker", { to: "3.18.0", ...oneFolder({ rests: ["tikv", "max"] }) }, /no longer has Max/],
  [
    "a light node",
    "lightNode",
    "blocker",
    { to: "3.18.0", unlistedFolders: [folder(9, { rests: ["lightNode"] })] },
    /no longer has light node/,
  ],
  ["permissions without a proposal", "proposalNeeded", "warning", { authEnabled: true }, /proposal of the committee/],
  ["a full disk", "diskFull", "blocker", oneFolder({ freeBytes: 300 * 1024 ** 2 }), /node2 300 MiB/],
  [
    "a CA's certificate that is missing",
    "certificateMissing",
    "blocker",
    oneFolder({ missingFiles: ["ca.crt"] }),
    /node2\/ca\.crt/,
  ],
  [
    "a certificate that has ended",
    "certificateExpired",
    "blocker",
    oneFolder({ certificates: [{ name: "ssl.crt", endsAtMs: nowMs - dayMs }] }),
    /node2\/ssl\.crt/,
  ],
  [
    "a certificate near its end",
    "certificateExpires",
    "warning",
    oneFolder({ certificates: [{ name: "ca.crt", endsAtMs: nowMs + 12 * dayMs }] }),
    /node2\/ca\.crt in 12 days/,
  ],
  [
    "40 nodes behind one address",
    "tooManySessions",
    "blocker",
    oneFolder({ peersByHost: new Map([["10.0.0.1", 40]]) }),
    /40 nodes share one address\. A node of 3\.17\.1 takes 32/,
  ],
  [
    "a quorum too small to stop one",
    "noSpareSealer",
    "warning",
    { nodes: sealers(3), totalWeight: 3, neededWeight: 3 },
    /needs 3 of 3/,
  ],
  ["a node that is behind", "nodeBehind", "blocker", oneWith({ behind: 200 }), /node2 \(200\)/],
  ["a chain that stands", "chainStands", "blocker", { stopped: true }, /No block is made/],
  [
    "a data version above a program",
    "dataVersionAhead",
    "blocker",
    { dataVersion: "3.17.0" },
    /3\.17\.0 is newer than the program of node0 3\.16\.4/,
  ],
  ["a folder of another chain", "otherNode", "warning", { unlistedFolders: [folder(7)] }, /node7/],
  [
    "a node that says no program",
    "programUnknown",
    "unknown",
    oneWith({ program: undefined, versionFrom: undefined }),
    /node2/,
  ],
  ["a node whose folder isn't here", "folderUnknown", "unknown", oneWith({ folder: undefined }), /node2/],
  [
    "services of an unknown deployment",
    "deploymentUnknown",
    "unknown",
    { services: true, nodes: sealers(4, () => ({ folder: undefined })) },
    /Pro or a Max/,
  ],
];

describe("the check before an upgrade", () => {
  it("finds nothing on a sound chain", () => {
    expect(upgradeFindings(sound)).toEqual([]);
  });

  it.each(mistakes)("catches %s", (_, code, severity, more, word) => {
    const found = upgradeFindings({ ...sound, ...more });
    expect(found).toContainEqual(expect.objectContaining({ code, severity, message: expect.stringMatching(word) }));
    expect(found.every(({ advice }) => advice !== "")).toBe(true);
  });

  it("says nothing of what the release still has, and blockers first", () => {
    const codes = (more: Partial<UpgradeFacts>) => upgradeFindings({ ...sound, ...more }).map(({ code }) => code);
    expect(codes({ to: "3.16.4", wasm: true, ...oneFolder({ keys: ["redis.server_ip"], rests: ["tikv"] }) })).toEqual(
      [],
    );
    expect(codes({ to: "3.16.4", ...oneFolder({ peersByHost: new Map([["10.0.0.1", 40]]) }) })).toEqual([]);
    expect(codes(oneFolder({ peersByHost: new Map([["10.0.0.1", 40]]), sessionsOfAddress: 64 }))).toEqual([]);
    expect(codes({ authEnabled: true, stopped: true })).toEqual(["chainStands", "proposalNeeded"]);
  });

  it("speaks Chinese", () => {
    useSources("zh-cn");
    for (const [, , , more] of mistakes)
      for (const { message, advice } of upgradeFindings({ ...sound, ...more })) {
        expect(message).toMatch(/\p{Script=Han}/u);
        expect(advice).toMatch(/\p{Script=Han}/u);
      }
  });
});

describe("how many sealers may be stopped at once", () => {
  it.each([
    [1, 1, 0],
    [3, 3, 0],
    [4, 3, 1],
    [7, 5, 2],
    [10, 7, 3],
  ])("of %i with a quorum of %i", (totalWeight, neededWeight, spare) => {
    expect(sealersToSpare({ ...sound, nodes: sealers(totalWeight), totalWeight, neededWeight })).toBe(spare);
  });

  it("counts weights, the heaviest first", () => {
    const nodes = sealers(4, (index) => ({ weight: index === 0 ? 4 : 1 }));
    expect(sealersToSpare({ ...sound, nodes, totalWeight: 7, neededWeight: 5 })).toBe(0);
  });
});

describe("the order of the nodes", () => {
  const order = (more: Partial<UpgradeFacts>) => {
    const facts = { ...sound, ...more };
    return batchesOf(facts, hasRelease(facts.to)).map(
      ({ nodes, stands }) => `${nodes.map(({ name }) => name).join("+")}${stands ? "!" : ""}`,
    );
  };

  it("is one by one within releases that verify each other, those without weight first", () => {
    const nodes = [...sealers(4), node(4, { role: "observer", weight: 0 })];
    expect(order({ to: "3.16.4", nodes: nodes.map((each) => ({ ...each, program: "3.16.0" })) })).toEqual([
      "node4",
      "node0",
      "node1",
      "node2",
      "node3",
    ]);
    expect(
      order({ to: "3.16.4", nodes: sealers(3, () => ({ program: "3.16.0" })), totalWeight: 3, neededWeight: 3 }),
    ).toEqual(["node0!", "node1!", "node2!"]);
  });

  it("changes as many at once as the newer ones need where older ones can't verify them", () => {
    expect(order({})).toEqual(["node0", "node3+node2!", "node1"]);
    expect(order({ nodes: sealers(7), totalWeight: 7, neededWeight: 5 })).toEqual([
      "node0",
      "node1",
      "node6+node5+node4!",
      "node2",
      "node3",
    ]);
    expect(order({ nodes: sealers(1), totalWeight: 1, neededWeight: 1 })).toEqual(["node0!"]);
    expect(order({ nodes: sealers(4, (index) => ({ program: index === 0 ? "3.17.1" : "3.16.4" })) })).toEqual([
      "node3+node2!",
      "node1",
    ]);
    expect(order({ nodes: sealers(4, () => ({ program: "3.17.1" })) })).toEqual([]);
  });
});

describe("the runbook", () => {
  it("locks the data version until every node says the release", () => {
    const last = (nodes: readonly UpgradeNode[]) =>
      runbookOf({ ...sound, nodes }).find(({ kind }) => kind === "dataVersion");
    expect(last(sound.nodes)).toMatchObject({
      locked: true,
      does: expect.arrayContaining([expect.stringContaining("node0, node1, node2, node3")]),
    });
    const all = sealers(4, () => ({ program: "3.17.1" }));
    expect(last(all)).toMatchObject({ locked: false });
    expect(last([...all.slice(1), node(0, { program: undefined })])).toMatchObject({ locked: true });
    // its folder only tells what was started last
    expect(last([...all.slice(1), node(0, { program: "3.17.1", versionFrom: "folder" })])).toMatchObject({
      locked: true,
    });
    expect(runbookOf({ ...sound, nodes: all, dataVersion: "3.17.1" })).toEqual([]);
  });

  it("names the lines for a terminal, what switches on, and the proposal", () => {
    const steps = runbookOf({ ...sound, authEnabled: true });
    expect(steps.map(({ kind }) => kind)).toEqual([
      "backup",
      "program",
      "program",
      "program",
      "check",
      "proposal",
      "after",
    ]);
    expect(steps[1]?.does).toContain("bash /chain/nodes/127.0.0.1/node0/stop.sh");
    expect(steps[2]).toMatchObject({ chainStands: true, nodes: ["node3", "node2"] });
    const flags = flagsOf(sound);
    expect(flags.map(({ flag }) => flag)).toEqual(
      expect.arrayContaining(["bugfix_revert_logs", "bugfix_v1_eoa_as_contract"]),
    );
    expect(flags.find(({ flag }) => flag === "bugfix_evm_storage_status")?.effect).toContain("22,100");
    expect(
      flagsOf({ ...sound, executor: 0 }).find(({ flag }) => flag === "bugfix_nonce_ordering")?.concernsExecutor,
    ).toBe(false);
    expect(flagsOf({ ...sound, flagsOn: ["bugfix_auth_check"] }).map(({ flag }) => flag)).not.toContain(
      "bugfix_auth_check",
    );
  });
});
