import { afterAll, beforeAll, expect, it } from "vitest";
import { compileTests } from "../../../src/contractTests/discover/compileTests";
import { runTests } from "../../../src/contractTests/process/testPool";
import { SolidityWorkspace } from "../../support/solidityWorkspace";

const source = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
import "fisco/Test.sol";
contract Book {
    uint256 public count;
    mapping(address => uint256) public owed;
    mapping(address => mapping(uint256 => bool)) public seen;
    function note(address who, uint256 amount) external { owed[who] += amount; count++; }
    function see(address who, uint256 number) external { seen[who][number] = true; }
}
contract BookTest is Test {
    Book private book = new Book();
    function test_Records() public {
        book.note(address(1), 1);
        vm.startMappingRecording();
        book.note(address(2), 2);
        book.note(address(3), 3);
        book.note(address(2), 4);
        book.see(address(4), 5);
        bytes32 owed = bytes32(uint256(1));
        assertEq(vm.getMappingLength(address(book), owed), 2);
        assertEq(vm.getMappingSlotAt(address(book), owed, 0), keccak256(abi.encode(address(2), uint256(1))));
        assertEq(vm.getMappingSlotAt(address(book), owed, 9), bytes32(0));
        (bool found, bytes32 key, bytes32 parent) = vm.getMappingKeyAndParentOf(address(book), vm.getMappingSlotAt(address(book), owed, 1));
        assertTrue(found);
        assertEq(key, bytes32(uint256(3)));
        assertEq(parent, owed);
        bytes32 inner = vm.getMappingSlotAt(address(book), bytes32(uint256(2)), 0);
        assertEq(inner, keccak256(abi.encode(address(4), uint256(2))));
        assertEq(vm.getMappingSlotAt(address(book), inner, 0), keccak256(abi.encode(uint256(5), inner)));
        assertEq(vm.getMappingLength(address(this), owed), 0);
        (found,,) = vm.getMappingKeyAndParentOf(address(book), bytes32(uint256(7)));
        assertFalse(found);
        vm.stopMappingRecording();
        assertEq(vm.getMappingLength(address(book), owed), 0);
    }
}
`;

let solidity: SolidityWorkspace;
beforeAll(() => {
  solidity = new SolidityWorkspace({ "test/Book.t.sol": source });
});
afterAll(() => solidity.close());

it.each(["standard", "sm"] as const)("elements of mappings are recorded with their keys, %s", async (suite) => {
  const tests = await compileTests(solidity.compiler, {
    root: solidity.folder,
    files: [solidity.path("test/Book.t.sol")],
    suite,
    chain: {},
    trusted: true,
    mayFetch: false,
  });
  expect(tests.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const { results } = await runTests(tests, { seed: "1", processes: 0 });
  expect(results.map(({ status, failure }) => failure?.message ?? status)).toEqual(["passed"]);
});
