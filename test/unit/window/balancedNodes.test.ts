import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { startBalancer } from "../../support/balancedNodes";
import { dev } from "../../support/devMethods";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

describe("one address with several nodes behind it, without WebSocket", () => {
  let chain: DevChain;
  let balancer: Awaited<ReturnType<typeof startBalancer>>;
  let workbench: FakeWindow;
  beforeAll(async () => {
    chain = await startDevChain({ openDev: true });
    await dev(chain.port, "dev_mine", 12);
    balancer = await startBalancer(chain.url, 3);
    workbench = openWindow({
      settings: {
        "chainside.refreshIntervalMs": 500,
        "chainside.connections": [{ name: "balanced", endpoints: [balancer.url] }],
      },
    });
    await workbench.view("FISCO BCOS");
    await workbench.pane("Chains");
  });
  afterAll(async () => {
    await workbench?.close();
    await balancer?.close();
    await chain?.close();
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
        await new Promise((done) => setTimeout(done, 20));
      }
      await expect.poll(look).toBe(height);
      await workbench.row(`#${height}`).waitFor();
    }
    expect(seen).toEqual([...seen].sort((one, other) => one - other));
    await expect.poll(async () => (await workbench.childrenOf("Blocks"))[0]).toMatch(/^#21/);
    for (const line of await workbench.childrenOf("Blocks")) expect(line).toMatch(/^#\d+|older blocks/);
    expect(await workbench.notification(/./).count()).toBe(0);
  });
});
