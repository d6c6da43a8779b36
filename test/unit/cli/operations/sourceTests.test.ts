import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createClient } from "../../../../src/chain/client/client";
import { openSession } from "../../../../src/chain/openSession";
import type { ChainSession } from "../../../../src/chain/session";
import { createHttpTransport } from "../../../../src/chain/transport/httpTransport";
import { runCommand } from "../../../../src/cli/commands";
import { inspection } from "../../../../src/cli/operations/inspection";
import { type DevChain, startDevChain } from "../../../../src/devchain/startDevChain";
import { useCatalogue } from "../../../../src/text/catalogue";
import { writtenLines } from "../../../support/commandLine";

const { out } = writtenLines();
let chain: DevChain;
let session: ChainSession;
let folder: string;

const tests = (body: string): string =>
  `pragma solidity ^0.8.20; import "fisco/Test.sol"; contract PryTest is Test { ${body} }`;

beforeAll(async () => {
  chain = await startDevChain({ port: 0, suite: "sm", sealers: 1, observers: 0, blockIntervalMs: 0 });
  session = await openSession(createClient(createHttpTransport({ url: chain.url }), "group0"));
  folder = mkdtempSync(join(tmpdir(), "chainside-source-tests-"));
  mkdirSync(join(folder, "work/pry"), { recursive: true });
  writeFileSync(join(folder, "work/foundry.toml"), "[profile.default]\n");
  writeFileSync(
    join(folder, "work/Sum.t.sol"),
    `pragma solidity ^0.8.20;
import "fisco/Test.sol";
contract SumTest is Test {
  function test_Adds() external { assertEq(uint256(1) + 1, 2); }
  function test_Fails() external { assertEq(uint256(1) + 1, 3); }
  function testFuzz_Small(uint8 x) external pure { require(x < 256); }
}`,
  );
  const environment = 'function test_Sees() external view { require(!vm.envExists("PRY_SECRET"), "seen"); }';
  writeFileSync(join(folder, "work/pry/Environment.t.sol"), tests(environment));
  writeFileSync(join(folder, "outside.t.sol"), tests("function test_Out() external {}"));
  writeFileSync(
    join(folder, "work/pry/Import.t.sol"),
    `import "../../outside.t.sol"; contract ImportTest is PryTest {}`,
  );
  symlinkSync(join(folder, "outside.t.sol"), join(folder, "work/pry/Link.t.sol"));
});
afterAll(async () => {
  await session.client.transport.close();
  await chain.close();
  rmSync(folder, { recursive: true });
});

async function run(...args: string[]) {
  out.length = 0;
  vi.spyOn(process, "cwd").mockReturnValue(join(folder, "work"));
  const code = await runCommand(["source", "test", ...args, "--url", chain.url, "--json"], () => useCatalogue("en"));
  return { code, envelope: JSON.parse(out.join("")) as unknown };
}

it("runs tests of the folder as an operation, the failed ones first, and says where they failed", async () => {
  expect(await run("--files", "Sum.t.sol")).toMatchObject({
    code: 1,
    envelope: {
      ok: true,
      operation: "source test",
      result: {
        passed: false,
        counts: { passed: 2, failed: 1, skipped: 0 },
        problems: [],
        tests: [
          {
            file: "Sum.t.sol",
            contract: "SumTest",
            test: "test_Fails()",
            status: "failed",
            ms: expect.any(Number),
            at: "Sum.t.sol:5",
          },
          { status: "passed" },
          { status: "passed" },
        ],
      },
    },
  });
  expect(await run("--files", "Sum.t.sol", "--match", "SumTest.test_Adds")).toMatchObject({
    code: 0,
    envelope: { result: { passed: true, counts: { passed: 1, failed: 0 } } },
  });
  expect(await run("--match", "NoSuchTest")).toMatchObject({
    code: 2,
    envelope: { ok: false, error: { code: "noTestsFound" } },
  });
  expect(await run("--files", "../outside.t.sol")).toMatchObject({
    code: 2,
    envelope: { ok: false, error: { code: "fileMissing" } },
  });
});

it("shows tests of a folder that isn't trusted no environment, and reads nothing outside of it", async () => {
  vi.stubEnv("PRY_SECRET", "s3cret");
  const place = { folder: join(folder, "work"), trusted: false };
  const own = inspection(session, { url: chain.url, urls: [chain.url], token: undefined }, place);
  const ask = (file: string) => own.test({ files: [file], limitMs: 20_000 });
  expect(await ask("pry/Environment.t.sol")).toMatchObject({ problems: [], tests: [{ status: "passed" }] });
  const trusted = inspection(
    session,
    { url: chain.url, urls: [chain.url], token: undefined },
    { ...place, trusted: true },
  );
  const seen = await trusted.test({ files: ["pry/Environment.t.sol"], limitMs: 20_000 });
  expect(seen.tests).toMatchObject([{ status: "failed", failure: { message: expect.stringContaining("seen") } }]);
  const imported = await ask("pry/Import.t.sol");
  expect(imported.tests).toEqual([]);
  expect(imported.problems).not.toEqual([]);
  await expect(ask("pry/Link.t.sol")).rejects.toMatchObject({ code: "fileMissing" });
  await expect(ask(join(folder, "outside.t.sol"))).rejects.toMatchObject({ code: "fileMissing" });
  const all = await own.test({ files: [], match: "SumTest", limitMs: 20_000 });
  expect(all.tests).toHaveLength(3);
});

it("tells where a contract keeps its variables, and what an upgrade of a deployed one would do", async () => {
  const shop = (variables: string): string => `pragma solidity ^0.8.20; contract Shop { ${variables} }`;
  writeFileSync(join(folder, "work/Shop.sol"), shop("uint256 public stock; address public owner;"));
  writeFileSync(join(folder, "work/Moved.sol"), shop("address public owner; uint256 public stock;"));
  const ask = async (...words: string[]) => {
    out.length = 0;
    const code = await runCommand([...words, "--url", chain.url, "--json"], () => useCatalogue("en"));
    return { code, envelope: JSON.parse(out.join("")) as { result: { contractAddress: string } } };
  };
  vi.spyOn(process, "cwd").mockReturnValue(join(folder, "work"));
  const { envelope } = await ask("contract", "deploy-source", "Shop.sol", "--key", "dev0", "--yes");
  const against = envelope.result.contractAddress;
  expect(await ask("source", "layout", "Shop.sol", against)).toMatchObject({
    code: 0,
    envelope: {
      result: {
        contract: "Shop",
        variables: [
          { name: "stock", slot: "0" },
          { name: "owner", slot: "1" },
        ],
        keepsStored: true,
      },
    },
  });
  expect(await ask("source", "layout", "Moved.sol:Shop", "--against", against)).toMatchObject({
    code: 1,
    envelope: { ok: true, result: { keepsStored: false, changes: [{ severity: "error" }, {}] } },
  });
  mkdirSync(join(folder, "other"));
  writeFileSync(join(folder, "other/Moved.sol"), shop("address public owner; uint256 public stock;"));
  const verdictsIn = (place: string) =>
    inspection(
      session,
      { url: chain.url, urls: [chain.url], token: undefined },
      { folder: join(folder, place), trusted: false },
    ).layout("Moved.sol", "Shop", against as `0x${string}`);
  expect((await verdictsIn("work")).changes).toHaveLength(2);
  await expect(verdictsIn("other")).rejects.toMatchObject({ code: "layoutUnknown" });
  expect(await ask("source", "layout", "Missing.sol")).toMatchObject({ code: 2, envelope: { ok: false } });
});
