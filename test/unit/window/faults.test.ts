import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { dev } from "../../support/devMethods";
import { freePort } from "../../support/ports";
import { crashChain } from "../../support/window/chainProcess";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

describe("faults of a chain, as a person sees them", () => {
  let port: number;
  let workbench: FakeWindow;
  const fault = (fault: Record<string, unknown>): Promise<unknown> => dev(port, "dev_setFault", fault);

  beforeAll(async () => {
    port = await freePort();
    workbench = openWindow({
      settings: {
        "chainside.embeddedChain.port": port,
        "chainside.embeddedChain.keep": false,
        "chainside.refreshIntervalMs": 500,
      },
    });
    await workbench.view("FISCO BCOS");
    await workbench.command("FISCO BCOS: Start Embedded Chain");
    await workbench.pane("Chains");
    await workbench.expand("Sealers");
    await workbench.expand("Observers");
  });
  afterEach(async () => {
    await dev(port, "dev_clearFaults").catch(() => undefined);
  });
  afterAll(async () => {
    await workbench?.close();
  });

  /** The group's line once it says this. */
  const says = (text: string | RegExp): Promise<void> => workbench.row("group0").filter({ hasText: text }).waitFor();
  /** The chain is well again, and everybody says so. */
  const well = async (): Promise<void> => {
    await dev(port, "dev_clearFaults");
    await expect.poll(() => workbench.row("group0").first().innerText()).not.toMatch(/reach|behind|leader|slow/);
    await expect.poll(() => workbench.status(/group0/).innerText()).not.toMatch(/reach|behind|leader|slow/);
  };

  it("peer lost: the sealer's line, the group's line and the status bar say so", async () => {
    await fault({ kind: "peerLost", node: 3 });
    await says("1 node not reachable");
    await expect
      .poll(async () => (await workbench.childrenOf("Sealers")).filter((line) => line.includes("not reachable")))
      .toHaveLength(1);
    await workbench.status(/group0.*1 node not reachable/).waitFor();
    // Another sealer less would be one too many.
    await workbench.command("FISCO BCOS: Remove Node from Group", "sealer · weight 1");
    await workbench.says("The chain would stop: 1 of the 3 remaining sealers can't be reached now.");
    await workbench.says("Send Nevertheless…");
    workbench.escape();
    await well();
    await expect
      .poll(async () => (await workbench.childrenOf("Sealers")).filter((line) => line.includes("not reachable")))
      .toEqual([]);
  });

  it("too few sealers: no blocks, and whoever signs is told before", async () => {
    await fault({ kind: "peerLost", node: 2 });
    await fault({ kind: "peerLost", node: 3 });
    await says(/no new blocks since .*: 2 of 4 sealers reachable; needed: 3/);
    await workbench.status(/no new blocks/).waitFor();
    await workbench.command("FISCO BCOS: Deploy Contract", "HelloWorld");
    await workbench.says("Blocks then come again automatically.");
    workbench.escape();
    await well();
  });

  it("the explorer's overview sees a stop without a block, in the words of the tree, and that the node no longer answers", async () => {
    await workbench.command("FISCO BCOS: Open Explorer");
    const page = await workbench.webview(".cards");
    const state = (): Promise<string> => page.locator(".card").last().innerText();
    await expect.poll(state).toContain("Working");
    await fault({ kind: "peerLost", node: 2 });
    await fault({ kind: "peerLost", node: 3 });
    await expect.poll(state).toContain("No new blocks");
    await page.getByText(/^No new blocks since .*: 2 of 4 sealers reachable; needed: 3$/).waitFor();
    await says(/no new blocks since .*: 2 of 4 sealers reachable; needed: 3/);
    await well();
    await expect.poll(state).toContain("Working");
    await fault({ kind: "wrongAnswer", method: "getConsensusStatus", silence: true });
    await expect.poll(state).toContain("No response");
    await well();
  });

  it("a lagging node: by how many blocks", async () => {
    await dev(port, "dev_mine", 60);
    await fault({ kind: "lag", node: 4, blocks: 50 });
    await says("is 50 blocks behind");
    await expect.poll(() => workbench.childrenOf("Observers")).toEqual([expect.stringContaining("50 blocks behind")]);
    await well();
  });

  it("a change of view: the changing leader", async () => {
    await fault({ kind: "viewChange", times: 3 });
    await says("changing leader");
    await well();
  });

  it("a full pool: what to do", async () => {
    await fault({ kind: "poolFull" });
    await workbench.command("FISCO BCOS: Deploy Contract", "HelloWorld");
    await workbench.notification(/The transaction pool is full\..*Wait a little and send again\./).waitFor();
    await workbench.dismissNotifications();
  });

  it("a slow node: how slow", async () => {
    await fault({ kind: "slow", ms: 2500 });
    await says(/slow: responses take \d/);
    await well();
  });

  it("wrong answers: said in place of the list, which comes back", async () => {
    await workbench.collapse("Sealers");
    await fault({ kind: "wrongAnswer", method: "getSealerList", result: { sealers: "many" } });
    await workbench.run("chainside.refresh");
    await workbench.expand("Sealers");
    await expect.poll(() => workbench.childrenOf("Sealers")).toEqual([expect.stringContaining("getSealerList")]);
    await fault({ kind: "wrongAnswer", method: "getSealerList", garbage: true });
    await workbench.run("chainside.refresh");
    await expect.poll(() => workbench.childrenOf("Sealers")).toHaveLength(1);
    await dev(port, "dev_clearFaults");
    await workbench.run("chainside.refresh");
    await expect.poll(() => workbench.childrenOf("Sealers")).toHaveLength(4);
  });

  it("the chain's process dies: said at once, and started again by a button", async () => {
    crashChain(port);
    const message = workbench.notification("The embedded chain stopped unexpectedly, and its blocks are lost.");
    await message.waitFor();
    await message.press("Start Again");
    await workbench.row("group0").waitFor();
    await workbench.status(/group0 #0/).waitFor();
  });
});

describe("a node that goes away", () => {
  let node: DevChain;
  let workbench: FakeWindow;
  beforeAll(async () => {
    const small = { sealers: 1, observers: 0, accounts: 0 };
    node = await startDevChain({ port: await freePort(), ...small });
    workbench = openWindow({
      settings: {
        "chainside.refreshIntervalMs": 500,
        "chainside.connections": [{ name: "the node", endpoints: [node.url] }],
      },
    });
    await workbench.view("FISCO BCOS");
    await workbench.pane("Chains");
  });
  afterAll(async () => {
    await workbench?.close();
    await node?.close();
  });

  it("is said quietly, tried again also by a window that was reloaded, and there again by itself", async () => {
    await workbench.command("FISCO BCOS: Connect", "the node");
    await workbench.status(/group0 #0/).waitFor();
    await workbench.ended();
    await workbench.dismissNotifications();
    const { port } = node;
    await node.close();
    const waiting = workbench.row("the node").filter({ hasText: "retries automatically" });
    await waiting.waitFor();
    await workbench.row(/^Nothing listens at/).waitFor();
    await workbench.status("the node: not connected").waitFor();
    expect(workbench.messages.all).toEqual([]);
    await workbench.reload();
    await workbench.view("FISCO BCOS");
    await waiting.waitFor();
    expect(workbench.messages.all).toEqual([]);
    node = await startDevChain({ port, sealers: 1, observers: 0, accounts: 0 });
    await workbench.row("group0").waitFor();
    await workbench.status(/group0 #0/).waitFor();
  });
});
