// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.4.24;

/// Signatures that show membership of a group and no more, at 0x5004.
abstract contract GroupSig {
    function groupSigVerify(
        string memory signature,
        string memory message,
        string memory gpkInfo,
        string memory paramInfo
    ) public view virtual returns (int32, bool);
}
