import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contractInterface } from "../../src/chain/abi/contractInterface";
import { createClient } from "../../src/chain/client";
import { openSession } from "../../src/chain/openSession";
import { transact } from "../../src/chain/transaction/transact";
import { createHttpTransport } from "../../src/chain/transport/httpTransport";
import { type Hex, hexToBytes } from "../../src/crypto/hex";
import { privateKeySigner } from "../../src/crypto/privateKeySigner";
import { type DevChain, startDevChain } from "../../src/devchain/startDevChain";
import { openWindow, type Workbench } from "./workbench";

const compiled = resolve(import.meta.dirname, "../fixtures/artifacts/contracts/Kiosk.sol");
const { abi, bytecode } = JSON.parse(readFileSync(join(compiled, "Kiosk.json"), "utf8")) as {
  abi: readonly unknown[];
  bytecode: string;
};

interface Found {
  readonly address: string;
  readonly find: Hex;
  readonly failed: string;
  readonly output: Hex;
}

/** A kiosk that was deployed elsewhere, and a transaction of it that failed. */
async function something(chain: DevChain): Promise<Found> {
  const transport = createHttpTransport({ url: [chain.url] });
  try {
    const session = await openSession(createClient(transport, "group0"));
    const signer = privateKeySigner(session.suite, hexToBytes(chain.accounts[0]?.privateKey ?? "0x"));
    const kiosk = contractInterface(abi, session.suite);
    const deployed = await transact(session, signer, { data: kiosk.encodeDeploy(bytecode, ["corner"]) });
    const find = kiosk.encodeCall("find(uint64)", ["120"]);
    const failed = await transact(session, signer, { to: deployed.contractAddress, data: find });
    return {
      address: deployed.contractAddress,
      find,
      failed: failed.transactionHash,
      output: failed.output,
    };
  } finally {
    await transport.close();
  }
}

describe("what a developer finds in files, with a chain connected", () => {
  let chain: DevChain;
  let found: Found;
  let workbench: Workbench;
  beforeAll(async () => {
    chain = await startDevChain({ port: 0, sealers: 1, observers: 0, blockIntervalMs: 0 });
    found = await something(chain);
    workbench = await openWindow({
      settings: { "chainside.connections": [{ name: "team", endpoints: [chain.url] }] },
      prepare: (folder) => {
        cpSync(compiled, join(folder, "artifacts/contracts/Kiosk.sol"), { recursive: true });
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

  const hovers = (): Locator => workbench.page.locator(".editor-instance .monaco-hover:not(.hidden)");
  async function hoverSays(words: string, said: string): Promise<void> {
    const hover = hovers().filter({ hasText: said }).first();
    for (let attempt = 0; attempt < 5 && !(await hover.isVisible()); attempt++) {
      await workbench.page.locator(".statusbar").hover({ position: { x: 300, y: 8 } });
      await workbench.page
        .locator(".editor-group-container.active .view-line span > span", { hasText: words })
        .first()
        .hover();
      await hover.waitFor({ timeout: 4000 }).catch(() => undefined);
    }
    expect(await hover.isVisible(), `a hover says ${said}`).toBe(true);
  }

  it("says over a TypeScript file what an address and a selector are", async () => {
    await workbench.openFile("check.ts");
    await hoverSays(found.address, "contract Kiosk");
    await workbench.picture("hover-typescript");
    await hoverSays(found.find.slice(0, 10), "find(uint64) of Kiosk");
    await hovers().getByText("Explain").first().click();
    await expect.poll(text).toContain("find(uint64) of Kiosk");
  });
});
