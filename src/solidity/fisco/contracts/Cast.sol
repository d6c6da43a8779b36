// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.4.24;

/// Turns texts into values and back, at 0x100f, from data version 3.2 on: rows of tables hold texts only.
abstract contract Cast {
    function stringToS256(string memory) public view virtual returns (int256);

    function stringToS64(string memory) public view virtual returns (int64);

    function stringToU256(string memory) public view virtual returns (uint256);

    function stringToAddr(string memory) public view virtual returns (address);

    function stringToBytes32(string memory) public view virtual returns (bytes32);

    function s256ToString(int256) public view virtual returns (string memory);

    function s64ToString(int64) public view virtual returns (string memory);

    function u256ToString(uint256) public view virtual returns (string memory);

    function addrToString(address) public view virtual returns (string memory);

    function bytes32ToString(bytes32) public view virtual returns (string memory);
}
