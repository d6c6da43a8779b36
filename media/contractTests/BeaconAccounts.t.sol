// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.22;

import "fisco/Test.sol";
import {UpgradeableBeacon} from "@openzeppelin/contracts/proxy/beacon/UpgradeableBeacon.sol";
import {BeaconAccounts, PointsAccount} from "../src/BeaconAccounts.sol";

/// A later version of what accounts run: a variable behind the others, and a function that reads it.
contract PointsAccountV2 is PointsAccount {
    uint256 public spent;

    function spend(uint256 amount) external {
        points -= amount;
        spent += amount;
    }
}

contract BeaconAccountsTest is Test {
    BeaconAccounts private accounts;
    address private constant alice = address(0xA11CE);
    address private constant bob = address(0xB0B);

    function setUp() public {
        accounts = new BeaconAccounts();
        vm.prank(alice);
        accounts.open();
    }

    function testFuzz_PointsAreTheHolders(uint256 amount) public {
        accounts.reward(alice, amount);
        PointsAccount account = PointsAccount(accounts.accountOf(alice));
        assertEq(account.points(), amount);
        assertEq(account.holder(), alice);
    }

    function test_OneUpgradeIsForAllAccounts() public {
        vm.prank(bob);
        accounts.open();
        accounts.reward(alice, 10);
        accounts.reward(bob, 20);
        accounts.beacon().upgradeTo(address(new PointsAccountV2()));
        PointsAccountV2(accounts.accountOf(alice)).spend(4);
        assertEq(PointsAccountV2(accounts.accountOf(alice)).points(), 6);
        assertEq(PointsAccountV2(accounts.accountOf(alice)).spent(), 4);
        assertEq(PointsAccountV2(accounts.accountOf(bob)).points(), 20);
        assertEq(PointsAccountV2(accounts.accountOf(bob)).spent(), 0);
    }

    function test_RevertWhen_AnAccountIsOpenedTwice() public {
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(BeaconAccounts.HasAnAccount.selector, alice));
        accounts.open();
    }

    function test_RevertWhen_AStrangerUpgrades() public {
        UpgradeableBeacon beacon = accounts.beacon();
        address code = address(new PointsAccountV2());
        vm.prank(alice);
        vm.expectRevert();
        beacon.upgradeTo(code);
    }

    function test_RevertWhen_AStrangerAddsPoints() public {
        PointsAccount account = PointsAccount(accounts.accountOf(alice));
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(PointsAccount.NotTheBank.selector, alice));
        account.add(1);
    }
}
