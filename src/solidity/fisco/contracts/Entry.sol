// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.6.0;
pragma experimental ABIEncoderV2;

/// A row of a table: its key, and the other columns in the order of the table.
struct Entry {
    string key;
    string[] fields;
}
