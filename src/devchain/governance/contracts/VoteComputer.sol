// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import "./Committee.sol";
import "./Owned.sol";

/// Decides what the votes on a proposal make of it: 1 still open, 2 passed, 3 denied.
contract VoteComputer is Owned {
    Committee public _committee;

    uint8 private constant OPEN = 1;
    uint8 private constant PASSED = 2;
    uint8 private constant DENIED = 3;

    constructor(address committeeMgrAddress, address committeeAddress) Owned(committeeMgrAddress) {
        _committee = Committee(committeeAddress);
        require(_committee.getWeights() >= 1, "committee is error, please check address!");
    }

    /// Weights count as they are at this moment, not as they were when a vote was cast.
    function determineVoteResult(address[] memory agreeVoters, address[] memory againstVoters)
        public
        view
        returns (uint8)
    {
        uint32 agreeVotes = _committee.getWeights(agreeVoters);
        uint32 doneVotes = agreeVotes + _committee.getWeights(againstVoters);
        return voteResultCalc(
            agreeVotes,
            doneVotes,
            _committee.getWeights(),
            _committee._participatesRate(),
            _committee._winRate()
        );
    }

    function voteResultCalc(
        uint32 agreeVotes,
        uint32 doneVotes,
        uint32 allVotes,
        uint8 participatesRate,
        uint8 winRate
    ) public pure returns (uint8) {
        if (doneVotes * 100 < allVotes * participatesRate) return OPEN;
        return agreeVotes * 100 >= winRate * doneVotes ? PASSED : DENIED;
    }
}
