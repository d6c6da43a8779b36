// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import "fisco/Test.sol";
import {PriceV1, PriceV2, Shop} from "../src/VersionedPrice.sol";

contract VersionedPriceTest is Test {
    Shop private shop;

    function setUp() public {
        shop = new Shop("price");
        shop.publish("v1", address(new PriceV1()));
    }

    function test_ALaterVersionIsUsedAndTakenBack() public {
        assertEq(shop.priceOf(20), 2000);
        shop.publish("v2", address(new PriceV2()));
        assertEq(shop.priceOf(20), 1800);
        shop.use("v1");
        assertEq(shop.priceOf(20), 2000);
    }

    function test_RevertWhen_AStrangerPublishes() public {
        address price = address(new PriceV2());
        vm.prank(address(0xB0B));
        vm.expectRevert(Shop.NotOwner.selector);
        shop.publish("v2", price);
    }
}
