// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.8.4 <0.9.0;

import {Box} from "../src/Box.sol";

interface Vm {
    function startBroadcast() external;
    function stopBroadcast() external;
}

/// Deploys, and sends what works only in its order, behind the deployment.
contract Shelf {
    bool public constant IS_SCRIPT = true;

    function run() external {
        Vm vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
        vm.startBroadcast();
        Box box = new Box();
        for (uint256 i = 0; i < 5; i++) box.step(i);
        box.open(3);
        vm.stopBroadcast();
    }
}
