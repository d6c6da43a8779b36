// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.4.24;

/// Groups of contracts that are executed apart, at 0x1010, from 3.3 on.
abstract contract Sharding {
    function makeShard(string memory shardName) public virtual returns (int32);

    function linkShard(string memory shardName, string memory contractAddress) public virtual returns (int32);

    function getContractShard(string memory contractAddress) public view virtual returns (int256, string memory);
}
