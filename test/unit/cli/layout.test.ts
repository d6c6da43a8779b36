import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runLayout } from "../../../src/cli/commands/layout";
import { envelopeShape } from "../../../src/cli/operations/envelope";
import { writtenLines } from "../../support/commandLine";

const { out, err } = writtenLines();
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "chainside-layout-"));
  const source = (variables: string): string => `pragma solidity ^0.8.20; contract Shop { ${variables} }`;
  writeFileSync(join(folder, "Shop.sol"), source("uint256 stock; address owner;"));
  writeFileSync(join(folder, "Moved.sol"), source("address owner; uint256 stock;"));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function layout(file: string, ...more: string[]) {
  out.length = 0;
  const code = await runLayout([join(folder, file), "--json", ...more]);
  return { code, text: out.join(""), envelope: v.parse(envelopeShape, JSON.parse(out.join(""))) };
}

it("tells programs the layout as operations tell, and takes what it told as the layout in use", async () => {
  const { code, text, envelope } = await layout("Shop.sol:Shop");
  expect([code, envelope]).toMatchObject([
    0,
    { ok: true, operation: "source layout", result: { storageLayout: { storage: [{ label: "stock" }, {}] } } },
  ]);
  writeFileSync(join(folder, "used.json"), text);
  expect(await layout("Shop.sol", "--against", join(folder, "used.json"))).toMatchObject({
    code: 0,
    envelope: { ok: true, result: { changes: [] } },
  });
  const moved = await layout("Moved.sol", "--against", join(folder, "used.json"));
  expect(moved.code).toBe(1);
  expect(moved.envelope).toMatchObject({ ok: true, result: { changes: [{ severity: "error" }, {}] } });
});

it("takes the layout that forge writes beside a contract, and says how to get one", async () => {
  const { envelope } = await layout("Shop.sol:Shop");
  const { storageLayout } = envelope.result as { storageLayout: { storage: object[]; types: object } };
  const { storage, types } = storageLayout;
  const artifact = { abi: [], bytecode: { object: "0x" }, id: 0 };
  const forge = join(folder, "Shop.json");
  writeFileSync(forge, JSON.stringify(artifact));
  expect(await runLayout([join(folder, "Shop.sol"), "--against", forge])).toBe(2);
  expect(err.join("\n")).toContain("extra_output");
  writeFileSync(forge, JSON.stringify({ ...artifact, storageLayout: { storage, types } }));
  // No compiler lists namespaces by itself.
  expect((await layout("Shop.sol", "--against", forge)).envelope).toMatchObject({
    result: { verdict: "unknown", changes: [{ message: expect.stringContaining("chainside layout --json") }] },
  });
  expect((await layout("Moved.sol", "--against", forge)).envelope).toMatchObject({ result: { verdict: "broken" } });
});

it("tells programs what is wrong with a source in the same form", async () => {
  writeFileSync(join(folder, "Broken.sol"), "pragma solidity ^0.8.20; contract Broken { uint256 }");
  expect(await layout("Broken.sol")).toMatchObject({
    code: 2,
    envelope: { ok: false, operation: "source layout", error: { code: "notCompiled" } },
  });
});
