import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

let workbench: FakeWindow;

/** Chooses where two questions in a row offer the same: the question tells them apart. */
async function choose(question: string, choice: string): Promise<void> {
  await workbench.says(question);
  await workbench.pick(choice);
}

describe("balances and shards, with their features on", () => {
  beforeAll(async () => {
    workbench = openWindow({
      settings: {
        "chainside.embeddedChain.startAutomatically": true,
        "chainside.embeddedChain.executorVersion": 0,
        "chainside.embeddedChain.features": ["feature_balance", "feature_balance_precompiled", "feature_sharding"],
      },
    });
    await workbench.view("FISCO BCOS");
    await workbench.status(/group0 #\d+ · \S/).waitFor();
  });
  afterAll(async () => workbench?.close());

  it("registers who may change balances", async () => {
    await workbench.command("FISCO BCOS: List Balance Callers");
    await workbench.answered(/No one can change balances yet/);
    await workbench.command("FISCO BCOS: Register Balance Caller", "dev0");
    await workbench.says("This account can then create balance out of nothing");
    await workbench.sign("This account can then create balance out of nothing");
    await workbench.answered(/dev0 0x29ac.* can now change balances/);
    await workbench.command("FISCO BCOS: List Balance Callers");
    await workbench.answered(/Accounts that can change balances: dev0 0x29ac/);
  });

  it("adds, subtracts and moves", async () => {
    await workbench.command("FISCO BCOS: Add to Balance", "dev1");
    await workbench.answer("Enter an amount in wei", "5 ether");
    await workbench.sign("5000000000000000000 wei");
    await workbench.answered(/dev1 0x\S+… has 5000000000000000000 wei on group0/);
    await workbench.command("FISCO BCOS: Subtract from Balance", "dev1");
    await workbench.answer("Enter an amount in wei", "2 ether");
    await workbench.sign("now, and 3000000000000000000");
    await workbench.answered(/has 3000000000000000000 wei on group0/);
    await workbench.command("FISCO BCOS: Move Balance Between Accounts");
    await choose("Select the account to transfer from", "dev1");
    await choose("Select the account to transfer to", "dev2");
    await workbench.answer("Enter an amount in wei", "1 ether");
    await workbench.sign("now, and 2000000000000000000");
    await workbench.answered(/has 2000000000000000000 wei on group0/);
    await workbench.command("FISCO BCOS: Show Balance", "dev2");
    await workbench.answered(/dev2 0x\S+… has 1000000000000000000 wei on group0/);
  });

  it("says before signing what an account does not have", async () => {
    await workbench.command("FISCO BCOS: Subtract from Balance", "dev2");
    await workbench.answer("Enter an amount in wei", "9 ether");
    await workbench.says(/has only 1000000000000000000 wei/);
    workbench.escape();
  });

  it("transfers value from the signing account", async () => {
    await workbench.signWith("dev1");
    await workbench.command("FISCO BCOS: Transfer Value to Account", "dev3");
    await workbench.answer("Enter an amount in wei", "0.5 ether");
    await workbench.sign("now, and 1500000000000000000");
    await workbench.answered(/dev3 .* has 500000000000000000 wei on group0/);
    await workbench.signWith("dev0");
  });

  it("takes the right back", async () => {
    await workbench.command("FISCO BCOS: Unregister Balance Caller", "0x29ac");
    await workbench.says(/This is the last balance caller/);
    workbench.escape();
    await workbench.command("FISCO BCOS: Register Balance Caller", "dev4");
    await workbench.sign("This account can then create balance out of nothing");
    await workbench.answered(/can now change balances/);
    await workbench.command("FISCO BCOS: Unregister Balance Caller", "0x29ac");
    await workbench.sign("The account can no longer change balances.");
    await workbench.answered(/can no longer change balances/);
    await workbench.command("FISCO BCOS: List Balance Callers");
    await workbench.answered(/Accounts that can change balances: dev4 0x2388/);
  });

  it("makes a shard and puts a contract into it", async () => {
    await workbench.command("FISCO BCOS: Deploy Contract", "HelloWorld");
    await workbench.answered(/Deployed HelloWorld at/);
    const height = async (): Promise<number> =>
      Number(/#(\d+)/.exec(await workbench.status(/group0/).innerText())?.[1]);
    const start = await height();
    await workbench.command("FISCO BCOS: Create Shard");
    await workbench.answer("Enter a name for the new shard", "east");
    await workbench.sign("A shard is permanent");
    await expect.poll(height).toBeGreaterThan(start);
    const before = await height();
    await workbench.command("FISCO BCOS: Add Contract to Shard", "HelloWorld");
    await workbench.answer(/shard/i, "east");
    await workbench.sign("The contract stays in this shard permanently.");
    // A call before its block would not know yet.
    await expect.poll(height).toBeGreaterThan(before);
    await workbench.command("FISCO BCOS: Show Contract's Shard", "HelloWorld");
    await workbench.answered(/HelloWorld 0x\S+… is in shard (\/shards\/)?east/);
  });

  it("gives a node a name and asks another one", async () => {
    await workbench.command("FISCO BCOS: Label Node", "sealer · weight 1");
    await workbench.answer("Name of the node in your views", "Beijing 1");
    await workbench.expand("Sealers");
    await workbench.row("Beijing 1").waitFor();
    await workbench.collapse("Sealers");
    await workbench.command("FISCO BCOS: Select Node to Query", "Beijing 1");
    await expect.poll(() => workbench.row("group0").first().innerText()).toMatch(/queries [0-9a-f]{8}/);
    await workbench.command("FISCO BCOS: Select Node to Query", "Any node");
    await expect.poll(() => workbench.row("group0").first().innerText()).not.toMatch(/queries/);
  });

  it("sets a term weight and repairs the BFS", async () => {
    await workbench.command("FISCO BCOS: Set Term Weight", "sealer · weight 1");
    await workbench.answer("Enter the term weight", "5");
    await workbench.sign("This only matters on chains whose sealers change by term");
    await workbench.command("FISCO BCOS: Repair BFS");
    await workbench.sign("Needed once on chains created before 3.3");
    await workbench.answered("The BFS directories are in order.");
  });
});

describe("a chain from before committees", () => {
  let own: DevChain;

  beforeAll(async () => {
    own = await startDevChain({ compatibilityVersion: "3.2.0", executorVersion: 0 });
    const { url, accounts } = own;
    workbench = openWindow({
      settings: { "chainside.connections": [{ name: "old", endpoints: [url], access: "confirm" }] },
    });
    await workbench.view("FISCO BCOS");
    await workbench.command("FISCO BCOS: Connect", "old");
    await workbench.row("group0").first().waitFor();
    await workbench.command("FISCO BCOS: Import Account from Private Key");
    await workbench.answer("Enter the private key", accounts[0]?.privateKey ?? "");
    await workbench.answer("Enter a name for the account", "first");
    await workbench.status(/group0 #\d+ · \S/).waitFor();
  });
  afterAll(async () => {
    await workbench?.close();
    await own?.close();
  });

  it("is upgraded, and then gets its committee", async () => {
    await workbench.pane("Governance");
    await workbench.row(/This chain has no committee/).waitFor();
    await workbench.command("FISCO BCOS: Set System Config", "compatibility_version");
    await workbench.answer("Data version of the chain", "3.3.0");
    await workbench.signNamed("The data version can't be changed back from 3.3.0 to 3.2.0");
    await workbench.status(/group0 #1/).waitFor();
    await workbench.ended(); // the group is asked again what it is
    await workbench.command("FISCO BCOS: Create Committee", "first");
    await workbench.says("A chain has one permanent committee");
    await workbench.signNamed("A chain has one permanent committee");
    await workbench.answered(/The committee was created. Its governor is first 0x/);
    await expect.poll(() => workbench.childrenOf("Committee")).toEqual([expect.stringMatching(/first.*weight 1 of 1/)]);
    await workbench.command("FISCO BCOS: Create Committee");
    await workbench.answered(/This chain already has a committee/);
  });
});
