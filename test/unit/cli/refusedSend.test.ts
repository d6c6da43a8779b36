// What a built-in contract refuses has status 0 and a negative code: no command that sends may take it for done.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { precompiledInterface } from "../../../src/chain/abi/precompiledContracts";
import { runLoad } from "../../../src/cli/commands/load";
import { runSend } from "../../../src/cli/commands/send";
import { cryptoSuite } from "../../../src/crypto/suites";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { writtenLines } from "../../support/commandLine";

describe.each([0, 1] as const)("a refused call of a built-in contract (executor %s)", (executorVersion) => {
  let chain: DevChain;
  let folder: string;
  const { out, err } = writtenLines();
  beforeAll(async () => {
    chain = await startDevChain({ sealers: 1, observers: 0, openDev: true, executorVersion });
    folder = mkdtempSync(join(tmpdir(), "chainside-refused-"));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await chain.close();
  });

  async function send(...args: string[]): Promise<{ code: number; out: string; err: string }> {
    out.length = 0;
    err.length = 0;
    const code = await runSend(["--url", chain.url, "--key", "dev0", ...args]);
    return { code, out: out.join("\n"), err: err.join("\n") };
  }

  const consensus = "0x0000000000000000000000000000000000001003";
  const addObserver = ["addObserver(string)", "ab".repeat(64)];

  it("ends with 1, says the code and which transaction it was", async () => {
    expect((await send(consensus, ...addObserver)).code).toBe(0); // the first time it is none yet
    const found = await send(consensus, ...addObserver);
    expect(found.code).toBe(1);
    expect(found.out).toBe("");
    expect(found.err).toMatch(/\(-51\d{3}\)/);
    expect(found.err).toMatch(/^Block \d+, transaction 0x[0-9a-f]{64}$/m);
  });

  it("does so by call data alone, by a file with the ABI, and as JSON", async () => {
    const abi = precompiledInterface("Consensus", cryptoSuite("standard"));
    const data = abi.encodeCall("addObserver", [addObserver[1]]);
    expect((await send(consensus, "--data", data)).code).toBe(1);
    const file = join(folder, "abi.json");
    // without a sign, as some ABIs have it
    const output = [{ type: "uint256", name: "" }];
    const item = { type: "function", name: "addObserver", inputs: [{ type: "string", name: "id" }], outputs: output };
    writeFileSync(file, JSON.stringify([{ ...item, stateMutability: "nonpayable" }]));
    expect((await send(consensus, "--abi", file, ...addObserver)).code).toBe(1);
    const json = await send(consensus, "--json", ...addObserver);
    expect(json.code).toBe(1);
    expect(JSON.parse(json.out)).toMatchObject({
      error: { kind: "precompiled", details: { transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) } },
    });
  });

  it("ends with 0 where it was accepted", async () => {
    const config = "0x0000000000000000000000000000000000001000";
    const { code, err: message } = await send(config, "setValueByKey", "tx_count_limit", "1001");
    expect({ code, message }).toEqual({ code: 0, message: "" });
  });

  it("names a transaction that the pool refuses", async () => {
    const { dev } = await import("../../support/devMethods");
    await dev(chain.port, "dev_setFault", { kind: "poolFull" });
    const found = await send("0x0000000000000000000000000000000000001000", "setValueByKey", "tx_count_limit", "1002");
    await dev(chain.port, "dev_clearFaults");
    expect(found.code).toBe(1);
    expect(found.err).toMatch(/^Transaction 0x[0-9a-f]{64}$/m);
  });

  it("loads a chain with transfers, whether or not it has a table for them", async () => {
    out.length = 0;
    err.length = 0;
    const code = await runLoad([
      "transfer",
      "--count",
      "2",
      "--url",
      chain.url,
      "--senders",
      "1",
      "--connections",
      "1",
    ]);
    expect({ code, err }).toEqual({ code: 0, err: [] });
  });
});
