// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.22;

// From npm: npm install @openzeppelin/contracts
import {Initializable} from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import {UUPSUpgradeable} from "@openzeppelin/contracts/proxy/utils/UUPSUpgradeable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @title An escrow behind a proxy (UUPS)
/// @notice Keeps pieces of a token for a deal of two, until the payer releases them, the payee gives them back, or the arbiter decides.
/// @dev Later versions keep these variables as they are, and add theirs behind them.
contract Escrow is Initializable, UUPSUpgradeable {
    using SafeERC20 for IERC20;

    enum State {
        None,
        Funded,
        Released,
        Refunded
    }

    struct Deal {
        address payer;
        address payee;
        uint256 amount;
        State state;
    }

    IERC20 public token;
    address public arbiter;
    uint256 public count;
    mapping(uint256 id => Deal) public deals;

    event Funded(uint256 indexed id, address indexed payer, address indexed payee, uint256 amount);
    event Settled(uint256 indexed id, address indexed to, State state);

    error NotAllowed(address caller);
    error NotFunded(uint256 id);
    error NoReceiver();

    /// @dev The code itself is never used: only proxies of it are initialized.
    constructor() {
        _disableInitializers();
    }

    /// @notice Takes the place of a constructor, once for each proxy.
    function initialize(IERC20 token_, address arbiter_) external initializer {
        if (arbiter_ == address(0)) revert NoReceiver();
        token = token_;
        arbiter = arbiter_;
    }

    /// @notice Puts pieces of the caller into a new deal; the caller approved them before.
    function fund(address payee, uint256 amount) external returns (uint256 id) {
        if (payee == address(0)) revert NoReceiver();
        id = ++count;
        deals[id] = Deal({payer: msg.sender, payee: payee, amount: amount, state: State.Funded});
        emit Funded(id, msg.sender, payee, amount);
        token.safeTransferFrom(msg.sender, address(this), amount);
    }

    /// @notice Pays the payee: by the payer or the arbiter.
    function release(uint256 id) external {
        Deal storage deal = deals[id];
        if (msg.sender != deal.payer && msg.sender != arbiter) revert NotAllowed(msg.sender);
        _settle(id, deal, deal.payee, State.Released);
    }

    /// @notice Gives it back to the payer: by the payee or the arbiter.
    function refund(uint256 id) external {
        Deal storage deal = deals[id];
        if (msg.sender != deal.payee && msg.sender != arbiter) revert NotAllowed(msg.sender);
        _settle(id, deal, deal.payer, State.Refunded);
    }

    function _settle(uint256 id, Deal storage deal, address to, State state) private {
        if (deal.state != State.Funded) revert NotFunded(id);
        deal.state = state;
        emit Settled(id, to, state);
        token.safeTransfer(to, deal.amount);
    }

    /// @dev Who may point the proxy to other code.
    function _authorizeUpgrade(address) internal view override {
        if (msg.sender != arbiter) revert NotAllowed(msg.sender);
    }
}
