// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import "./Owned.sol";
import "./VoteComputer.sol";

/// Keeps the proposals and the votes on them. What a proposal would do is the committee manager's matter.
contract ProposalManager is Owned {
    struct ProposalInfo {
        /// What the proposal is about: an account, a contract, a part of the node.
        address resourceId;
        address proposer;
        uint8 proposalType;
        /// Last block in which it counts.
        uint256 blockNumberInterval;
        /// 0 none, 1 open, 2 passed, 3 denied, 4 revoked, 5 out of date.
        uint8 status;
        address[] agreeVoters;
        address[] againstVoters;
    }

    uint8 private constant OPEN = 1;
    uint8 private constant REVOKED = 4;
    uint8 private constant OUTDATED = 5;

    VoteComputer public _voteComputer;
    uint256 public _proposalCount;
    mapping(uint256 => ProposalInfo) public _proposals;
    /// The newest proposal of a type about a resource.
    mapping(uint8 => mapping(address => uint256)) public _proposalIndex;

    constructor(address committeeMgrAddress, address committeeAddress) Owned(committeeMgrAddress) {
        _voteComputer = new VoteComputer(committeeMgrAddress, committeeAddress);
    }

    modifier known(uint256 proposalId) {
        require(proposalId != 0 && proposalId <= _proposalCount, "Proposal not exist");
        _;
    }

    function setVoteComputer(address addr) public onlyOwner {
        _voteComputer = VoteComputer(addr);
    }

    /// One proposal of a type about a resource at a time. The proposer agrees with it.
    function create(address proposer, uint8 proposalType, address resourceId, uint256 blockNumberInterval)
        public
        onlyOwner
        returns (uint256)
    {
        uint256 earlier = _proposalIndex[proposalType][resourceId];
        if (earlier != 0) {
            require(refreshProposalStatus(earlier) != OPEN, "Current proposal not end");
        }
        uint256 proposalId = ++_proposalCount;
        _proposalIndex[proposalType][resourceId] = proposalId;
        ProposalInfo storage proposal = _proposals[proposalId];
        proposal.resourceId = resourceId;
        proposal.proposer = proposer;
        proposal.proposalType = proposalType;
        proposal.blockNumberInterval = block.number + blockNumberInterval;
        proposal.status = OPEN;
        castVote(proposal, true, proposer);
        return proposalId;
    }

    function castVote(ProposalInfo storage proposal, bool agree, address voter) private {
        if (agree) {
            proposal.agreeVoters.push(voter);
        } else {
            proposal.againstVoters.push(voter);
        }
        proposal.status = _voteComputer.determineVoteResult(proposal.agreeVoters, proposal.againstVoters);
    }

    function hasVoted(ProposalInfo storage proposal, address voter) private view returns (bool) {
        return contains(proposal.agreeVoters, voter) || contains(proposal.againstVoters, voter);
    }

    function contains(address[] storage voters, address voter) private view returns (bool) {
        for (uint256 i = 0; i < voters.length; i++) {
            if (voters[i] == voter) return true;
        }
        return false;
    }

    /// A proposal that nobody looked at since its last block can still be voted on.
    function vote(uint256 proposalId, bool agree, address voterAddress)
        public
        onlyOwner
        known(proposalId)
        returns (uint8)
    {
        ProposalInfo storage proposal = _proposals[proposalId];
        require(proposal.status == OPEN, "Proposal is not votable");
        require(!hasVoted(proposal, voterAddress), "Already voted");
        castVote(proposal, agree, voterAddress);
        return proposal.status;
    }

    function revoke(uint256 proposalId, address voterAddress) public onlyOwner known(proposalId) {
        require(refreshProposalStatus(proposalId) == OPEN, "Only newly created proposal can be revoked");
        ProposalInfo storage proposal = _proposals[proposalId];
        require(proposal.proposer == voterAddress, "Only proposer can revoke");
        proposal.status = REVOKED;
    }

    function refreshProposalStatus(uint256 proposalId) public known(proposalId) returns (uint8) {
        ProposalInfo storage proposal = _proposals[proposalId];
        if (proposal.status == OPEN && block.number > proposal.blockNumberInterval) {
            proposal.status = OUTDATED;
        }
        return proposal.status;
    }

    function getProposalStatus(uint256 proposalId) public view returns (uint8) {
        return _proposals[proposalId].status;
    }

    function getIdByTypeAndResourceId(uint8 proposalType, address resourceId) public view returns (uint256) {
        return _proposalIndex[proposalType][resourceId];
    }

    function getProposalInfo(uint256 proposalId)
        public
        view
        returns (
            address resourceId,
            address proposer,
            uint8 proposalType,
            uint256 blockNumberInterval,
            uint8 status,
            address[] memory agreeVoters,
            address[] memory againstVoters
        )
    {
        ProposalInfo storage proposal = _proposals[proposalId];
        return (
            proposal.resourceId,
            proposal.proposer,
            proposal.proposalType,
            proposal.blockNumberInterval,
            proposal.status,
            proposal.agreeVoters,
            proposal.againstVoters
        );
    }

    /// From one id to another, both included.
    function getProposalInfoList(uint256 from, uint256 to) public view returns (ProposalInfo[] memory) {
        require(from <= _proposalCount, "'from' is greater than 'proposalCount'");
        require(from <= to, "'from' is greater than 'to'");
        if (to > _proposalCount) to = _proposalCount;
        if (from < 1) from = 1;
        ProposalInfo[] memory list = new ProposalInfo[](to - from + 1);
        for (uint256 i = 0; i < list.length; i++) {
            list[i] = _proposals[from + i];
        }
        return list;
    }
}
