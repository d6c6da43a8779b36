// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

/// @title A register that only some may write to
/// @notice Roles are the contract's own here. Chains with permission management can also deny single functions of a contract to accounts,
/// from outside and without a change of the code.
contract RoleRegistry {
    enum Role {
        None,
        Writer,
        Admin
    }

    struct Record {
        string content;
        address author;
        /// On FISCO BCOS time counts milliseconds, not seconds.
        uint256 time;
    }

    event RoleChanged(address indexed account, Role role, address indexed by);
    event Recorded(uint256 indexed id, address indexed author, string content);

    error Needs(Role needed, Role has);
    error LastAdmin();
    error NoSuchRecord(uint256 id);

    mapping(address => Role) public roles;
    uint256 public adminCount;
    Record[] private records;

    modifier atLeast(Role needed) {
        if (roles[msg.sender] < needed) revert Needs(needed, roles[msg.sender]);
        _;
    }

    /// @notice Whoever deploys the contract is its first admin.
    constructor() {
        roles[msg.sender] = Role.Admin;
        adminCount = 1;
        emit RoleChanged(msg.sender, Role.Admin, msg.sender);
    }

    /// @notice Gives an account a role, or takes it by None.
    function setRole(address account, Role role) external atLeast(Role.Admin) {
        if (roles[account] == Role.Admin && role != Role.Admin) {
            if (adminCount == 1) revert LastAdmin();
            adminCount--;
        } else if (roles[account] != Role.Admin && role == Role.Admin) {
            adminCount++;
        }
        roles[account] = role;
        emit RoleChanged(account, role, msg.sender);
    }

    /// @notice Adds a record that nobody can change any more.
    /// @return id its number
    function add(string calldata content) external atLeast(Role.Writer) returns (uint256 id) {
        id = records.length;
        records.push(Record(content, msg.sender, block.timestamp));
        emit Recorded(id, msg.sender, content);
    }

    function count() external view returns (uint256) {
        return records.length;
    }

    function get(uint256 id) external view returns (Record memory) {
        if (id >= records.length) revert NoSuchRecord(id);
        return records[id];
    }
}
