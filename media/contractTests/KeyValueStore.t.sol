// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import "fisco/Test.sol";
import {KeyValueStore} from "../src/KeyValueStore.sol";

contract KeyValueStoreTest is Test {
    KeyValueStore private store;

    function setUp() public {
        store = new KeyValueStore();
    }

    function test_ReadsWhatWasWritten() public {
        store.write("color", "green");
        store.write("color", "blue");
        (bool exists, string memory value) = store.read("color");
        assertTrue(exists);
        assertEq(value, "blue");
    }

    function test_KnowsWhatIsNotThere() public view {
        (bool exists, ) = store.read("nothing");
        assertFalse(exists);
    }
}
