// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.4.24;

/// Transfers that a chain runs beside each other, to measure it, at 0x100c.
abstract contract DagTransfer {
    function userAdd(string memory user, uint256 balance) public virtual returns (uint256);

    function userSave(string memory user, uint256 amount) public virtual returns (uint256);

    function userDraw(string memory user, uint256 amount) public virtual returns (uint256);

    function userTransfer(string memory from, string memory to, uint256 amount) public virtual returns (uint256);

    function userBalance(string memory user) public view virtual returns (uint256, uint256);
}
