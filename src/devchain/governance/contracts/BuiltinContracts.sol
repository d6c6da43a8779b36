// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// The node's own contracts as governance calls them. Results are read as whole words: a failed call leaves bytes of
// another kind in the answer of early data versions, and these must not stop the proposal.

interface SystemConfig {
    function setValueByKey(string memory key, string memory value) external returns (int256);
}

interface Consensus {
    function addSealer(string memory nodeId, uint256 weight) external returns (int256);
    function addObserver(string memory nodeId) external returns (int256);
    function remove(string memory nodeId) external returns (int256);
    function setWeight(string memory nodeId, uint256 weight) external returns (int256);
}

interface ContractAuth {
    function deployType() external view returns (uint256);
    function setDeployAuthType(uint8 deployAuthType) external returns (int256);
    function openDeployAuth(address account) external returns (int256);
    function closeDeployAuth(address account) external returns (int256);
    function getAdmin(address contractAddr) external view returns (address);
    function resetAdmin(address contractAddr, address admin) external returns (int256);
}
