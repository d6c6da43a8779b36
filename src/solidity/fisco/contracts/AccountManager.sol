// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.4.24;

/// Freezes and abolishes accounts, at 0x10003.
abstract contract AccountManager {
    function setAccountStatus(address addr, uint8 status) public virtual returns (int32);

    /// 0 normal, 1 frozen, 2 abolished.
    function getAccountStatus(address addr) public view virtual returns (uint8);
}
