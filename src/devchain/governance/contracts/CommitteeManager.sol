// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import "./BuiltinContracts.sol";
import "./Committee.sol";
import "./ProposalManager.sol";
import "./VoteComputer.sol";

/// The door to governance: governors propose here, vote here, and what passes is carried out from here.
contract CommitteeManager {
    Committee public _committee;
    ProposalManager public _proposalMgr;

    SystemConfig private constant SYSTEM_CONFIG = SystemConfig(address(0x1000));
    Consensus private constant CONSENSUS = Consensus(address(0x1003));
    ContractAuth private constant CONTRACT_AUTH = ContractAuth(address(0x1005));

    uint8 private constant SET_WEIGHT = 11;
    uint8 private constant SET_RATE = 12;
    uint8 private constant UPGRADE_VOTE_COMPUTER = 13;
    uint8 private constant SET_DEPLOY_AUTH_TYPE = 21;
    uint8 private constant MODIFY_DEPLOY_AUTH = 22;
    uint8 private constant RESET_ADMIN = 31;
    uint8 private constant SET_CONFIG = 41;
    uint8 private constant SET_NODE_WEIGHT = 51;
    uint8 private constant REMOVE_NODE = 52;

    uint8 private constant PASSED = 2;

    /// What a proposal does when it passes. Which members count depends on its type.
    struct Payload {
        uint8 proposalType;
        address target;
        address account;
        uint32 weight;
        uint8 first;
        uint8 second;
        bool flag;
        string text;
        string value;
    }

    mapping(uint256 => Payload) private payloads;

    /// What carrying out a proposal gave: 0, or the return code of a built-in contract.
    event execResult(int256);

    constructor(address[] memory initGovernors, uint32[] memory weights, uint8 participatesRate, uint8 winRate) {
        _committee = new Committee(initGovernors, weights, participatesRate, winRate);
        _proposalMgr = new ProposalManager(address(this), address(_committee));
    }

    modifier onlyGovernor() {
        require(isGovernor(msg.sender), "you must be governor");
        _;
    }

    function isGovernor(address account) public view returns (bool) {
        return _committee.isGovernor(account);
    }

    function getProposalType(uint256 proposalId) public view returns (uint8) {
        return payloads[proposalId].proposalType;
    }

    function createUpdateGovernorProposal(address account, uint32 weight, uint256 blockNumberInterval)
        public
        onlyGovernor
        returns (uint256 currentproposalId)
    {
        Payload memory payload;
        payload.proposalType = SET_WEIGHT;
        payload.target = account;
        payload.weight = weight;
        return propose(payload, blockNumberInterval);
    }

    function createSetRateProposal(uint8 participatesRate, uint8 winRate, uint256 blockNumberInterval)
        public
        onlyGovernor
        returns (uint256 currentproposalId)
    {
        require(participatesRate <= 100, "invalid range of participatesRate");
        require(winRate <= 100, "invalid range of winRate");
        Payload memory payload;
        payload.proposalType = SET_RATE;
        payload.target = address(this);
        payload.first = participatesRate;
        payload.second = winRate;
        return propose(payload, blockNumberInterval);
    }

    function createUpgradeVoteComputerProposal(address newAddr, uint256 blockNumberInterval)
        public
        onlyGovernor
        returns (uint256 currentproposalId)
    {
        VoteComputer computer = VoteComputer(newAddr);
        require(
            address(computer._committee()) == address(_committee), "new vote computer committee address mismatch"
        );
        (,, address[] memory governors,) = _committee.getCommitteeInfo();
        require(
            computer.determineVoteResult(governors, new address[](0)) == PASSED, "new vote computer imperfection"
        );
        Payload memory payload;
        payload.proposalType = UPGRADE_VOTE_COMPUTER;
        payload.target = address(_proposalMgr);
        payload.account = newAddr;
        return propose(payload, blockNumberInterval);
    }

    function createSetDeployAuthTypeProposal(uint8 deployAuthType, uint256 blockNumberInterval)
        public
        onlyGovernor
        returns (uint256 currentproposalId)
    {
        require(
            CONTRACT_AUTH.deployType() != deployAuthType,
            "the current deploy auth type is the same as you want to set"
        );
        Payload memory payload;
        payload.proposalType = SET_DEPLOY_AUTH_TYPE;
        payload.target = address(CONTRACT_AUTH);
        payload.first = deployAuthType;
        return propose(payload, blockNumberInterval);
    }

    function createModifyDeployAuthProposal(address account, bool openFlag, uint256 blockNumberInterval)
        public
        onlyGovernor
        returns (uint256 currentproposalId)
    {
        Payload memory payload;
        payload.proposalType = MODIFY_DEPLOY_AUTH;
        payload.target = account;
        payload.flag = openFlag;
        return propose(payload, blockNumberInterval);
    }

    function createResetAdminProposal(address newAdmin, address contractAddr, uint256 blockNumberInterval)
        public
        onlyGovernor
        returns (uint256 currentproposalId)
    {
        require(contractAddr != address(0), "contract address not exists.");
        require(
            CONTRACT_AUTH.getAdmin(contractAddr) != newAdmin,
            "the account has been the admin of concurrt contract."
        );
        Payload memory payload;
        payload.proposalType = RESET_ADMIN;
        payload.target = contractAddr;
        payload.account = newAdmin;
        return propose(payload, blockNumberInterval);
    }

    function createSetSysConfigProposal(string memory key, string memory value, uint256 blockNumberInterval)
        public
        onlyGovernor
        returns (uint256 currentproposalId)
    {
        require(bytes(key).length > 1, "invalid key length.");
        Payload memory payload;
        payload.proposalType = SET_CONFIG;
        payload.target = address(SYSTEM_CONFIG);
        payload.text = key;
        payload.value = value;
        return propose(payload, blockNumberInterval);
    }

    function createSetConsensusWeightProposal(
        string memory node,
        uint32 weight,
        bool addFlag,
        uint256 blockNumberInterval
    ) public onlyGovernor returns (uint256 currentproposalId) {
        require(bytes(node).length > 1, "invalid node.");
        Payload memory payload;
        payload.proposalType = SET_NODE_WEIGHT;
        payload.target = address(CONSENSUS);
        payload.text = node;
        payload.weight = weight;
        payload.flag = addFlag;
        return propose(payload, blockNumberInterval);
    }

    function createRmNodeProposal(string memory node, uint256 blockNumberInterval)
        public
        onlyGovernor
        returns (uint256 currentproposalId)
    {
        require(bytes(node).length > 1, "invalid node.");
        Payload memory payload;
        payload.proposalType = REMOVE_NODE;
        payload.target = address(CONSENSUS);
        payload.text = node;
        return propose(payload, blockNumberInterval);
    }

    function voteProposal(uint256 proposalId, bool agree) public onlyGovernor {
        if (_proposalMgr.vote(proposalId, agree, msg.sender) == PASSED) {
            carryOut(payloads[proposalId]);
        }
    }

    function revokeProposal(uint256 proposalId) public onlyGovernor {
        _proposalMgr.revoke(proposalId, msg.sender);
    }

    /// The proposer's own vote may be enough.
    function propose(Payload memory payload, uint256 blockNumberInterval) private returns (uint256 proposalId) {
        proposalId = _proposalMgr.create(msg.sender, payload.proposalType, payload.target, blockNumberInterval);
        payloads[proposalId] = payload;
        if (_proposalMgr.getProposalStatus(proposalId) == PASSED) {
            carryOut(payload);
        }
    }

    function carryOut(Payload memory payload) private {
        emit execResult(run(payload));
    }

    function run(Payload memory payload) private returns (int256) {
        uint8 kind = payload.proposalType;
        if (kind == SET_WEIGHT) {
            require(payload.weight > 0 || payload.target != msg.sender, "You can not remove yourself!");
            _committee.setWeight(payload.target, payload.weight);
            return 0;
        }
        if (kind == SET_RATE) {
            _committee.setRate(payload.first, payload.second);
            return 0;
        }
        if (kind == UPGRADE_VOTE_COMPUTER) {
            _proposalMgr.setVoteComputer(payload.account);
            return 0;
        }
        if (kind == SET_DEPLOY_AUTH_TYPE) return CONTRACT_AUTH.setDeployAuthType(payload.first);
        if (kind == MODIFY_DEPLOY_AUTH) {
            return payload.flag
                ? CONTRACT_AUTH.openDeployAuth(payload.target)
                : CONTRACT_AUTH.closeDeployAuth(payload.target);
        }
        if (kind == RESET_ADMIN) return CONTRACT_AUTH.resetAdmin(payload.target, payload.account);
        if (kind == SET_CONFIG) return SYSTEM_CONFIG.setValueByKey(payload.text, payload.value);
        if (kind == REMOVE_NODE) return CONSENSUS.remove(payload.text);
        require(kind == SET_NODE_WEIGHT, "vote type error.");
        if (!payload.flag) return CONSENSUS.setWeight(payload.text, payload.weight);
        return payload.weight == 0
            ? CONSENSUS.addObserver(payload.text)
            : CONSENSUS.addSealer(payload.text, payload.weight);
    }
}
