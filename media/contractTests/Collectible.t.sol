// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import "fisco/Test.sol";
import {Collectible} from "../src/Collectible.sol";

contract CollectibleTest is Test {
    Collectible private collectible;
    address private constant alice = address(0xA11CE);

    function setUp() public {
        collectible = new Collectible("Collectible", "COL");
    }

    function test_EachPieceHasANumberAndADescription() public {
        uint256 first = collectible.make(alice, "ipfs://first");
        uint256 second = collectible.make(alice, "ipfs://second");
        assertEq(second, first + 1);
        assertEq(collectible.ownerOf(first), alice);
        assertEq(collectible.tokenURI(second), "ipfs://second");
    }

    function test_RevertWhen_AStrangerMakesOne() public {
        vm.prank(alice);
        vm.expectRevert();
        collectible.make(alice, "ipfs://none");
    }
}
