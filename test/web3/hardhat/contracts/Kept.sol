// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.8.4 <0.9.0;

/// Behind a transparent proxy, for OpenZeppelin's plugin.
contract Kept {
    uint256 public value;

    function put(uint256 newValue) external {
        value = newValue;
    }
}

contract KeptAgain {
    uint256 public value;

    function put(uint256 newValue) external {
        value = newValue + 1;
    }
}
