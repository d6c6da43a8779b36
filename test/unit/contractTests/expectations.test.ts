import { afterAll, beforeAll, expect, it } from "vitest";
import { compileTests } from "../../../src/contractTests/discover/compileTests";
import { runTests } from "../../../src/contractTests/process/testPool";
import type { TestResult } from "../../../src/contractTests/testProject";
import { SolidityWorkspace } from "../../support/solidityWorkspace";

const head =
  '// SPDX-License-Identifier: MIT\npragma solidity ^0.8.24;\nimport "fisco/Test.sol";\nimport "fisco/console.sol";\n';

const shop = `
library Bell { event Rung(uint256 times); function ring(uint256 times) internal { emit Rung(times); } }
contract Shop {
    event Sold(uint256 count);
    error Few(uint256 have, address who);
    function few() external view { revert Few(3, address(this)); }
    function sell(uint256 count) external { emit Sold(count); }
    function refuse() external pure { revert("no"); }
    function close() external { emit Sold(0); revert("no"); }
    function open() external {}
}
`;

const emits = `${head}${shop}contract EmitTest is Test {
    event Sold(uint256 count);
    Shop private shop = new Shop();
    function tried(bytes memory data) private { (bool done,) = address(shop).call(data); done; }
    function test_OfLibrary() public { vm.expectEmit(); emit Bell.Rung(1); Bell.ring(1); }
    function test_OfLibraryAndContract() public { vm.expectEmit(); emit Bell.Rung(1); vm.expectEmit(); emit Sold(2); Bell.ring(1); shop.sell(2); }
    function test_OfItself() public { vm.expectEmit(); emit Sold(1); emit Sold(1); shop.open(); }
    function test_AfterFailure() public { vm.expectEmit(); emit Sold(1); tried(abi.encodeCall(Shop.close, ())); shop.sell(1); }
    function test_No_OfLibrary() public { vm.expectEmit(); emit Bell.Rung(1); Bell.ring(2); }
    function test_No_OtherEmitter() public { vm.expectEmit(address(shop)); emit Bell.Rung(1); Bell.ring(1); }
    function test_Failed() public { vm.expectEmit(); emit Sold(0); tried(abi.encodeCall(Shop.close, ())); }
    function test_WithRevert() public { vm.expectEmit(); emit Sold(0); vm.expectRevert(bytes("no")); shop.close(); shop.open(); }
    function test_BehindRevert() public { vm.expectEmit(); emit Sold(5); vm.expectRevert(bytes("no")); shop.close(); shop.sell(5); }
    function test_No_WithRevert() public { vm.expectEmit(); emit Sold(5); vm.expectRevert(bytes("no")); shop.close(); }
    function test_No_BehindRevert() public { vm.expectEmit(); emit Sold(5); vm.expectRevert(bytes("no")); shop.close(); shop.open(); }
    function test_No_Other() public { vm.expectEmit(); emit Sold(2); tried(abi.encodeCall(Shop.sell, (1))); }
}
`;

const counts = `${head}${shop}contract CountTest is Test {
    Shop private shop = new Shop();
    function expectOpen() private { vm.expectCall(address(shop), abi.encodeCall(Shop.open, ())); }
    function test_CalledTwice() public { expectOpen(); expectOpen(); shop.open(); shop.open(); }
    function test_No_CalledOnce() public { expectOpen(); expectOpen(); shop.open(); }
    function test_No_CountAndNone() public { expectOpen(); vm.expectCall(address(shop), abi.encodeCall(Shop.open, ()), 1); shop.open(); }
    function test_Reverts() public { vm.expectRevert(bytes("no"), 2); shop.refuse(); shop.refuse(); shop.open(); vm.expectRevert(); shop.refuse(); }
    function test_NoReverts() public { vm.expectRevert(bytes("no"), 0); shop.open(); vm.expectRevert(bytes("no")); shop.refuse(); }
    function test_No_RevertBetween() public { vm.expectRevert(bytes("no"), 2); shop.refuse(); shop.open(); shop.refuse(); }
    function test_No_RevertLess() public { vm.expectRevert(bytes("no"), 2); shop.refuse(); }
    function test_No_RevertAnother() public { vm.expectRevert(bytes("no"), 2); shop.refuse(); vm.expectRevert(); shop.refuse(); }
    function test_No_RevertOfNone() public { vm.expectRevert(bytes("no"), 0); shop.refuse(); }
    function test_PrankAgain() public { vm.startPrank(address(1)); shop.open(); vm.startPrank(address(2)); shop.open(); vm.stopPrank(); }
    function test_No_Error() public { vm.label(address(shop), "shop"); vm.expectRevert(Shop.Few.selector); shop.few(); }
    function test_No_Text() public { vm.expectRevert("too few"); shop.few(); }
    function test_No_Empty() public { vm.expectRevert(bytes("")); shop.refuse(); }
    function test_No_Prank() public { vm.prank(address(1)); vm.prank(address(2)); shop.open(); }
    function test_No_StartPrank() public { vm.startPrank(address(1)); vm.startPrank(address(2)); shop.open(); }
}
`;

/** The test contract has 2^96 − 1. */
const payments = `${head}contract Purse { constructor() payable {} function pay() external payable {} }
contract PaymentTest is Test {
    Purse private purse = new Purse();
    function test_Call() public { vm.deal(address(1), 2**97); vm.prank(address(1)); purse.pay{value: 2**97}(); assertEq(address(purse).balance, 2**97); assertEq(address(1).balance, 0); }
    function test_Creation() public { vm.deal(address(1), 2**97); vm.startPrank(address(1)); assertEq(address(new Purse{value: 2**97}()).balance, 2**97); }
    function test_No_Call() public { vm.prank(address(1)); purse.pay{value: 1}(); }
    function test_No_OwnCall() public { vm.deal(address(1), 2**97); purse.pay{value: 2**97}(); }
}
`;

const lines = `${head}contract LinesTest is Test {
    event log_named_uint(string name, uint256 value);
    event log(string line);
    function setUp() public { console.log("set up"); }
    function test_Passes() public { emit log("once"); }
    function test_Fails() public { emit log_named_uint("sold", 7); console.log("between"); emit log("last"); assertTrue(false); }
}
contract Till { uint256 public sold; function sell() external { console.log("sell"); sold++; require(sold < 3, "out"); } }
contract SequenceTest is Test {
    Till private till;
    function setUp() public { till = new Till(); console.log("set up"); }
    function invariant_Sold() public view { console.log("asked"); assertLt(till.sold(), 2); }
}
contract BrokenTest is Test {
    constructor() { console.log("made"); }
    function setUp() public { console.log("set up"); revert("no"); }
    function test_Any() public {}
}
`;

const missing = `${head}${shop}contract Caller {
    function sell(Shop shop) external { shop.sell(1); }
}
interface Count { function count() external view returns (uint256); }
contract MissingTest is Test {
    address private constant nowhere = address(0x777777);
    function setUp() public { vm.label(nowhere, "gone"); }
    function test_Send() public { Shop(nowhere).sell(1); }
    function test_Ask() public view { Count(nowhere).count(); }
    function test_Zero() public { Shop(address(0)).sell(1); }
    function test_Inner() public { new Caller().sell(Shop(nowhere)); }
    function test_Plain() public pure { require(false); }
    function test_Later() public {
        (bool done,) = nowhere.call(hex"12345678"); done;
        uint256 sum; for (uint256 i; i < 100; i++) sum += i;
        require(sum == 0);
    }
}
`;

/** A helper of tests that Foundry's users keep out of coverage by a function of this name. */
const helpers = `${head}${shop}enum Size { Small, Large }
struct Order { uint256 count; Size size; }
contract Handler is Test { Shop private shop; constructor(Shop own) { shop = own; } function test() public {} }
contract OrderTest is Test {
    function testFuzz_Struct(Order memory order) public pure { assertLt(uint8(order.size), 2); }
    function testFuzz_List(Size[] memory sizes, Size[2][] memory pairs) public pure { assertGe(sizes.length + pairs.length, 0); }
    function test_Keys() public {
        string[] memory keys = vm.parseJsonKeys('{"value":1,"array":[],"object":{"b":1,"a":2}}', "$");
        assertEq(keys[0], "value"); assertEq(keys[1], "array"); assertEq(keys[2], "object");
        assertEq(vm.parseJsonKeys('{"object":{"b":1,"a":2}}', ".object")[0], "b");
    }
    function test_IndexOf() public { assertEq(vm.indexOf(unicode"中文x", "x"), 6); assertEq(vm.indexOf("x", "y"), type(uint256).max); }
}
`;

/** What a caught call did to the test: it goes on, and counts. */
const caught = `${head}contract Box {
    uint256 public value;
    function set(uint256 to) external { value = to; }
}
contract CaughtTest is Test {
    Box private box = new Box();
    uint256 private place;
    uint256[] public fixtureNone;
    bool[] public fixtureFull = [true];
    function keep(uint256 to) external { box.set(to); box.set(to + 1); uint256 id = vm.snapshotState(); box.set(99); assembly { mstore(0, id) revert(0, 32) } }
    function kept() private returns (uint256) { (bool done, bytes memory id) = address(this).call(abi.encodeCall(this.keep, (5))); assertFalse(done); return abi.decode(id, (uint256)); }
    function test_SnapshotOfRevertedCall() public {
        box.set(1);
        uint256 id = kept();
        assertEq(box.value(), 1);
        for (uint256 i = 10; i < 20; i++) box.set(i);
        assertTrue(vm.revertToState(id));
        assertEq(box.value(), 6);
        box.set(3);
        assertTrue(vm.revertToState(id));
        assertEq(box.value(), 6);
    }
    function test_SnapshotBeforeRevertedCall() public {
        box.set(1);
        uint256 id = vm.snapshotState();
        box.set(2);
        kept();
        assertTrue(vm.revertToState(id));
        assertEq(box.value(), 1);
    }
    function refuse(uint256 x) external pure { vm.assume(x > type(uint256).max / 2); }
    function odd(uint256 x) external pure { require(x % 2 == 1); }
    function testFuzz_CaughtAssume(uint256 x) public { try this.refuse(x) { box.set(1); } catch { box.set(2); } assertGt(box.value(), 0); }
    function testFuzz_No_CaughtAssume(uint256 x) public view { try this.refuse(x) {} catch { revert("counts"); } }
    function testFuzz_UncaughtAssume(uint256 x) public view { this.refuse(x); assertGt(x, 100); }
    function testFuzz_CaughtNoRevert(uint256 x) public { vm.assumeNoRevert(); try this.odd(x) { box.set(1); } catch { box.set(2); } assertGt(box.value(), 0); }
    function leave() external { vm.skip(true, "not now"); }
    function test_No_CaughtSkip() public { try this.leave() {} catch {} revert("counts"); }
    function test_Skipped() public { this.leave(); }
    function table_Empty(uint256 none) public pure { assertEq(none, 1); }
    function table_EmptyBeside(bool full, uint256 none) public pure { assertTrue(full); assertEq(none, 1); }
}
`;

/** Assertions of @prb/test, which go on. */
const logged = `${head}contract LoggedTest {
    event Log(string err);
    event LogNamedString(string key, string value);
    event LogNamedInt256(string key, int256 value);
    event LogNamedArray(string key, bool[] value);
    event LogNamedArray(string key, string[] value);
    event LogArray(bytes32[] value);
    address private constant VM_ADDRESS = 0x7109709ECfa91a80626fF3989D68f67F5b1DD12D;
    function fail() private { (bool done,) = VM_ADDRESS.call(abi.encodeWithSignature("store(address,bytes32,bytes32)", VM_ADDRESS, bytes32("failed"), bytes32(uint256(1)))); done; }
    function test_Numbers() public { emit LogNamedString("Error", "sold"); emit Log("Error: a == b not satisfied [int256]"); emit LogNamedInt256("   Left", -1); emit LogNamedInt256("  Right", 2); fail(); }
    function test_Lists() public {
        bool[] memory flags = new bool[](1); string[] memory names = new string[](1); names[0] = "a";
        emit LogArray(new bytes32[](1)); emit Log("Error: a == b not satisfied [bool[]]"); emit LogNamedArray("   Left", flags); emit LogNamedArray("  Right", names); fail();
    }
}
`;

let solidity: SolidityWorkspace;
beforeAll(() => {
  solidity = new SolidityWorkspace({
    "test/Emit.t.sol": emits,
    "test/Count.t.sol": counts,
    "test/Lines.t.sol": lines,
    "test/Payments.t.sol": payments,
    "test/Helpers.t.sol": helpers,
    "test/Missing.t.sol": missing,
    "test/Caught.t.sol": caught,
    "test/Logged.t.sol": logged,
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

const failures = (results: readonly TestResult[]): string[] =>
  results.flatMap(({ test, failure }) => (failure ? [`${test}: ${failure.message}`] : []));

it("an event is expected of what the test itself emits too, and of a call that failed, behind which it is open else", async () => {
  expect(failures(await resultsOf("test/Emit.t.sol"))).toEqual([
    "test_No_OfLibrary(): expected an emit, but no logs were emitted afterwards",
    "test_No_OtherEmitter(): expected an emit, but no logs were emitted afterwards",
    "test_No_WithRevert(): expected an emit, but no logs were emitted afterwards",
    "test_No_BehindRevert(): log != expected log",
    "test_No_Other(): log != expected log",
  ]);
});

it("what is expected several times has to come as often, and a prank has to be used before the next", async () => {
  expect(failures(await resultsOf("test/Count.t.sol"))).toEqual([
    expect.stringMatching(/^test_No_CalledOnce\(\): expected call .* at least 2 times, but was called 1 times$/),
    "test_No_CountAndNone(): a call that is expected with a count can only be expected once",
    "test_No_RevertBetween(): next call did not revert as expected",
    "test_No_RevertLess(): call reverted 1 times, expected 2",
    "test_No_RevertAnother(): you must call another function prior to expecting a second revert",
    "test_No_RevertOfNone(): call reverted when it was expected not to revert",
    expect.stringMatching(
      /^test_No_Error\(\): Error != expected error: Few\(have: 3, who: shop: \[0x[0-9a-fA-F]{40}\]\) != Few$/,
    ),
    expect.stringMatching(
      /^test_No_Text\(\): Error != expected error: Few\(have: 3, who: 0x[0-9a-fA-F]{40}\) != too few$/,
    ),
    "test_No_Empty(): Error != expected error: no != 0x",
    "test_No_Prank(): cannot overwrite a prank until it is applied at least once",
    "test_No_StartPrank(): cannot overwrite a prank until it is applied at least once",
  ]);
});

it("who seems to send a message pays for it, and no one else", async () => {
  expect(failures(await resultsOf("test/Payments.t.sol")).map((each) => each.split(":")[0])).toEqual([
    "test_No_Call()",
    "test_No_OwnCall()",
  ]);
});

it("lines of the set-up and of a test that fails are told, in their order", async () => {
  const results = await resultsOf("test/Lines.t.sol");
  expect(results.map(({ test, lines: own }) => [test, own])).toEqual([
    ["test_Any()", ["made", "set up"]],
    ["test_Passes()", ["set up", "once"]],
    ["test_Fails()", ["set up", "sold: 7", "between", "last"]],
    ["invariant_Sold()", ["set up", "sell", "sell", "asked"]],
  ]);
});

it("what assertions of @prb/test log says why they failed", async () => {
  const results = await resultsOf("test/Logged.t.sol");
  expect(failures(results)).toEqual([
    "test_Numbers(): sold: a == b not satisfied [int256]: -1, 2",
    "test_Lists(): assertion failed: a == b not satisfied [bool[]]: [false], [a]",
  ]);
  expect(results[1]?.lines[0]).toMatch(/^\[0x0{64}\]$/);
});

it("contracts with arguments are no tests, enums within structs and lists have values, and texts are as Foundry has them", async () => {
  const results = await resultsOf("test/Helpers.t.sol");
  expect(failures(results)).toEqual([]);
  expect(results.map(({ test }) => test)).toEqual([
    "testFuzz_Struct((uint256,uint8))",
    "testFuzz_List(uint8[],uint8[2][])",
    "test_Keys()",
    "test_IndexOf()",
  ]);
});

it("a call to an address without a contract is told as that, and other reverts without a word aren't", async () => {
  const gone = "Call to an address without a contract: 0x0000000000000000000000000000000000777777 (gone)";
  expect(failures(await resultsOf("test/Missing.t.sol"))).toEqual([
    `test_Send(): ${gone}`,
    `test_Ask(): ${gone}`,
    "test_Zero(): Call to an address without a contract: 0x0000000000000000000000000000000000000000",
    `test_Inner(): ${gone}`,
    "test_Plain(): EvmError: Revert",
    "test_Later(): EvmError: Revert",
  ]);
});

it("what a test catches counts: snapshots of calls that reverted, and values or tests that were refused", async () => {
  const results = await resultsOf("test/Caught.t.sol");
  const reported = new Map(
    results.map(({ test, status, failure, skipReason }) => [
      test.split("(")[0],
      `${status} ${failure?.message ?? skipReason ?? ""}`,
    ]),
  );
  const empty = 'failed The fixture of the parameter "none" has no values: nothing was run.';
  expect(Object.fromEntries(reported)).toEqual({
    test_SnapshotOfRevertedCall: "passed ",
    test_SnapshotBeforeRevertedCall: "passed ",
    testFuzz_CaughtAssume: "passed ",
    testFuzz_No_CaughtAssume: "failed counts",
    testFuzz_UncaughtAssume: "passed ",
    testFuzz_CaughtNoRevert: "passed ",
    test_No_CaughtSkip: "failed counts",
    test_Skipped: "skipped not now",
    table_Empty: empty,
    table_EmptyBeside: empty,
  });
});
