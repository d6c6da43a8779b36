// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.4.24;

/// Settings of the chain, at 0x1000.
abstract contract SystemConfig {
    function setValueByKey(string memory key, string memory value) public virtual returns (int32);

    /// The value, and the block from which it counts.
    function getValueByKey(string memory key) public view virtual returns (string memory value, int256 enableNumber);
}
