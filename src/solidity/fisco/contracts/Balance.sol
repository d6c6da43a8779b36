// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.4.24;

/// The chain's coin, where it is switched on, at 0x1011, from 3.6 on.
abstract contract Balance {
    function getBalance(address account) public view virtual returns (uint256);

    function addBalance(address account, uint256 amount) public virtual;

    function subBalance(address account, uint256 amount) public virtual;

    function transfer(address from, address to, uint256 amount) public virtual;

    function registerCaller(address account) public virtual;

    function unregisterCaller(address account) public virtual;

    function listCaller() public view virtual returns (address[] memory);
}
