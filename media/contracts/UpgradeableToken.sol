// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.22;

// From npm: npm install @openzeppelin/contracts
import {Initializable} from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import {UUPSUpgradeable} from "@openzeppelin/contracts/proxy/utils/UUPSUpgradeable.sol";

/// @title A token behind a proxy (UUPS)
/// @notice Deploy it as a proxy, and initialize it in the same transaction. Its owner makes pieces, and points the proxy to newer code.
/// @dev Later versions keep these variables as they are, and add theirs behind them.
contract UpgradeableToken is Initializable, UUPSUpgradeable {
    address public owner;
    string public name;
    string public symbol;
    uint256 public totalSupply;
    mapping(address account => uint256) public balanceOf;
    mapping(address account => mapping(address spender => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    error NotTheOwner(address caller);
    error NotEnough(uint256 has, uint256 needs);
    error NoReceiver();

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotTheOwner(msg.sender);
        _;
    }

    /// @dev The code itself is never used: only proxies of it are initialized.
    constructor() {
        _disableInitializers();
    }

    /// @notice Takes the place of a constructor, once for each proxy.
    function initialize(address firstOwner, string calldata name_, string calldata symbol_) external initializer {
        if (firstOwner == address(0)) revert NoReceiver();
        owner = firstOwner;
        name = name_;
        symbol = symbol_;
    }

    function decimals() external pure returns (uint8) {
        return 18;
    }

    /// @notice Makes new pieces for an account.
    function mint(address to, uint256 amount) external onlyOwner {
        if (to == address(0)) revert NoReceiver();
        totalSupply += amount;
        balanceOf[to] += amount;
        emit Transfer(address(0), to, amount);
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        _move(msg.sender, to, amount);
        return true;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed < amount) revert NotEnough(allowed, amount);
        allowance[from][msg.sender] = allowed - amount;
        _move(from, to, amount);
        return true;
    }

    function _move(address from, address to, uint256 amount) private {
        if (to == address(0)) revert NoReceiver();
        uint256 balance = balanceOf[from];
        if (balance < amount) revert NotEnough(balance, amount);
        balanceOf[from] = balance - amount;
        balanceOf[to] += amount;
        emit Transfer(from, to, amount);
    }

    /// @dev Who may point the proxy to other code.
    function _authorizeUpgrade(address) internal override onlyOwner {}
}
