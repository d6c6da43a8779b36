// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import "./Owned.sol";

/// The governors with their weights, and the two rates that a vote has to reach.
contract Committee is Owned {
    uint8 public _participatesRate;
    uint8 public _winRate;

    address[] private members;
    mapping(address => uint32) private weightOf;
    /// Place in the list, counted from 1; 0 is no member.
    mapping(address => uint256) private placeOf;

    constructor(address[] memory governorList, uint32[] memory weightList, uint8 participatesRate, uint8 winRate)
        Owned(msg.sender)
    {
        for (uint256 i = 0; i < governorList.length; i++) {
            admit(governorList[i], weightList[i]);
        }
        _participatesRate = participatesRate;
        _winRate = winRate;
    }

    function admit(address governor, uint32 weight) private {
        if (placeOf[governor] == 0) {
            require(governor != address(0), "LibAddressSet: value can't be 0x0");
            members.push(governor);
            placeOf[governor] = members.length;
        }
        weightOf[governor] = weight;
    }

    /// The last member takes the place that becomes free.
    function dismiss(address governor) private {
        uint256 place = placeOf[governor];
        require(place != 0, "LibAddressSet: value doesn't exist.");
        address last = members[members.length - 1];
        members[place - 1] = last;
        placeOf[last] = place;
        members.pop();
        delete placeOf[governor];
        delete weightOf[governor];
    }

    function setWeight(address governor, uint32 weight) public onlyOwner {
        if (weight > 0) {
            admit(governor, weight);
        } else {
            require(governor != tx.origin, "You can not remove yourself!");
            dismiss(governor);
        }
    }

    function setRate(uint8 participatesRate, uint8 winRate) public onlyOwner {
        _participatesRate = participatesRate;
        _winRate = winRate;
    }

    function isGovernor(address governor) public view returns (bool) {
        return placeOf[governor] != 0;
    }

    function getWeight(address governor) public view returns (uint32) {
        return weightOf[governor];
    }

    function getWeights() public view returns (uint32) {
        return getWeights(members);
    }

    function getWeights(address[] memory votes) public view returns (uint32) {
        uint32 total = 0;
        for (uint256 i = 0; i < votes.length; i++) {
            total += weightOf[votes[i]];
        }
        return total;
    }

    function getCommitteeInfo()
        public
        view
        returns (uint8 participatesRate, uint8 winRate, address[] memory governors, uint32[] memory weights)
    {
        governors = members;
        weights = new uint32[](governors.length);
        for (uint256 i = 0; i < governors.length; i++) {
            weights[i] = weightOf[governors[i]];
        }
        return (_participatesRate, _winRate, governors, weights);
    }
}
