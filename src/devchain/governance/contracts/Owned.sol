// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// A contract that one account, or the contract itself, may change.
abstract contract Owned {
    address public _owner;

    constructor(address owner) {
        _owner = owner;
    }

    modifier onlyOwner() {
        require(auth(msg.sender), "Only owner!");
        _;
    }

    function auth(address src) public view returns (bool) {
        return src == _owner || src == address(this);
    }

    function setOwner(address owner) public onlyOwner {
        _owner = owner;
    }
}
