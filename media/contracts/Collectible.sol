// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// From npm: npm install @openzeppelin/contracts
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721URIStorage} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721URIStorage.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

/// @title Pieces of which each is the only one (ERC-721)
/// @notice The owner of the contract makes pieces; each has a number and the address of its description.
contract Collectible is ERC721URIStorage, Ownable {
    /// @notice How many pieces were made.
    uint256 public made;

    constructor(string memory name, string memory symbol) ERC721(name, symbol) Ownable(msg.sender) {}

    /// @notice Makes a piece.
    /// @param uri where its description is
    /// @return id its number
    function make(address to, string calldata uri) external onlyOwner returns (uint256 id) {
        id = made++;
        // A contract that receives it has to say that it can: _safeMint asks.
        _safeMint(to, id);
        _setTokenURI(id, uri);
    }
}
