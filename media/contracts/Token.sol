// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// From npm: npm install @openzeppelin/contracts
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

/// @title A token of equal pieces (ERC-20)
/// @notice Whoever deploys it owns it, gets the first pieces, and may make more.
contract Token is ERC20, Ownable {
    constructor(string memory name, string memory symbol, uint256 firstSupply)
        ERC20(name, symbol)
        Ownable(msg.sender)
    {
        _mint(msg.sender, firstSupply);
    }

    /// @notice Makes new pieces for an account.
    function mint(address to, uint256 amount) external onlyOwner {
        _mint(to, amount);
    }

    /// @notice Destroys pieces of the caller.
    function burn(uint256 amount) external {
        _burn(msg.sender, amount);
    }
}
