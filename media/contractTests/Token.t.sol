// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import "fisco/Test.sol";
import {Token} from "../src/Token.sol";

contract TokenTest is Test {
    Token private token;
    address private constant alice = address(0xA11CE);

    function setUp() public {
        token = new Token("Token", "TOK", 1000);
    }

    function test_TheOwnerHasTheFirstPieces() public view {
        assertEq(token.balanceOf(address(this)), 1000);
        assertEq(token.owner(), address(this));
    }

    function testFuzz_TransferMovesAnAmount(uint256 amount) public {
        amount = bound(amount, 0, 1000);
        token.transfer(alice, amount);
        assertEq(token.balanceOf(alice), amount);
        assertEq(token.balanceOf(address(this)), 1000 - amount);
    }

    function test_RevertWhen_AStrangerMints() public {
        vm.prank(alice);
        vm.expectRevert();
        token.mint(alice, 1);
    }
}
