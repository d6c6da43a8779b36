// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.6.0;
pragma experimental ABIEncoderV2;

import "fisco/Entry.sol";

/// How keys are ordered: as texts, or as numbers, which every key must be then.
enum KeyOrder {Lexicographic, Numerical}

/// Columns of a table, for data versions from 3.2 on.
struct TableInfo {
    KeyOrder keyOrder;
    string keyColumn;
    string[] valueColumns;
}

/// How a column is compared.
enum ConditionOP {GT, GE, LT, LE, EQ, NE, STARTS_WITH, ENDS_WITH, CONTAINS}

/// A condition on a column of a row.
struct Condition {
    ConditionOP op;
    string field;
    string value;
}

/// A column with its new value, for update.
struct UpdateField {
    string columnName;
    string value;
}

/// A page of rows: how many are left out, then how many are taken, 500 at most.
struct Limit {
    uint32 offset;
    uint32 count;
}

/// Makes and opens tables, at 0x1002.
abstract contract TableManager {
    /// 0, or an error code such as -50001 when the table is there already.
    function createTable(string memory path, TableInfo memory tableInfo) public virtual returns (int32);

    function createKVTable(string memory tableName, string memory keyField, string memory valueField)
        public
        virtual
        returns (int32);

    /// The address of a table; 0 when there is none. For contracts only.
    function openTable(string memory path) public view virtual returns (address);

    /// Adds columns, which are empty in the rows that are there.
    function appendColumns(string memory path, string[] memory newColumns) public virtual returns (int32);

    /// Key column and value columns of a table.
    function descWithKeyOrder(string memory tableName) public view virtual returns (TableInfo memory);
}

/// A table, at the address that TableManager.openTable gives. Numbers below zero are error codes of the chain.
abstract contract Table {
    /// The row of a key; empty fields when there is none.
    function select(string memory key) public view virtual returns (Entry memory);

    /// Rows that meet every condition; all rows without any.
    function select(Condition[] memory conditions, Limit memory limit) public view virtual returns (Entry[] memory);

    /// How many rows meet every condition.
    function count(Condition[] memory conditions) public view virtual returns (uint32);

    /// Adds a row; gives how many were added.
    function insert(Entry memory entry) public virtual returns (int32);

    /// Changes columns of one row; gives how many rows changed.
    function update(string memory key, UpdateField[] memory updateFields) public virtual returns (int32);

    /// Changes columns of the rows that meet every condition.
    function update(Condition[] memory conditions, Limit memory limit, UpdateField[] memory updateFields)
        public
        virtual
        returns (int32);

    /// Removes one row; gives how many were removed.
    function remove(string memory key) public virtual returns (int32);

    /// Removes the rows that meet every condition.
    function remove(Condition[] memory conditions, Limit memory limit) public virtual returns (int32);
}

/// A table of one key and one value a row, at the address that TableManager.openTable gives.
abstract contract KVTable {
    /// Whether the key is there, and its value.
    function get(string memory key) public view virtual returns (bool, string memory);

    /// Writes the value; gives how many rows changed.
    function set(string memory key, string memory value) public virtual returns (int32);
}
