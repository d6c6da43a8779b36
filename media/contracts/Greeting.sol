// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

/// @title A greeting that anyone may change
/// @notice The smallest useful contract: one value, one event, one refusal with a reason.
contract Greeting {
    /// @notice Who changed the greeting, and to what. Clients listen for it instead of asking again and again.
    event Changed(address indexed by, string greeting);

    /// @notice A greeting says something.
    error Empty();

    string private greeting;

    constructor() {
        greeting = "Hello, World!";
    }

    /// @notice The greeting as it is now. Reading costs nothing and leaves no transaction.
    function get() external view returns (string memory) {
        return greeting;
    }

    /// @notice Changes the greeting for everyone.
    /// @param newGreeting what to say from now on
    function set(string calldata newGreeting) external {
        if (bytes(newGreeting).length == 0) revert Empty();
        greeting = newGreeting;
        emit Changed(msg.sender, newGreeting);
    }
}
