// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.4.24;

/// Who takes part in consensus, at 0x1003. Not for contracts where only committee or account may change it.
abstract contract Consensus {
    function addSealer(string memory nodeId, uint256 weight) public virtual returns (int32);

    function addSealer(string memory nodeId, uint256 weight, uint256 termWeight) public virtual returns (int32);

    function addObserver(string memory nodeId) public virtual returns (int32);

    function remove(string memory nodeId) public virtual returns (int32);

    function setWeight(string memory nodeId, uint256 weight) public virtual returns (int32);

    function setTermWeight(string memory nodeId, uint256 termWeight) public virtual returns (int32);
}
