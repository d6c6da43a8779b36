// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.4.24;

/// Hashes and signatures of the other algorithms, at 0x100a.
abstract contract Crypto {
    function sm3(bytes memory data) public view virtual returns (bytes32);

    function keccak256Hash(bytes memory data) public view virtual returns (bytes32);

    /// Whether the key made the signature, and the key's address.
    function sm2Verify(bytes32 message, bytes memory publicKey, bytes32 r, bytes32 s)
        public
        view
        virtual
        returns (bool, address);

    /// Whether the proof is right, and the random number that it proves.
    function curve25519VRFVerify(bytes memory message, bytes memory publicKey, bytes memory proof)
        public
        view
        virtual
        returns (bool, uint256);
}
