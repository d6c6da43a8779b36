import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DevChain, startDevChain } from "../../src/devchain/startDevChain";
import { type FoundKiosk, foundKiosk, withKiosk } from "../support/foundKiosk";
import { hoverSays, hovers } from "./hovers";
import { openWindow, type Workbench } from "./workbench";

describe("what a developer finds in files, with a chain connected", () => {
  let chain: DevChain;
  let found: FoundKiosk;
  let workbench: Workbench;
  beforeAll(async () => {
    chain = await startDevChain({ port: 0, sealers: 1, observers: 0, blockIntervalMs: 0 });
    found = await foundKiosk(chain);
    workbench = await openWindow({
      settings: { "chainside.connections": [{ name: "team", endpoints: [chain.url] }] },
      prepare: (folder) => {
        withKiosk(folder);
        writeFileSync(
          join(folder, "service.log"),
          `info|2026-01-02 10:11:12.123|transaction failed,hash=${found.failed.slice(2)}\nerror|2026-01-02 10:11:13.001|reverted, output ${found.output}\n`,
        );
        writeFileSync(
          join(folder, "check.ts"),
          `const kiosk = "${found.address}";\nconst find = "${found.find.slice(0, 10)}";\n`,
        );
      },
    });
    await workbench.view("FISCO BCOS");
    await workbench.command("FISCO BCOS: Connect", "team");
    await workbench.status(/group0 #2/).waitFor();
  });
  afterAll(async () => {
    await workbench?.close();
    await chain?.close();
  });
  const text = (): Promise<string> => workbench.editorText();

  it("explains a log line: what the transaction asked for, result and why", async () => {
    await workbench.openFile("service.log");
    await workbench.command("FISCO BCOS: Explain");
    await workbench.answer("Enter a status, return code", `hash=${found.failed.slice(2)}`);
    await expect.poll(text).toContain("transaction of group0");
    await expect.poll(text).toContain("✗ The contract reverted: ");
    // The chain keeps no ABI for it: the compiled contracts of the workspace have the error's name.
    await expect.poll(text).toMatch(/Reason: OutOfStock\(120, /);
    await workbench.picture("explain-live-hash");
  });

  it("reads call data and errors by the compiled contracts of the workspace", async () => {
    await workbench.command("FISCO BCOS: Explain");
    await workbench.answer("Enter a status, return code", `reverted, output ${found.output} after ${found.find}`);
    await expect.poll(text).toContain("call to Kiosk");
    expect(await text()).toContain("error in Kiosk");
    expect(await text()).toMatch(/Reason: OutOfStock\(120, /);
    expect(await text()).toContain("Call: find(120)");
    await workbench.picture("explain-live-data");
  });

  it("takes a compiled contract to an address", async () => {
    await workbench.pane("Contracts");
    await workbench.expand("Compiled");
    await workbench.fromMenu(workbench.row("Kiosk"), "Add Contract");
    await workbench.answer("Enter the address of the contract", found.address);
    await workbench.collapse("Compiled");
    await workbench.row("Kiosk").waitFor();
  });

  it("says over a TypeScript file what an address and a selector are", async () => {
    await workbench.openFile("check.ts");
    await hoverSays(workbench, found.address, "contract Kiosk");
    await workbench.picture("hover-typescript");
    await hoverSays(workbench, found.find.slice(0, 10), "find(uint64) of Kiosk");
    await hovers(workbench).getByText("Explain").first().click();
    await expect.poll(text).toContain("find(uint64) of Kiosk");
  });
});
