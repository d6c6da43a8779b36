// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

import "fisco/Table.sol";
import "fisco/Cast.sol";

/// @title Accounts with balances, kept in a table of the chain
/// @notice A table can be read and searched from outside (Chainside shows it under Tables), and all contracts that are allowed to may share it.
contract TableAsset {
    // Built-in contracts have fixed addresses, on every chain of FISCO BCOS.
    TableManager private constant tables = TableManager(address(0x1002));
    Cast private constant cast = Cast(address(0x100f));
    string private constant tableName = "t_asset";
    /// The chain's code for a table that is there already.
    int32 private constant tableExists = -50001;

    event Registered(string account, uint256 amount);
    event Transferred(string from, string to, uint256 amount);

    error TableFailed(int32 code);
    error AccountExists(string account);
    error NoSuchAccount(string account);
    error NotEnough(string account, uint256 balance, uint256 wanted);

    constructor() {
        string[] memory columns = new string[](1);
        columns[0] = "balance";
        // Since 3.2 the order of keys is part of the table: Lexicographic sorts them as texts, Numerical as numbers.
        int32 code = tables.createTable(tableName, TableInfo(KeyOrder.Lexicographic, "account", columns));
        if (code != 0 && code != tableExists) revert TableFailed(code);
    }

    /// @notice The balance of an account, and whether there is such an account.
    function balanceOf(string memory account) public view returns (bool exists, uint256 balance) {
        Entry memory row = table().select(account);
        // A key that is not there gives a row without fields.
        if (row.fields.length == 0) return (false, 0);
        return (true, cast.stringToU256(row.fields[0]));
    }

    /// @notice Opens an account with an amount.
    function register(string memory account, uint256 amount) external {
        (bool exists, ) = balanceOf(account);
        if (exists) revert AccountExists(account);
        string[] memory fields = new string[](1);
        // Fields of tables are texts; Cast turns them into numbers and back.
        fields[0] = cast.u256ToString(amount);
        expectOneRow(table().insert(Entry(account, fields)));
        emit Registered(account, amount);
    }

    /// @notice Moves an amount from one account to another.
    function transfer(string memory from, string memory to, uint256 amount) external {
        (bool isFrom, uint256 balance) = balanceOf(from);
        (bool isTo, uint256 other) = balanceOf(to);
        if (!isFrom) revert NoSuchAccount(from);
        if (!isTo) revert NoSuchAccount(to);
        if (balance < amount) revert NotEnough(from, balance, amount);
        store(from, balance - amount);
        // Asked again: both may be the same account.
        (, other) = balanceOf(to);
        store(to, other + amount);
        emit Transferred(from, to, amount);
    }

    function store(string memory account, uint256 balance) private {
        UpdateField[] memory change = new UpdateField[](1);
        change[0] = UpdateField("balance", cast.u256ToString(balance));
        expectOneRow(table().update(account, change));
    }

    /// Built-in contracts answer with codes below zero where others would revert: whoever ignores them believes in what did not happen.
    function expectOneRow(int32 rows) private pure {
        if (rows != 1) revert TableFailed(rows);
    }

    function table() private view returns (Table) {
        return Table(tables.openTable(tableName));
    }
}
