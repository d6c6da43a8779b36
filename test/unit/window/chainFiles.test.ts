import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { host } from "../../support/fakeVscode/fakeHost";
import { anotherKiosk, type FoundKiosk, foundKiosk, withKiosk } from "../../support/foundKiosk";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

describe("what is found and made on a chain that others use, too", () => {
  let chain: DevChain;
  let found: FoundKiosk;
  let other: string;
  let workbench: FakeWindow;
  const text = (): Promise<string> => workbench.editorText();
  const explain = async (words: string): Promise<void> => {
    await workbench.command("FISCO BCOS: Explain");
    await workbench.answer("Enter a status, return code", words);
  };
  const copied = async (row: RegExp, form: RegExp): Promise<string> => {
    host.clipboard = ""; // what was copied before has the same form
    await workbench.fromMenu(workbench.row(row), "Copy");
    await expect.poll(() => workbench.clipboard).toMatch(form);
    return workbench.clipboard;
  };
  beforeAll(async () => {
    chain = await startDevChain({ port: 0, sealers: 2, observers: 1, blockIntervalMs: 0 });
    found = await foundKiosk(chain);
    other = await anotherKiosk(chain);
    workbench = openWindow({
      settings: { "chainside.connections": [{ name: "team", endpoints: [chain.url], access: "full" }] },
    });
    withKiosk(workbench.folder);
    await workbench.view("FISCO BCOS");
    await workbench.command("FISCO BCOS: Connect", "team");
    await workbench.status(/group0 #3/).waitFor();
    await workbench.command("FISCO BCOS: Import Account from Private Key");
    await workbench.answer("Enter the private key", chain.accounts[0]?.privateKey ?? "");
    await workbench.answer("Enter a name for the account", "first");
    await workbench.status(/group0 #\d+ · \S/).waitFor();
  });
  afterAll(async () => {
    await workbench?.close();
    await chain?.close();
  });

  describe("Explain", () => {
    it("says of a transaction's hash what was asked for and why it failed", async () => {
      await explain(`hash=${found.failed.slice(2)}`);
      await expect.poll(text).toContain("transaction of group0");
      expect(await text()).toContain("✗ The contract reverted: ");
      expect(await text()).toMatch(/Reason: OutOfStock\(120, /);
    });

    it("reads call data and errors by the compiled contracts of the workspace", async () => {
      await explain(`reverted, output ${found.output} after ${found.find}`);
      await expect.poll(text).toContain("call to Kiosk");
      expect(await text()).toContain("error in Kiosk");
      expect(await text()).toContain("Call: find(120)");
    });

    it("knows a selector, a contract's address, the account that signs, and a node with its role", async () => {
      await explain(found.find.slice(0, 10));
      await expect.poll(text).toContain("find(uint64) of Kiosk");
      await explain(found.address);
      await expect.poll(text).toContain("an account, or a contract with unknown ABI");
      await explain(chain.accounts[0]?.address ?? "");
      await expect.poll(text).toContain("your account first");
      for (const [folder, role] of [
        ["Sealers", "sealer of group0"],
        ["Observers", "observer of group0"],
      ] as const) {
        await workbench.expand(folder);
        const [line = ""] = await workbench.childrenOf(folder);
        await explain(await copied(new RegExp(`^${line.slice(0, 8)}`), /^[0-9a-f]{128}$/));
        await expect.poll(text).toContain(role);
        expect(await text()).toMatch(/Block height: 3/);
      }
    });

    it("tells a block from what is nowhere", async () => {
      await workbench.expand("Blocks");
      await explain(await copied(/^#2/, /^0x[0-9a-f]{64}$/));
      await expect.poll(text).toContain("block of group0");
      await explain(`0x${"9".repeat(64)}`);
      await expect.poll(text).toContain("not found in group0: it might be pending, archived, or of another chain");
    });

    it("has codes and lines of a node's log with their meaning and the next step", async () => {
      await explain("-51000");
      await expect.poll(text).toMatch(/Kind: built-in contract return code/);
      expect(await text()).toMatch(/Next step: \S/);
      await explain("xyzzy is no word of anything");
      await workbench.notification("No information found.").waitFor();
      await workbench.dismissNotifications();
    });
  });

  describe("the chain's file system", () => {
    it("gets a directory, and a link to a contract that was added", async () => {
      await workbench.pane("Contracts");
      await workbench.expand("Compiled");
      await workbench.fromMenu(workbench.row(/^Kiosk/), "Add Existing Contract");
      await workbench.answer("Enter the address of the contract", found.address);
      await workbench
        .row("Kiosk")
        .filter({ hasText: /Kiosk0x/ })
        .waitFor();
      await workbench.pane("Chains");
      await workbench.command("FISCO BCOS: Create BFS Directory");
      await workbench.answer("Enter the path of the new directory", "/apps/", { accept: false });
      await workbench.says("Enter a name after /apps/");
      await workbench.answer("Enter a name after", "/apps/shop");
      await workbench.status(/group0 #4/).waitFor();
      await workbench.command("FISCO BCOS: Link Contract in BFS", "Kiosk");
      await workbench.answer("Enter the path of the link", "/apps/kiosk/1.0");
      await workbench.status(/group0 #5/).waitFor();
      await workbench.command("FISCO BCOS: Show Link Target");
      await workbench.answer("Enter the path of the link", "/apps/kiosk/1.0");
      await workbench.notification(`/apps/kiosk/1.0 → ${found.address}`).waitFor();
      await workbench.dismissNotifications();
      await workbench.command("FISCO BCOS: Open Link's ABI");
      await workbench.answer("Enter the path of the link", "/apps/kiosk/1.0");
      await expect.poll(text).toContain('"name": "OutOfStock"');
    });

    it("warns before a link is led elsewhere", async () => {
      await workbench.command("FISCO BCOS: Link Contract in BFS", "Enter an address");
      await workbench.answer("Enter the address of the contract", other);
      await workbench.answer("Enter the path of the link", "/apps/kiosk/1.0");
      await workbench.says(/already exists and points to/);
      workbench.escape();
    });

    it("says that what leads nowhere is no link", async () => {
      await workbench.command("FISCO BCOS: Show Link Target");
      await workbench.answer("Enter the path of the link", "/apps/nothing");
      await workbench.notification(/\/apps\/nothing/).waitFor();
      await workbench.dismissNotifications();
    });

    it("shows what was made in the tree, with a tooltip of the link", async () => {
      await workbench.expand("BFS");
      await workbench.expand("/apps");
      await expect
        .poll(() => workbench.childrenOf("/apps"))
        .toEqual(expect.arrayContaining([expect.stringMatching(/^kiosk/), expect.stringMatching(/^shop/)]));
      await workbench.expand("kiosk");
      expect(await workbench.tooltip(workbench.row("1.0"))).toContain(found.address);
    });
  });

  it("lists the peers of the connected node, itself first, and filters them", async () => {
    await workbench.expand("Peers");
    const peers = await workbench.childrenOf("Peers");
    expect(peers[0]).toContain("this node");
    const [, second = ""] = peers;
    await workbench.fromMenu(workbench.row("Peers"), "Filter…");
    await workbench.answer("Show only lines that contain this text", second.slice(0, 8));
    await expect.poll(() => workbench.childrenOf("Peers")).toEqual([second]);
    expect(await workbench.row("Peers").innerText()).toContain(`only "${second.slice(0, 8)}"`);
    await workbench.fromMenu(workbench.row("Peers"), "Filter…");
    await workbench.answer("Show only lines that contain this text", "nobody");
    await expect.poll(() => workbench.childrenOf("Peers")).toEqual(["No items match the filter"]);
  });

  it("pins the chain in its setting, and takes the pin away", async () => {
    await workbench.command("FISCO BCOS: Pin Chain and Sealers", "What the node reports now");
    await workbench.notification(/team is pinned: chain ID chainside, group group0, 2 sealers/).waitFor();
    const pinned = (): unknown => (host.setting("chainside.connections") as { pin?: unknown }[])[0]?.pin;
    expect(pinned()).toMatchObject({ chainId: "chainside" });
    await workbench.command("FISCO BCOS: Remove Pin");
    await expect.poll(pinned).toBeUndefined();
  });
});
