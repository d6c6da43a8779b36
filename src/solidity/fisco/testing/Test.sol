// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.6.2;
pragma experimental ABIEncoderV2;

import "fisco/Vm.sol";
import "fisco/console.sol";

/// What tests of contracts are derived from: `contract TokenTest is Test { function setUp() public {…} function test_Transfer() public {…} }`.
/// Assertions and cheat codes go to the test runner (`chainside test`); docs/contract-tests.md of Chainside has the table.
abstract contract Test {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    /// The same cheat codes under the name of the chain.
    Vm internal constant fisco = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    bool public IS_TEST = true;

    struct FuzzSelector {
        address addr;
        bytes4[] selectors;
    }

    address[] private _targets;
    address[] private _excluded;
    address[] private _senders;
    address[] private _excludedSenders;
    FuzzSelector[] private _selectors;
    FuzzSelector[] private _excludedSelectors;

    function fail() internal pure { vm.assertTrue(false); }
    function fail(string memory message) internal pure { vm.assertTrue(false, message); }

    function assertTrue(bool a) internal pure { vm.assertTrue(a); }
    function assertTrue(bool a, string memory message) internal pure { vm.assertTrue(a, message); }
    function assertFalse(bool a) internal pure { vm.assertFalse(a); }
    function assertFalse(bool a, string memory message) internal pure { vm.assertFalse(a, message); }
    function assertEq(bool a, bool b) internal pure { vm.assertEq(a, b); }
    function assertEq(bool a, bool b, string memory message) internal pure { vm.assertEq(a, b, message); }
    function assertEq(uint256 a, uint256 b) internal pure { vm.assertEq(a, b); }
    function assertEq(uint256 a, uint256 b, string memory message) internal pure { vm.assertEq(a, b, message); }
    function assertEq(int256 a, int256 b) internal pure { vm.assertEq(a, b); }
    function assertEq(int256 a, int256 b, string memory message) internal pure { vm.assertEq(a, b, message); }
    function assertEq(address a, address b) internal pure { vm.assertEq(a, b); }
    function assertEq(address a, address b, string memory message) internal pure { vm.assertEq(a, b, message); }
    function assertEq(bytes32 a, bytes32 b) internal pure { vm.assertEq(a, b); }
    function assertEq(bytes32 a, bytes32 b, string memory message) internal pure { vm.assertEq(a, b, message); }
    function assertEq(string memory a, string memory b) internal pure { vm.assertEq(a, b); }
    function assertEq(string memory a, string memory b, string memory message) internal pure { vm.assertEq(a, b, message); }
    function assertEq(bytes memory a, bytes memory b) internal pure { vm.assertEq(a, b); }
    function assertEq(bytes memory a, bytes memory b, string memory message) internal pure { vm.assertEq(a, b, message); }
    function assertEq(bool[] memory a, bool[] memory b) internal pure { vm.assertEq(a, b); }
    function assertEq(bool[] memory a, bool[] memory b, string memory message) internal pure { vm.assertEq(a, b, message); }
    function assertEq(uint256[] memory a, uint256[] memory b) internal pure { vm.assertEq(a, b); }
    function assertEq(uint256[] memory a, uint256[] memory b, string memory message) internal pure { vm.assertEq(a, b, message); }
    function assertEq(int256[] memory a, int256[] memory b) internal pure { vm.assertEq(a, b); }
    function assertEq(int256[] memory a, int256[] memory b, string memory message) internal pure { vm.assertEq(a, b, message); }
    function assertEq(address[] memory a, address[] memory b) internal pure { vm.assertEq(a, b); }
    function assertEq(address[] memory a, address[] memory b, string memory message) internal pure { vm.assertEq(a, b, message); }
    function assertEq(bytes32[] memory a, bytes32[] memory b) internal pure { vm.assertEq(a, b); }
    function assertEq(bytes32[] memory a, bytes32[] memory b, string memory message) internal pure { vm.assertEq(a, b, message); }
    function assertEq(string[] memory a, string[] memory b) internal pure { vm.assertEq(a, b); }
    function assertEq(string[] memory a, string[] memory b, string memory message) internal pure { vm.assertEq(a, b, message); }
    function assertEq(bytes[] memory a, bytes[] memory b) internal pure { vm.assertEq(a, b); }
    function assertEq(bytes[] memory a, bytes[] memory b, string memory message) internal pure { vm.assertEq(a, b, message); }
    function assertNotEq(bool a, bool b) internal pure { vm.assertNotEq(a, b); }
    function assertNotEq(bool a, bool b, string memory message) internal pure { vm.assertNotEq(a, b, message); }
    function assertNotEq(uint256 a, uint256 b) internal pure { vm.assertNotEq(a, b); }
    function assertNotEq(uint256 a, uint256 b, string memory message) internal pure { vm.assertNotEq(a, b, message); }
    function assertNotEq(int256 a, int256 b) internal pure { vm.assertNotEq(a, b); }
    function assertNotEq(int256 a, int256 b, string memory message) internal pure { vm.assertNotEq(a, b, message); }
    function assertNotEq(address a, address b) internal pure { vm.assertNotEq(a, b); }
    function assertNotEq(address a, address b, string memory message) internal pure { vm.assertNotEq(a, b, message); }
    function assertNotEq(bytes32 a, bytes32 b) internal pure { vm.assertNotEq(a, b); }
    function assertNotEq(bytes32 a, bytes32 b, string memory message) internal pure { vm.assertNotEq(a, b, message); }
    function assertNotEq(string memory a, string memory b) internal pure { vm.assertNotEq(a, b); }
    function assertNotEq(string memory a, string memory b, string memory message) internal pure { vm.assertNotEq(a, b, message); }
    function assertNotEq(bytes memory a, bytes memory b) internal pure { vm.assertNotEq(a, b); }
    function assertNotEq(bytes memory a, bytes memory b, string memory message) internal pure { vm.assertNotEq(a, b, message); }
    function assertNotEq(bool[] memory a, bool[] memory b) internal pure { vm.assertNotEq(a, b); }
    function assertNotEq(bool[] memory a, bool[] memory b, string memory message) internal pure { vm.assertNotEq(a, b, message); }
    function assertNotEq(uint256[] memory a, uint256[] memory b) internal pure { vm.assertNotEq(a, b); }
    function assertNotEq(uint256[] memory a, uint256[] memory b, string memory message) internal pure { vm.assertNotEq(a, b, message); }
    function assertNotEq(int256[] memory a, int256[] memory b) internal pure { vm.assertNotEq(a, b); }
    function assertNotEq(int256[] memory a, int256[] memory b, string memory message) internal pure { vm.assertNotEq(a, b, message); }
    function assertNotEq(address[] memory a, address[] memory b) internal pure { vm.assertNotEq(a, b); }
    function assertNotEq(address[] memory a, address[] memory b, string memory message) internal pure { vm.assertNotEq(a, b, message); }
    function assertNotEq(bytes32[] memory a, bytes32[] memory b) internal pure { vm.assertNotEq(a, b); }
    function assertNotEq(bytes32[] memory a, bytes32[] memory b, string memory message) internal pure { vm.assertNotEq(a, b, message); }
    function assertNotEq(string[] memory a, string[] memory b) internal pure { vm.assertNotEq(a, b); }
    function assertNotEq(string[] memory a, string[] memory b, string memory message) internal pure { vm.assertNotEq(a, b, message); }
    function assertNotEq(bytes[] memory a, bytes[] memory b) internal pure { vm.assertNotEq(a, b); }
    function assertNotEq(bytes[] memory a, bytes[] memory b, string memory message) internal pure { vm.assertNotEq(a, b, message); }
    function assertLt(uint256 a, uint256 b) internal pure { vm.assertLt(a, b); }
    function assertLt(uint256 a, uint256 b, string memory message) internal pure { vm.assertLt(a, b, message); }
    function assertLe(uint256 a, uint256 b) internal pure { vm.assertLe(a, b); }
    function assertLe(uint256 a, uint256 b, string memory message) internal pure { vm.assertLe(a, b, message); }
    function assertGt(uint256 a, uint256 b) internal pure { vm.assertGt(a, b); }
    function assertGt(uint256 a, uint256 b, string memory message) internal pure { vm.assertGt(a, b, message); }
    function assertGe(uint256 a, uint256 b) internal pure { vm.assertGe(a, b); }
    function assertGe(uint256 a, uint256 b, string memory message) internal pure { vm.assertGe(a, b, message); }
    function assertApproxEqAbs(uint256 a, uint256 b, uint256 c) internal pure { vm.assertApproxEqAbs(a, b, c); }
    function assertApproxEqAbs(uint256 a, uint256 b, uint256 c, string memory message) internal pure { vm.assertApproxEqAbs(a, b, c, message); }
    function assertApproxEqRel(uint256 a, uint256 b, uint256 c) internal pure { vm.assertApproxEqRel(a, b, c); }
    function assertApproxEqRel(uint256 a, uint256 b, uint256 c, string memory message) internal pure { vm.assertApproxEqRel(a, b, c, message); }
    function assertEqDecimal(uint256 a, uint256 b, uint256 c) internal pure { vm.assertEqDecimal(a, b, c); }
    function assertEqDecimal(uint256 a, uint256 b, uint256 c, string memory message) internal pure { vm.assertEqDecimal(a, b, c, message); }
    function assertNotEqDecimal(uint256 a, uint256 b, uint256 c) internal pure { vm.assertNotEqDecimal(a, b, c); }
    function assertNotEqDecimal(uint256 a, uint256 b, uint256 c, string memory message) internal pure { vm.assertNotEqDecimal(a, b, c, message); }
    function assertLtDecimal(uint256 a, uint256 b, uint256 c) internal pure { vm.assertLtDecimal(a, b, c); }
    function assertLtDecimal(uint256 a, uint256 b, uint256 c, string memory message) internal pure { vm.assertLtDecimal(a, b, c, message); }
    function assertLeDecimal(uint256 a, uint256 b, uint256 c) internal pure { vm.assertLeDecimal(a, b, c); }
    function assertLeDecimal(uint256 a, uint256 b, uint256 c, string memory message) internal pure { vm.assertLeDecimal(a, b, c, message); }
    function assertGtDecimal(uint256 a, uint256 b, uint256 c) internal pure { vm.assertGtDecimal(a, b, c); }
    function assertGtDecimal(uint256 a, uint256 b, uint256 c, string memory message) internal pure { vm.assertGtDecimal(a, b, c, message); }
    function assertGeDecimal(uint256 a, uint256 b, uint256 c) internal pure { vm.assertGeDecimal(a, b, c); }
    function assertGeDecimal(uint256 a, uint256 b, uint256 c, string memory message) internal pure { vm.assertGeDecimal(a, b, c, message); }
    function assertLt(int256 a, int256 b) internal pure { vm.assertLt(a, b); }
    function assertLt(int256 a, int256 b, string memory message) internal pure { vm.assertLt(a, b, message); }
    function assertLe(int256 a, int256 b) internal pure { vm.assertLe(a, b); }
    function assertLe(int256 a, int256 b, string memory message) internal pure { vm.assertLe(a, b, message); }
    function assertGt(int256 a, int256 b) internal pure { vm.assertGt(a, b); }
    function assertGt(int256 a, int256 b, string memory message) internal pure { vm.assertGt(a, b, message); }
    function assertGe(int256 a, int256 b) internal pure { vm.assertGe(a, b); }
    function assertGe(int256 a, int256 b, string memory message) internal pure { vm.assertGe(a, b, message); }
    function assertApproxEqAbs(int256 a, int256 b, uint256 c) internal pure { vm.assertApproxEqAbs(a, b, c); }
    function assertApproxEqAbs(int256 a, int256 b, uint256 c, string memory message) internal pure { vm.assertApproxEqAbs(a, b, c, message); }
    function assertApproxEqRel(int256 a, int256 b, uint256 c) internal pure { vm.assertApproxEqRel(a, b, c); }
    function assertApproxEqRel(int256 a, int256 b, uint256 c, string memory message) internal pure { vm.assertApproxEqRel(a, b, c, message); }
    function assertEqDecimal(int256 a, int256 b, uint256 c) internal pure { vm.assertEqDecimal(a, b, c); }
    function assertEqDecimal(int256 a, int256 b, uint256 c, string memory message) internal pure { vm.assertEqDecimal(a, b, c, message); }
    function assertNotEqDecimal(int256 a, int256 b, uint256 c) internal pure { vm.assertNotEqDecimal(a, b, c); }
    function assertNotEqDecimal(int256 a, int256 b, uint256 c, string memory message) internal pure { vm.assertNotEqDecimal(a, b, c, message); }
    function assertLtDecimal(int256 a, int256 b, uint256 c) internal pure { vm.assertLtDecimal(a, b, c); }
    function assertLtDecimal(int256 a, int256 b, uint256 c, string memory message) internal pure { vm.assertLtDecimal(a, b, c, message); }
    function assertLeDecimal(int256 a, int256 b, uint256 c) internal pure { vm.assertLeDecimal(a, b, c); }
    function assertLeDecimal(int256 a, int256 b, uint256 c, string memory message) internal pure { vm.assertLeDecimal(a, b, c, message); }
    function assertGtDecimal(int256 a, int256 b, uint256 c) internal pure { vm.assertGtDecimal(a, b, c); }
    function assertGtDecimal(int256 a, int256 b, uint256 c, string memory message) internal pure { vm.assertGtDecimal(a, b, c, message); }
    function assertGeDecimal(int256 a, int256 b, uint256 c) internal pure { vm.assertGeDecimal(a, b, c); }
    function assertGeDecimal(int256 a, int256 b, uint256 c, string memory message) internal pure { vm.assertGeDecimal(a, b, c, message); }

    /// The address that belongs to a name; it bears the name in traces.
    function makeAddr(string memory name) internal returns (address account) {
        (account, ) = makeAddrAndKey(name);
    }

    function makeAddrAndKey(string memory name) internal returns (address account, uint256 privateKey) {
        privateKey = uint256(keccak256(abi.encodePacked(name)));
        account = vm.addr(privateKey);
        vm.label(account, name);
    }

    function deal(address account, uint256 balance) internal { vm.deal(account, balance); }

    /// The next message comes from the account, which has something to spend.
    function hoax(address account) internal { hoax(account, 1 << 128); }
    function hoax(address account, uint256 balance) internal { vm.deal(account, balance); vm.prank(account); }
    function startHoax(address account) internal { startHoax(account, 1 << 128); }
    function startHoax(address account, uint256 balance) internal { vm.deal(account, balance); vm.startPrank(account); }

    /// Moves the time that contracts see: milliseconds on most chains.
    function skip(uint256 time) internal { vm.warp(vm.getBlockTimestamp() + time); }
    function rewind(uint256 time) internal { vm.warp(vm.getBlockTimestamp() - time); }

    /// A number between two others, made of any number.
    function bound(uint256 x, uint256 min, uint256 max) internal pure returns (uint256) {
        require(min <= max, "bound: max is less than min");
        if (x >= min && x <= max) return x;
        uint256 size = max - min;
        if (size == ~uint256(0)) return x;
        return min + (x % (size + 1));
    }

    function bound(int256 x, int256 min, int256 max) internal pure returns (int256) {
        require(min <= max, "bound: max is less than min");
        uint256 sign = 1 << 255;
        return int256(bound(uint256(x) ^ sign, uint256(min) ^ sign, uint256(max) ^ sign) ^ sign);
    }

    /// What random sequences of calls (`invariant_…`) may call; everything that `setUp` made without.
    function targetContract(address target) internal { _targets.push(target); }
    function excludeContract(address target) internal { _excluded.push(target); }
    function targetSender(address sender) internal { _senders.push(sender); }
    function excludeSender(address sender) internal { _excludedSenders.push(sender); }
    function targetSelector(FuzzSelector memory selector) internal { _selectors.push(selector); }
    function excludeSelector(FuzzSelector memory selector) internal { _excludedSelectors.push(selector); }
    function targetContracts() public view returns (address[] memory) { return _targets; }
    function excludeContracts() public view returns (address[] memory) { return _excluded; }
    function targetSenders() public view returns (address[] memory) { return _senders; }
    function excludeSenders() public view returns (address[] memory) { return _excludedSenders; }
    function targetSelectors() public view returns (FuzzSelector[] memory) { return _selectors; }
    function excludeSelectors() public view returns (FuzzSelector[] memory) { return _excludedSelectors; }
}
