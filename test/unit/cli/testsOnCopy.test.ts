import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { runTest } from "../../../src/cli/commands/test";
import { ForkChain } from "../../support/forkChain";
import { SolidityWorkspace } from "../../support/solidityWorkspace";

const root = resolve(import.meta.dirname, "../../..");
const registry = readFileSync(join(root, "test/fixtures/contractTests/fisco/src/Registry.sol"), "utf8");
/** The repository's own compiler: nothing is fetched. */
const solc = join(root, "node_modules/solc");

const testsOf = (address: string, block: number, hash: string): string => `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import "fisco/Test.sol";
import "../src/Registry.sol";

contract CopyTest is Test {
    Registry private registry = Registry(address(bytes20(hex"${address.slice(2)}")));

    function test_Block() public view {
        assertEq(block.number, ${block + 1});
        assertEq(blockhash(${block}), bytes32(hex"${hash.slice(2)}"));
    }

    function test_HoldsWhatTheChainHolds() public view {
        assertEq(registry.nameOf("1"), "Ada");
    }

    function test_Writes() public {
        assertEq(int256(registry.register("2", "Grace", "85")), 1);
        registry.rename("1", "Augusta");
        assertEq(registry.nameOf("1"), "Augusta");
        assertEq(registry.nameOf("2"), "Grace");
        vm.expectRevert("no id");
        registry.register("", "Nobody", "0");
    }

    function test_WritesAreForgotten() public view {
        assertEq(registry.nameOf("1"), "Ada");
        assertEq(registry.nameOf("2"), "");
    }

    function testFuzz_Writes(uint8 age) public {
        registry.register("3", "Alan", vm.toString(age));
        assertEq(registry.nameOf("3"), "Alan");
    }

    function invariant_AdaStays() public view {
        assertEq(registry.nameOf("1"), "Ada");
    }

    function test_NamesWrongly() public view {
        assertEq(registry.nameOf("1"), "Eve");
    }
}

/// @custom:chain executor=0
contract ClassicTest is Test {
    function test_Version() public view {
        assertEq(vm.executorVersion(), 0);
    }
}
`;

interface Output {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

describe.each([
  ["a standard chain", {}],
  ["an SM chain with permissions", { suite: "sm" as const, auth: true }],
])("tests on a copy of %s", (_, options) => {
  const solidity = new SolidityWorkspace({ "package.json": "{}", "src/Registry.sol": registry });
  let out: string[] = [];
  let err: string[] = [];
  let chain: ForkChain;
  let address = "";
  let height = 0;

  const ask = <T>(method: string, ...params: unknown[]): Promise<T> =>
    chain.client().transport.request(method, ["group0", "", ...params]) as Promise<T>;

  const run = async (...args: string[]): Promise<Output> => {
    out = [];
    err = [];
    const code = await runTest([solidity.path("test"), "--url", chain.chain.url, "--solc", solc, ...args]);
    return { code, out: out.join("\n"), err: err.join("\n") };
  };

  beforeAll(async () => {
    chain = await ForkChain.start(registry, options);
    address = (await chain.deploy("Registry")).contractAddress;
    height = (await chain.send(address, "Registry", "register", ["1", "Ada", "36"])).blockNumber;
    solidity.write("test/Copy.t.sol", testsOf(address, height, await ask("getBlockHashByNumber", height)));
  });
  afterAll(async () => {
    solidity.close();
    await chain.close();
  });
  beforeEach(() => {
    vi.stubEnv("GITHUB_ACTIONS", "");
    vi.spyOn(console, "log").mockImplementation((line: unknown) => void out.push(String(line)));
    vi.spyOn(console, "error").mockImplementation((line: unknown) => void err.push(String(line)));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });

  it("begin with what the chain holds, and leave the chain as it was", async () => {
    const reported = await run("--fuzz-runs", "5", "--invariant-runs", "2", "--invariant-depth", "5");
    // What is under way is told there, and nothing else.
    expect(reported.err.replace(/^(?:Reading sources…|Compiling .*…|Files compiled: .*)$/gm, "").trim()).toBe("");
    for (const name of ["Block", "HoldsWhatTheChainHolds", "Writes", "WritesAreForgotten"])
      expect(reported.out).toContain(`✓ test_${name}()`);
    expect(reported.out).toContain("✓ testFuzz_Writes(uint8)");
    expect(reported.out).toContain("✓ invariant_AdaStays()");
    expect(reported.out).toContain("✗ test_NamesWrongly()");
    expect(reported.out).toContain("its comment asks for another chain: executor=0");
    expect(reported.out.split("Tests run on the state of block").length).toBe(2);
    expect(reported.out).toContain(
      `Tests run on the state of block ${height}. All ${height} transactions re-executed equal`,
    );
    expect(reported.code).toBe(1);
    expect(await ask("getBlockNumber")).toBe(height);
  });

  it("take an earlier block, and say as JSON how sure the copy is", async () => {
    const reported = await run("--block", String(height - 1), "--match", "Writes", "--fuzz-runs", "1", "--json");
    const { fork, results } = JSON.parse(reported.out) as {
      fork: { certainty: string; blockNumber: number; head: number };
      results: { test: string; status: string; failure?: { actual?: string } }[];
    };
    expect(fork).toMatchObject({ certainty: "exact", state: "rebuilt", blockNumber: height - 1, head: height });
    const forgotten = results.find(({ test }) => test === "test_WritesAreForgotten()");
    expect(forgotten).toMatchObject({ status: "failed", failure: { actual: "", expected: "Ada" } });
  });

  it("say what to do where there is no copy", async () => {
    const many = await run("--blocks", "1");
    expect(many.code).toBe(1);
    expect(many.err).toContain("at most 1 are. Raise that number with --blocks.");
    expect(many.err).toContain(`chainside run SCENARIO --url ${chain.chain.url}`);
    expect((await run("--block", String(height + 5))).err).toContain(`The chain has no block ${height + 5}`);
    const other = chain.suite === "sm" ? "standard" : "sm";
    const wrong = await run("--suite", other);
    expect(wrong.code).toBe(2);
    expect(wrong.err).toContain(`--suite ${other} doesn't match: the chain of --url is ${chain.suite}`);
    expect((await run("--auth")).code).toBe(2);
    const gone = await runTest([solidity.path("test"), "--url", "http://127.0.0.1:1"]);
    expect(gone).toBe(1);
    expect(err.at(-1)).toContain("chainside test: ");
  });
});
