// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.4.24;

/// Adds numbers that stay encrypted, at 0x5003.
abstract contract Paillier {
    function paillierAdd(string memory cipher1, string memory cipher2) public virtual returns (string memory);

    function paillierAdd(bytes memory cipher1, bytes memory cipher2) public virtual returns (bytes memory);
}
