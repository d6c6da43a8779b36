// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.6.0;
pragma experimental ABIEncoderV2;

/// One entry of a folder: "directory", "link" or "contract".
struct BfsInfo {
    string file_name;
    string file_type;
    string[] ext;
}

/// The chain's own file system, at 0x100e.
abstract contract BFS {
    function list(string memory absolutePath) public view virtual returns (int32, BfsInfo[] memory);

    /// A page of a folder: how many entries are left beyond it, or an error code, and the entries.
    function list(string memory absolutePath, uint256 offset, uint256 limit)
        public
        view
        virtual
        returns (int256, BfsInfo[] memory);

    function mkdir(string memory absolutePath) public virtual returns (int32);

    /// Makes /apps/name/version point at a contract.
    function link(string memory name, string memory version, string memory contractAddress, string memory contractAbi)
        public
        virtual
        returns (int32);

    /// Makes a path below /apps point at a contract.
    function link(string memory path, string memory contractAddress, string memory contractAbi)
        public
        virtual
        returns (int256);

    function readlink(string memory absolutePath) public view virtual returns (address);

    function touch(string memory absolutePath, string memory fileType) public virtual returns (int32);
}

/// The name that older examples have for it.
abstract contract BfsPrecompiled is BFS {}
