import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startChainProgram } from "../support/chainside";
import { dev, freePort, killChain } from "../support/devMethods";
import { openWindow, type Workbench } from "./workbench";

describe("faults of a chain, as a person sees them", () => {
  let port: number;
  let node: Awaited<ReturnType<typeof startChainProgram>>;
  let workbench: Workbench;
  const fault = (fault: Record<string, unknown>): Promise<unknown> => dev(port, "dev_setFault", fault);

  beforeAll(async () => {
    port = await freePort();
    node = await startChainProgram([]);
    workbench = await openWindow({
      settings: {
        "chainside.embeddedChain.port": port,
        "chainside.embeddedChain.keep": false,
        "chainside.refreshIntervalMs": 500,
        "chainside.connections": [{ name: "the node", endpoints: [node.url] }],
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
    node?.process.kill();
  });

  /** The group's line once it says this. */
  const says = (text: string | RegExp): Promise<void> =>
    workbench.page.locator(".sidebar .monaco-list-row", { hasText: "group0" }).filter({ hasText: text }).waitFor();
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
    await workbench.picture("fault-peer-lost");
    // Another sealer less would be one too many.
    await workbench.command("FISCO BCOS: Remove Node from Group", "sealer · weight 1");
    await workbench.says("The chain would stop: 1 of the 3 remaining sealers can't be reached now.");
    await workbench.picture("fault-peer-lost-removal");
    await workbench.page.keyboard.press("Escape");
    await well();
    await expect
      .poll(async () => (await workbench.childrenOf("Sealers")).filter((line) => line.includes("not reachable")))
      .toEqual([]);
  });

  it("the chain's process dies: said at once, and started again by a button", async () => {
    killChain(port);
    const message = workbench.notification("The embedded chain stopped unexpectedly, and its blocks are lost.");
    await message.waitFor();
    await workbench.picture("fault-killed");
    await message.getByRole("button", { name: "Start Again" }).click();
    await workbench.row("group0").waitFor();
    await workbench.status(/group0 #0/).waitFor();
  });

  it("a node goes away: said quietly, tried again, and there again by itself", async () => {
    await workbench.command("FISCO BCOS: Stop Embedded Chain");
    await workbench.command("FISCO BCOS: Connect", "the node");
    await workbench.status(/group0 #0/).waitFor();
    await workbench.dismissNotifications();
    node.process.kill("SIGKILL");
    const line = workbench.row("the node");
    await line.filter({ hasText: "retries automatically" }).waitFor();
    await workbench.row(/^Nothing listens at/).waitFor();
    await workbench.status("the node: not connected").waitFor();
    await workbench.picture("fault-node-gone");
    expect(await workbench.page.locator(".notification-toast").count()).toBe(0);
    // A window that is opened again meanwhile keeps trying, too.
    await workbench.reload();
    await workbench.view("FISCO BCOS");
    await line.filter({ hasText: "retries automatically" }).waitFor();
    expect(await workbench.page.locator(".notification-toast").count()).toBe(0);
    node = await startChainProgram(["--port", String(node.port)]);
    await workbench.row("group0").waitFor({ timeout: 60_000 });
    await workbench.status(/group0 #0/).waitFor();
    await workbench.picture("fault-node-back");
  });
});
