// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

import "fisco/Table.sol";

/// @title Texts by key, in a key-value table of the chain
/// @notice Cheaper than a table with columns where one value a key is enough.
contract KeyValueStore {
    TableManager private constant tables = TableManager(address(0x1002));
    string private constant tableName = "t_notes";
    int32 private constant tableExists = -50001;

    /// @notice A value was written.
    event Written(string key, string value, address indexed by);

    error TableFailed(int32 code);

    constructor() {
        int32 code = tables.createKVTable(tableName, "key", "value");
        if (code != 0 && code != tableExists) revert TableFailed(code);
    }

    /// @notice The value of a key; empty where nothing was written.
    function read(string memory key) external view returns (bool exists, string memory value) {
        return store().get(key);
    }

    /// @notice Writes the value of a key, whether or not it has one.
    function write(string memory key, string memory value) external {
        int32 rows = store().set(key, value);
        if (rows != 1) revert TableFailed(rows);
        emit Written(key, value, msg.sender);
    }

    function store() private view returns (KVTable) {
        return KVTable(tables.openTable(tableName));
    }
}
