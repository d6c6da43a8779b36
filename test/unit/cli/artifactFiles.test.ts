import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeArtifacts } from "../../../src/cli/commands/compile";
import type { CompileResult } from "../../../src/solidity/compile/compileRequest";

it("contracts whose names no system keeps apart, or takes for a device, have files of their own", async () => {
  const folder = mkdtempSync(join(tmpdir(), "chainside-artifacts-"));
  const code = { object: "", linkReferences: {} };
  const contracts = ["Coin", "coin", "Con"].map((name) => ({
    ...{ name, sourceName: "a.sol", abi: [], methodIdentifiers: {} },
    ...{ bytecode: code, deployedBytecode: code },
  }));
  try {
    const result = { files: [{ contracts, project: undefined }] } as unknown as CompileResult;
    expect(await writeArtifacts(result, folder)).toHaveLength(3);
    const below = join(folder, "a.sol");
    const files = readdirSync(below).sort();
    expect(files).toEqual(["Coin.json", "Con2.json", "coin2.json"]);
    const names = files.map((file) => JSON.parse(readFileSync(join(below, file), "utf8")).contractName);
    expect(names).toEqual(["Coin", "Con", "coin"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
