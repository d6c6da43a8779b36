import { afterAll, beforeAll, expect, it } from "vitest";
import { compileTests } from "../../../src/contractTests/discover/compileTests";
import {
  commentSettings,
  defaultConfig,
  readTestConfig,
  withSettings,
} from "../../../src/contractTests/discover/testConfig";
import { runTests } from "../../../src/contractTests/process/testPool";
import type { TestResult } from "../../../src/contractTests/testProject";
import { readProjectSettings } from "../../../src/solidity/project/projectSettings";
import { SolidityWorkspace } from "../../support/solidityWorkspace";

const head = '// SPDX-License-Identifier: MIT\npragma solidity ^0.8.24;\nimport "fisco/Test.sol";\n';

/** Numbers that a double can't hold, wherever a cheat code takes one. */
const numbers = `${head}contract NumbersTest is Test {
    uint256 private constant odd = 2 ** 53 + 1;
    function test_Roll() public { vm.roll(odd); assertEq(block.number, odd); assertEq(vm.getBlockNumber(), odd); }
    function test_Warp() public { vm.warp(odd); assertEq(block.timestamp, odd); assertEq(vm.getBlockTimestamp(), odd); }
    function test_Hash() public {
        vm.roll(odd + 10);
        vm.setBlockhash(odd, bytes32(uint256(5)));
        assertEq(blockhash(odd), bytes32(uint256(5)));
        assertTrue(blockhash(odd - 1) != bytes32(uint256(5)));
        assertTrue(blockhash(odd + 1) != blockhash(odd + 2));
    }
    function test_Nonce() public {
        address last = vm.computeCreateAddress(address(1), type(uint64).max);
        assertTrue(last != vm.computeCreateAddress(address(1), type(uint64).max - 1));
        assertEq(last, address(bytes20(bytes32(uint256(keccak256(abi.encodePacked(hex"de94", address(1), hex"88ffffffffffffffff"))) << 96))));
        vm.expectRevert();
        this.tooLarge();
    }
    function tooLarge() external { vm.computeCreateAddress(address(1), 2 ** 64); }
    function test_SetNonce() public { vm.setNonceUnsafe(address(7), uint64(odd)); assertEq(vm.getNonce(address(7)), odd); }
    function test_Deal() public { vm.deal(address(7), odd); assertEq(address(7).balance, odd); }
    function test_Json() public { assertEq(vm.parseJsonUint('{"a": 9007199254740993}', ".a"), odd); }
    function test_Toml() public { assertEq(vm.parseTomlUint("a = 9007199254740993", ".a"), odd); }
    function test_Text() public { assertEq(vm.toString(odd), "9007199254740993"); assertEq(vm.parseUint("9007199254740993"), odd); }
    function test_Units() public { assertEq(vm.parseUint("1.5 ether"), 1.5 ether); assertEq(vm.parseInt("-2 gwei"), -2 gwei); }
    function test_Resolve() public {
        vm.setEnv("CHAINSIDE_ODD", "9007199254740993");
        assertEq(vm.resolveEnv("a \${CHAINSIDE_ODD} b $ {} \${ CHAINSIDE_ODD }"), "a 9007199254740993 b $ {} 9007199254740993");
        vm.expectRevert();
        this.unresolved();
    }
    function unresolved() external { vm.resolveEnv("\${CHAINSIDE_NONE}"); }
    function test_Bound() public { assertEq(bound(odd, odd, odd), odd); }
    function test_Fee() public { vm.fee(odd); assertEq(block.basefee, odd); vm.chainId(odd); assertEq(block.chainid, odd); vm.txGasPrice(odd); }
}
`;

/** A \`string\` may hold any bytes. */
const bytes = `${head}function raw(bytes memory data) pure returns (string memory) { return string(data); }
contract Says {
    function go() external pure { revert(raw(hex"f23a6e61")); }
    function other() external pure { revert(raw(hex"f33a6e61")); }
    function echo(string memory text) external pure returns (string memory) { return text; }
}
contract BytesTest is Test {
    Says private says = new Says();
    function test_Bytes() public { vm.expectRevert(bytes(hex"f23a6e61")); says.go(); }
    function test_Encoded() public { vm.expectRevert(abi.encodeWithSignature("Error(string)", raw(hex"f23a6e61"))); says.go(); }
    function test_Others() public { vm.expectRevert(bytes(hex"f23a6e61")); says.other(); }
    function test_Texts() public { assertNotEq(raw(hex"fe"), raw(hex"ff")); assertEq(raw(hex"e4b8ff"), raw(hex"e4b8ff")); }
    function test_Base64() public { assertEq(vm.toBase64(raw(hex"fe61")), vm.toBase64(hex"fe61")); assertEq(vm.toBase64URL(raw(hex"feff")), vm.toBase64URL(hex"feff")); }
    function test_Chinese() public { assertEq(says.echo(unicode"余额不足😀"), unicode"余额不足😀"); }
    function test_Mock() public {
        vm.mockCallRevert(address(says), abi.encodeCall(Says.echo, ("a")), bytes(hex"ff00"));
        vm.expectRevert(bytes(hex"ff00"));
        says.echo("a");
    }
}
`;

/** Init code of more than 49,152 bytes: a chain takes it as a transaction, and not from a contract. */
const sizes = `${head}import "../src/Big.sol";
contract Made { function put(uint256 n) external returns (address p) {
    bytes memory d = new bytes(n); bytes memory c = abi.encodePacked(hex"62", uint24(n), hex"80600b3d393df3", d);
    assembly { p := create(0, add(c, 32), mload(c)) }
} }
contract SizesTest is Test {
    function test_New() public { assertEq(new Big().size(), 25000); }
    function test_NewSalted() public { assertEq(new Big{salt: bytes32(uint256(1))}().size(), 25000); }
    function test_OfTests() public { assertTrue(new Made().put(60000) != address(0)); }
    function test_DeployCode() public { assertTrue(deploy("Big.sol:Big") != address(0)); }
    function deploy(string memory what) private returns (address) { return vm.deployCode(what); }
    function test_ByContract() public { Factory factory = new Factory(); vm.expectRevert(); factory.make(); }
}
`;
const big = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;
contract Big { function all() public pure returns (bytes memory) { return hex"${"ab".repeat(25_000)}"; }
    function copy() external pure returns (bytes memory) { return hex"${"cd".repeat(25_000)}"; }
    function size() external pure returns (uint256) { return all().length; } }
contract Factory { function make() external returns (Big) { return new Big(); } }
`;

/** An invariant of a test that has made no contract: there is nothing to call. */
const alone = `${head}contract AloneTest is Test { function invariant_Holds() public pure {} }
`;

/** Comments that let nothing run: it has shown nothing. */
const never = `${head}contract NeverTest is Test {
    /// forge-config: default.fuzz.runs = 0
    function testFuzz_Never(uint256 a) public pure { assertLt(a, 1); }
    /// forge-config: default.invariant.runs = 0
    function invariant_Never() public pure { assertTrue(false); }
}
`;

let solidity: SolidityWorkspace;
beforeAll(() => {
  solidity = new SolidityWorkspace({
    "src/Big.sol": big,
    "test/Numbers.t.sol": numbers,
    "test/Bytes.t.sol": bytes,
    "test/Sizes.t.sol": sizes,
    "test/Alone.t.sol": alone,
    "test/Never.t.sol": never,
  });
});
afterAll(() => solidity.close());

async function resultsOf(name: string): Promise<readonly TestResult[]> {
  const compiled = await compileTests(solidity.compiler, {
    root: solidity.folder,
    files: [solidity.path(name)],
    suite: "standard",
    chain: {},
    trusted: true,
    mayFetch: false,
  });
  expect(compiled.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return (await runTests(compiled, { seed: "1", processes: 0 })).results;
}

const outcome = async (name: string): Promise<string[]> =>
  (await resultsOf(name))
    .filter(({ status }) => status !== "passed")
    .map(({ test, failure }) => `${test}: ${failure?.message}`);

it("numbers beyond 2^53 are exact in every cheat code", async () => {
  expect(await outcome("test/Numbers.t.sol")).toEqual([]);
});

it("reasons and texts are compared byte by byte", async () => {
  expect(await outcome("test/Bytes.t.sol")).toEqual([
    expect.stringMatching(/^test_Others\(\): Error != expected error: /),
  ]);
});

it("an invariant that has nothing to call is asked once, and says so", async () => {
  const [result] = await resultsOf("test/Alone.t.sol");
  expect(result).toMatchObject({ status: "passed", runs: 1 });
});

it("what is to be run no time at all is skipped, and says so", async () => {
  const results = await resultsOf("test/Never.t.sol");
  expect(results.map(({ test, status, runs, skipReason }) => [test, status, runs, skipReason]).sort()).toEqual([
    ["invariant_Never()", "skipped", 0, "invariant.runs is 0: nothing was run"],
    ["testFuzz_Never(uint256)", "skipped", 0, "fuzz.runs is 0: nothing was run"],
  ]);
});

it("tests make contracts as large as transactions do, contracts under test only what a chain lets them", async () => {
  expect(await outcome("test/Sizes.t.sol")).toEqual([]);
});

it("numbers of foundry.toml are exact, and large ones spoil nothing", async () => {
  solidity.write(
    "foundry.toml",
    '[profile.default]\nsrc = "quellen"\ngas_limit = 9223372036854775807\nblock_number = 9007199254740993\nblock_timestamp = "9007199254740995"\n[fuzz]\nruns = 7\nseed = 9007199254740997\n',
  );
  const config = await readTestConfig(solidity.folder, undefined, {});
  expect(config.block).toEqual({ number: 9007199254740993n, timestamp: 9007199254740995n });
  expect([config.fuzz.runs, config.seed]).toEqual([7, "9007199254740997"]);
  const { sources, unread } = await readProjectSettings(solidity.folder);
  expect([sources, unread]).toEqual([solidity.path("quellen"), []]);
});

it("variables that are set to nothing say nothing: a test of values runs with some", async () => {
  const nothing = { FOUNDRY_FUZZ_RUNS: "", FOUNDRY_INVARIANT_RUNS: " ", FOUNDRY_FUZZ_SEED: "", FOUNDRY_PROFILE: "" };
  solidity.write("foundry.toml", "[fuzz]\nruns = 7\nseed = 5\n");
  const config = await readTestConfig(solidity.folder, undefined, nothing);
  expect([config.fuzz.runs, config.invariant.runs, config.seed, config.profile]).toEqual([7, 32, "5", "default"]);
});

it("a comment's settings for one profile count in that profile alone", () => {
  const settings = commentSettings(
    "forge-config: default.fuzz.runs = 5\nforge-config: ci.fuzz.runs = 5000\nforge-config: ci.invariant.fail-on-revert = true\nforge-config: invariant.depth = 3",
  );
  const runsOf = (profile: string) => {
    const { fuzz, invariant } = withSettings({ ...defaultConfig, profile }, settings);
    return [fuzz.runs, invariant.failOnRevert, invariant.depth];
  };
  expect(["default", "ci", "other"].map(runsOf)).toEqual([
    [5, false, 3],
    [5000, true, 3],
    [5, false, 3],
  ]);
});
