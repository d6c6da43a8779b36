// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import "fisco/Test.sol";
import {RoleRegistry} from "../src/RoleRegistry.sol";

contract RoleRegistryTest is Test {
    RoleRegistry private registry;
    address private constant writer = address(0xA11CE);

    function setUp() public {
        registry = new RoleRegistry();
        registry.setRole(writer, RoleRegistry.Role.Writer);
    }

    function test_AWriterAdds() public {
        vm.prank(writer);
        uint256 id = registry.add("first");
        assertEq(registry.get(id).content, "first");
        assertEq(registry.get(id).author, writer);
        assertEq(registry.count(), 1);
    }

    function test_RevertWhen_AStrangerAdds() public {
        vm.prank(address(0xB0B));
        vm.expectRevert(
            abi.encodeWithSelector(RoleRegistry.Needs.selector, RoleRegistry.Role.Writer, RoleRegistry.Role.None)
        );
        registry.add("no");
    }

    function test_RevertWhen_TheLastAdminLeaves() public {
        vm.expectRevert(RoleRegistry.LastAdmin.selector);
        registry.setRole(address(this), RoleRegistry.Role.None);
    }
}
