// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.4.24;

/// The record of an account, at the account's own address.
abstract contract Account {
    function setAccountStatus(uint8 status) public virtual returns (int32);

    /// 0 normal, 1 frozen, 2 abolished.
    function getAccountStatus() public view virtual returns (uint8);

    function getAccountBalance() public view virtual returns (uint256);

    function addAccountBalance(uint256 value) public virtual returns (int32);

    function subAccountBalance(uint256 value) public virtual returns (int32);
}
