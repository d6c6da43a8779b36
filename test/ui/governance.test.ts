import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openWindow, type Workbench } from "./workbench";

/** Permissions are on, the classic executor can unfreeze contracts, balances and shards can be made. */
const settings = {
  "chainside.embeddedChain.permissions": true,
  "chainside.embeddedChain.executorVersion": 0,
  "chainside.embeddedChain.features": ["feature_sharding", "feature_balance", "feature_balance_precompiled"],
};

let workbench: Workbench;

async function open(options: Parameters<typeof openWindow>[0]): Promise<void> {
  workbench = await openWindow(options);
  await workbench.view("FISCO BCOS");
}

function pictureOfFailure(): void {
  afterEach(async (context) => {
    if (context.task.result?.state === "fail")
      await workbench?.picture(`failed-${context.task.name.replace(/\W+/g, "-")}`);
  });
}

describe("rights on contracts and accounts", () => {
  beforeAll(async () => {
    await open({ settings });
    await workbench.command("FISCO BCOS: Start Embedded Chain");
    await workbench.status(/group0 #\d+ · 0x/).waitFor();
    await workbench.command("FISCO BCOS: Deploy Contract");
    await workbench.pick("HelloWorld");
    await workbench.notification(/HelloWorld is deployed at/).waitFor();
    await workbench.dismissNotifications();
  });
  pictureOfFailure();
  afterAll(async () => workbench?.close());

  it("shows the committee, the deploy policy and the own rights", async () => {
    await workbench.pane("Governance");
    await workbench.row("Committee").waitFor();
    await expect.poll(() => workbench.childrenOf("Committee")).toEqual([expect.stringContaining("dev0")]);
    await workbench.expand("Your Rights");
    await expect
      .poll(async () => (await workbench.childrenOf("Your Rights")).join("\n"))
      .toContain("Deploy contractsyes");
    await workbench.picture("governance-rights");
  });
});
