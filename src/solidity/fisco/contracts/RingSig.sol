// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.4.24;

/// Signatures by one of several keys, at 0x5005.
abstract contract RingSig {
    function ringSigVerify(string memory signature, string memory message, string memory paramInfo)
        public
        view
        virtual
        returns (int32, bool);
}
