import { describe, expect, it } from "vitest";
import { parseDocument } from "../../../src/nodeConfig/document/iniDocument";
import { applyEdits } from "../../../src/nodeConfig/edits/fix";
import {
  type ExpansionFacts,
  type ExpansionNode,
  expansionSteps,
  planWhitelists,
  withFreePorts,
} from "../../../src/nodeConfig/expansion/expansionSteps";
import { say } from "../../../src/text/catalogue";

const id = (digit: string): string => digit.repeat(128);

function node(name: string, digit: string, text: string): ExpansionNode {
  const known = { name, smTlsId: id(digit), consensusId: id(digit) };
  return { node: known, document: parseDocument(text), context: { identityLength: 128, own: known } };
}

const running = (entry: ExpansionNode, loaded = true): ExpansionFacts["existing"][number] => ({
  ...entry,
  running: true,
  reload: "signal",
  loaded,
});

const listed = `[certificate_whitelist]\n    cal.0=${id("a")}\n    cal.1=${id("b")}\n`;

describe("the ports of a new node", () => {
  const config = (p2p: number, rpc: number): string => `[p2p]\nlisten_port=${p2p}\n[rpc]\nlisten_port=${rpc}\n`;

  it("are moved up together, beyond those of every node of the host", () => {
    const nodes = [0, 1, 2].map((index) => node(`node${index}`, "a", config(30300 + index, 20200 + index)));
    const [first, , last] = nodes as [ExpansionNode, ExpansionNode, ExpansionNode];
    expect(withFreePorts(last, nodes)).toBe(config(30303, 20203));
    // the last in the list needn't be the one with the highest ports
    expect(withFreePorts(first, nodes)).toBe(config(30303, 20203));
    const far = node("node3", "b", config(20203, 30303));
    expect(withFreePorts(first, [...nodes, far])).toBe(config(30304, 20204));
  });
});

describe("the plan of an expansion", () => {
  it("adds the new node to every whitelist that is on, and the whole list to the new node", () => {
    const [first, second, open] = [
      node("node0", "a", listed),
      node("node1", "b", listed),
      node("node2", "c", "[p2p]\n"),
    ];
    const added = node("node3", "d", "[certificate_whitelist]\n    ;cal.0=\n");
    const plan = planWhitelists([first, second, open], added);
    expect(plan.map(({ node: { name } }) => name)).toEqual(["node0", "node1", "node3"]);
    const files = [first, second, added];
    for (const [index, { edits }] of plan.entries()) applyEdits((files[index] as ExpansionNode).document, edits);
    expect(first.document.text).toBe(`${listed.trimEnd()}\n    cal.2=${id("d")}\n`);
    expect(added.document.text).toBe(
      `[certificate_whitelist]\n    ;cal.0=\n    cal.0=${id("a")}\n    cal.1=${id("b")}\n    cal.2=${id("d")}\n`,
    );
    expect(planWhitelists([first, second, open], added)).toEqual([]);
  });

  it("leaves lists that are off alone: a first entry would shut everybody out", () => {
    expect(planWhitelists([node("node0", "a", "[p2p]\n")], node("node1", "b", "[p2p]\n"))).toEqual([]);
  });
});

describe("the steps of an expansion", () => {
  const states = (facts: ExpansionFacts): string =>
    expansionSteps(facts)
      .map(({ state }) => state[0])
      .join("");
  const facts: ExpansionFacts = {
    existing: [running(node("node0", "a", listed)), running(node("node1", "b", listed))],
    added: undefined,
    chainFilesCopied: false,
    addedRunning: false,
    membership: undefined,
  };

  it("come one after the other", () => {
    expect(states(facts)).toBe("nwwwwww");
    const added = node("node3", "d", "[p2p]\n");
    const withFolder = { ...facts, added };
    expect(states(withFolder)).toBe("ddnwwww");
    expect(expansionSteps(withFolder)[2]?.missing.map((text) => say(text))).toEqual([
      "node0 doesn't accept the new node.",
      "node1 doesn't accept the new node.",
    ]);
    const wide = `${listed}    cal.2=${id("d")}\n`;
    const listedEverywhere = {
      ...withFolder,
      existing: [running(node("node0", "a", wide), false), running(node("node1", "b", wide))],
    };
    expect(states(listedEverywhere)).toBe("dddnwww");
    const copied = { ...listedEverywhere, chainFilesCopied: true };
    expect(states(copied)).toBe("ddddnww");
    const likeNode0 = { ...copied, sharedPorts: [{ port: 30300, other: "node0" }] };
    expect(states(likeNode0)).toBe("dddnwww");
    expect(expansionSteps(likeNode0)[3]?.missing.map((text) => say(text))).toEqual([
      "The new node has port 30300 of node0: set another one in its config.ini.",
    ]);
    const reloaded = { ...copied, existing: copied.existing.map((entry) => ({ ...entry, loaded: true })) };
    expect(states(reloaded)).toBe("dddddnw");
    expect(states({ ...reloaded, addedRunning: true })).toBe("ddddddn");
    expect(states({ ...reloaded, addedRunning: true, membership: "observer" })).toBe("ddddddd");
  });

  it("are not done by a node of another chain, nor told by another chain, nor by silence", () => {
    const added = node("node3", "d", "[p2p]\n");
    const wide = `${listed}    cal.2=${id("d")}\n`;
    const done: ExpansionFacts = {
      existing: [running(node("node0", "a", wide)), running(node("node1", "b", wide))],
      added,
      chainFilesCopied: true,
      addedRunning: true,
      membership: "sealer",
      hasPeer: true,
    };
    const missing = (change: Partial<ExpansionFacts>): [string, string] => {
      const steps = expansionSteps({ ...done, ...change });
      const next = steps.find(({ state }) => state === "next");
      return [steps.map(({ state }) => state[0]).join(""), next?.missing.map((text) => say(text)).join() ?? ""];
    };
    expect(missing({})).toEqual(["ddddddd", ""]);
    expect(missing({ foreignFile: true, chainFilesCopied: false })).toEqual([
      "dddnwww",
      "The new folder's config.genesis belongs to another chain. With it, the node never joins this one.",
    ]);
    expect(missing({ foreignGenesis: { node: "aa…", chain: "bb…" } })).toEqual([
      "dddddnw",
      "The new node runs on another genesis block (aa…) than the chain (bb…): stop it, delete its data folder, and start it with the chain's config.genesis.",
    ]);
    expect(missing({ foreignGenesis: { node: "aa…", chain: "bb…", restarted: true } })[1]).toMatch(
      /^The new node has the chain's config\.genesis, but its block 0 has the hash aa… and the chain's bb…/,
    );
    expect(missing({ otherChain: "embedded · group0" })[0]).toBe("ddddddn");
    expect(missing({ hasPeer: false })[1]).toContain("doesn't hear from it");
    expect(missing({ hasPeer: undefined })[0]).toBe("ddddddd");
  });

  it("need the identity the lists ask for", () => {
    const added: ExpansionNode = {
      ...node("node3", "d", "[p2p]\n"),
      node: { name: "node3", consensusId: id("d") },
      context: { identityLength: 512 },
    };
    expect(expansionSteps({ ...facts, added })[1]).toMatchObject({ state: "next" });
  });
});
