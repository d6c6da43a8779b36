import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBalancer } from "./balancedNodes";
import { dev } from "./devMethods";
import { startOwnChain } from "./ownChain";
import { openWindow, type Workbench } from "./workbench";

describe("one address with several nodes behind it, without WebSocket", () => {
  let chain: Awaited<ReturnType<typeof startOwnChain>>;
  let balancer: Awaited<ReturnType<typeof startBalancer>>;
  let workbench: Workbench;
  beforeAll(async () => {
    chain = await startOwnChain("--port", "0");
    await dev(chain.port, "dev_mine", 12);
    balancer = await startBalancer(chain.url, 3);
    workbench = await openWindow({
      settings: {
        "chainside.refreshIntervalMs": 200,
        "chainside.connections": [{ name: "balanced", endpoints: [balancer.url] }],
      },
    });
    await workbench.view("FISCO BCOS");
    await workbench.pane("Chains");
  });
  afterAll(async () => {
    await workbench?.close();
    await balancer?.close();
    chain?.process.kill();
  });

  it("follows the chain without stepping back, and shows every block", async () => {
    await workbench.command("FISCO BCOS: Connect", "balanced");
    await workbench.status(/group0 #12/).waitFor();
    await workbench.expand("Blocks");
    await workbench.row("#12").waitFor();
    const seen: number[] = [];
    const look = async (): Promise<number> => {
      const text = await workbench.status(/group0 #/).innerText();
      seen.push(Number(/#(\d+)/.exec(text)?.[1]));
      return seen.at(-1) ?? 0;
    };
    for (const height of [15, 18, 21]) {
      await dev(chain.port, "dev_mine", 3);
      // Long enough for both nodes to be asked several times.
      for (let looks = 0; looks < 10; looks++) {
        await expect.poll(look).toBeGreaterThan(0);
        await workbench.page.waitForTimeout(100);
      }
      await expect.poll(look).toBe(height);
      await workbench.row(`#${height}`).waitFor();
    }
    expect(seen).toEqual([...seen].sort((one, other) => one - other));
    await expect.poll(async () => (await workbench.childrenOf("Blocks"))[0]).toMatch(/^#21/);
    for (const line of await workbench.childrenOf("Blocks")) expect(line).toMatch(/^#\d+|older blocks/);
    expect(await workbench.page.locator(".notification-toast").count()).toBe(0);
    await workbench.picture("balanced-nodes");
  });
});
