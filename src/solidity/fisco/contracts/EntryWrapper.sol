// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.6.0;
pragma experimental ABIEncoderV2;

import "fisco/Entry.sol";
import "fisco/Cast.sol";

/// Holds a row and reads and writes its fields as values of other types.
contract EntryWrapper {
    Cast constant cast = Cast(address(0x100f));
    Entry entry;

    constructor(Entry memory _entry) public {
        entry = _entry;
    }

    function setEntry(Entry memory _entry) public {
        entry = _entry;
    }

    function getEntry() public view returns (Entry memory) {
        return entry;
    }

    function setKey(string memory value) public {
        entry.key = value;
    }

    function getKey() public view returns (string memory) {
        return entry.key;
    }

    function fieldSize() public view returns (uint256) {
        return entry.fields.length;
    }

    function getInt(uint256 index) public view returns (int256) {
        require(index < entry.fields.length, "no such field");
        return cast.stringToS256(entry.fields[index]);
    }

    function getUInt(uint256 index) public view returns (uint256) {
        require(index < entry.fields.length, "no such field");
        return cast.stringToU256(entry.fields[index]);
    }

    function getAddress(uint256 index) public view returns (address) {
        require(index < entry.fields.length, "no such field");
        return cast.stringToAddr(entry.fields[index]);
    }

    function getBytes32(uint256 index) public view returns (bytes32) {
        require(index < entry.fields.length, "no such field");
        return cast.stringToBytes32(entry.fields[index]);
    }

    function getBytes64(uint256 index) public view returns (bytes1[64] memory) {
        require(index < entry.fields.length, "no such field");
        return toBytes64(bytes(entry.fields[index]));
    }

    function getString(uint256 index) public view returns (string memory) {
        require(index < entry.fields.length, "no such field");
        return entry.fields[index];
    }

    function set(uint256 index, int256 value) public returns (int32) {
        require(index < entry.fields.length, "no such field");
        entry.fields[index] = cast.s256ToString(value);
        return 0;
    }

    function set(uint256 index, uint256 value) public returns (int32) {
        require(index < entry.fields.length, "no such field");
        entry.fields[index] = cast.u256ToString(value);
        return 0;
    }

    function set(uint256 index, address value) public returns (int32) {
        require(index < entry.fields.length, "no such field");
        entry.fields[index] = cast.addrToString(value);
        return 0;
    }

    function set(uint256 index, bytes32 value) public returns (int32) {
        require(index < entry.fields.length, "no such field");
        entry.fields[index] = cast.bytes32ToString(value);
        return 0;
    }

    function set(uint256 index, bytes1[64] memory value) public returns (int32) {
        require(index < entry.fields.length, "no such field");
        entry.fields[index] = string(fromBytes64(value));
        return 0;
    }

    function set(uint256 index, string memory value) public returns (int32) {
        require(index < entry.fields.length, "no such field");
        entry.fields[index] = value;
        return 0;
    }

    function toBytes64(bytes memory from) private pure returns (bytes1[64] memory to) {
        for (uint256 i = 0; i < 64; i++) to[i] = from[i];
    }

    function fromBytes64(bytes1[64] memory from) private pure returns (bytes memory to) {
        to = new bytes(64);
        for (uint256 i = 0; i < 64; i++) to[i] = from[i];
    }
}
