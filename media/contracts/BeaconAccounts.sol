// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.22;

// From npm: npm install @openzeppelin/contracts
import {BeaconProxy} from "@openzeppelin/contracts/proxy/beacon/BeaconProxy.sol";
import {UpgradeableBeacon} from "@openzeppelin/contracts/proxy/beacon/UpgradeableBeacon.sol";
import {Initializable} from "@openzeppelin/contracts/proxy/utils/Initializable.sol";

/// @title What an account of BeaconAccounts runs
/// @notice Points that its holder collects. All accounts run the same code, which the beacon names.
contract PointsAccount is Initializable {
    address public holder;
    address public bank;
    uint256 public points;

    event Added(address indexed holder, uint256 amount);

    error NotTheBank(address caller);

    constructor() {
        _disableInitializers();
    }

    /// @notice Takes the place of a constructor, once for each account.
    function initialize(address holder_, address bank_) external initializer {
        holder = holder_;
        bank = bank_;
    }

    function add(uint256 amount) external {
        if (msg.sender != bank) revert NotTheBank(msg.sender);
        points += amount;
        emit Added(holder, amount);
    }
}

/// @title Accounts that are upgraded all at once (beacon)
/// @notice Makes a proxy for each holder. Whoever deploys it owns the beacon, and by upgradeTo of that gives all accounts newer code.
contract BeaconAccounts {
    UpgradeableBeacon public immutable beacon;
    address public immutable owner;
    mapping(address holder => address) public accountOf;
    uint256 public count;

    event Opened(address indexed holder, address account);

    error NotTheOwner(address caller);
    error HasAnAccount(address holder);
    error HasNoAccount(address holder);

    constructor() {
        owner = msg.sender;
        beacon = new UpgradeableBeacon(address(new PointsAccount()), msg.sender);
    }

    /// @notice Opens the account of the caller.
    function open() external returns (address account) {
        if (accountOf[msg.sender] != address(0)) revert HasAnAccount(msg.sender);
        bytes memory data = abi.encodeCall(PointsAccount.initialize, (msg.sender, address(this)));
        account = address(new BeaconProxy(address(beacon), data));
        accountOf[msg.sender] = account;
        count++;
        emit Opened(msg.sender, account);
    }

    /// @notice Gives points to a holder.
    function reward(address holder, uint256 amount) external {
        if (msg.sender != owner) revert NotTheOwner(msg.sender);
        address account = accountOf[holder];
        if (account == address(0)) revert HasNoAccount(holder);
        PointsAccount(account).add(amount);
    }
}
