// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.22;

import "fisco/Test.sol";
import {ERC1967Proxy} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Escrow} from "../src/Escrow.sol";

contract Pieces is ERC20("Pieces", "PCS") {
    constructor(address to) {
        _mint(to, 1000);
    }
}

contract EscrowTest is Test {
    Escrow private escrow;
    Pieces private pieces;
    address private constant payer = address(0xA11CE);
    address private constant payee = address(0xB0B);

    function setUp() public {
        pieces = new Pieces(payer);
        bytes memory data = abi.encodeCall(Escrow.initialize, (IERC20(address(pieces)), address(this)));
        escrow = Escrow(address(new ERC1967Proxy(address(new Escrow()), data)));
        vm.prank(payer);
        pieces.approve(address(escrow), type(uint256).max);
    }

    function _funded(uint256 amount) private returns (uint256) {
        vm.prank(payer);
        return escrow.fund(payee, amount);
    }

    function testFuzz_ThePayerReleases(uint256 amount) public {
        amount = bound(amount, 0, 1000);
        uint256 id = _funded(amount);
        assertEq(pieces.balanceOf(address(escrow)), amount);
        vm.prank(payer);
        escrow.release(id);
        assertEq(pieces.balanceOf(payee), amount);
        assertEq(pieces.balanceOf(address(escrow)), 0);
    }

    function test_TheArbiterGivesItBack() public {
        escrow.refund(_funded(40));
        assertEq(pieces.balanceOf(payer), 1000);
    }

    function test_ADealStaysOverAnUpgrade() public {
        uint256 id = _funded(40);
        escrow.upgradeToAndCall(address(new Escrow()), "");
        escrow.release(id);
        assertEq(pieces.balanceOf(payee), 40);
    }

    function test_RevertWhen_ItIsSettledTwice() public {
        uint256 id = _funded(40);
        escrow.release(id);
        vm.expectRevert(abi.encodeWithSelector(Escrow.NotFunded.selector, id));
        escrow.refund(id);
    }

    function test_RevertWhen_ThePayeeReleases() public {
        uint256 id = _funded(40);
        vm.prank(payee);
        vm.expectRevert(abi.encodeWithSelector(Escrow.NotAllowed.selector, payee));
        escrow.release(id);
    }

    function test_RevertWhen_AStrangerUpgrades() public {
        Escrow code = new Escrow();
        vm.prank(payer);
        vm.expectRevert(abi.encodeWithSelector(Escrow.NotAllowed.selector, payer));
        escrow.upgradeToAndCall(address(code), "");
    }
}
