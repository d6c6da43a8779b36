// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.22;

import "fisco/Test.sol";
import {ERC1967Proxy} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";
import {UpgradeableToken} from "../src/UpgradeableToken.sol";

contract UpgradeableTokenTest is Test {
    UpgradeableToken private token;
    address private constant alice = address(0xA11CE);

    function setUp() public {
        bytes memory data = abi.encodeCall(UpgradeableToken.initialize, (address(this), "Token", "TOK"));
        token = UpgradeableToken(address(new ERC1967Proxy(address(new UpgradeableToken()), data)));
    }

    function test_TheProxyIsInitializedOnce() public {
        assertEq(token.owner(), address(this));
        assertEq(token.symbol(), "TOK");
        vm.expectRevert();
        token.initialize(alice, "Other", "OTH");
    }

    function test_TheCodeItselfIsNever() public {
        UpgradeableToken code = new UpgradeableToken();
        vm.expectRevert();
        code.initialize(alice, "Other", "OTH");
    }

    function testFuzz_WhatIsStoredStaysOverAnUpgrade(uint256 amount) public {
        token.mint(alice, amount);
        token.upgradeToAndCall(address(new UpgradeableToken()), "");
        assertEq(token.balanceOf(alice), amount);
        assertEq(token.totalSupply(), amount);
        assertEq(token.owner(), address(this));
    }

    function testFuzz_TransferMovesAnAmount(uint256 amount) public {
        amount = bound(amount, 0, 1000);
        token.mint(address(this), 1000);
        token.transfer(alice, amount);
        assertEq(token.balanceOf(alice), amount);
        assertEq(token.balanceOf(address(this)), 1000 - amount);
    }

    function test_RevertWhen_AStrangerUpgrades() public {
        UpgradeableToken code = new UpgradeableToken();
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(UpgradeableToken.NotTheOwner.selector, alice));
        token.upgradeToAndCall(address(code), "");
    }

    function test_RevertWhen_AStrangerMints() public {
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(UpgradeableToken.NotTheOwner.selector, alice));
        token.mint(alice, 1);
    }
}
