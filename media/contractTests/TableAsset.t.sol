// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import "fisco/Test.sol";
import {TableAsset} from "../src/TableAsset.sol";

contract TableAssetTest is Test {
    TableAsset private asset;

    function setUp() public {
        asset = new TableAsset();
        asset.register("alice", 100);
        asset.register("bob", 5);
    }

    function balance(string memory account) private view returns (uint256 amount) {
        (, amount) = asset.balanceOf(account);
    }

    function test_TransferMovesAnAmount() public {
        asset.transfer("alice", "bob", 30);
        assertEq(balance("alice"), 70);
        assertEq(balance("bob"), 35);
    }

    function test_RevertWhen_ThereIsNotEnough() public {
        vm.expectRevert(abi.encodeWithSelector(TableAsset.NotEnough.selector, "bob", 5, 6));
        asset.transfer("bob", "alice", 6);
    }

    function test_RevertWhen_TheAccountExists() public {
        vm.expectRevert(abi.encodeWithSelector(TableAsset.AccountExists.selector, "bob"));
        asset.register("bob", 1);
    }

    function testFuzz_NothingIsLost(uint256 amount) public {
        asset.transfer("alice", "bob", bound(amount, 0, 100));
        assertEq(balance("alice") + balance("bob"), 105);
    }
}
