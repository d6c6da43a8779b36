// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import "fisco/Test.sol";
import {Greeting} from "../src/Greeting.sol";

contract GreetingTest is Test {
    Greeting private greeting;

    function setUp() public {
        greeting = new Greeting();
    }

    function test_BeginsWithHello() public view {
        assertEq(greeting.get(), "Hello, World!");
    }

    function test_SetChangesItForEveryone() public {
        vm.expectEmit(true, false, false, true);
        emit Greeting.Changed(address(this), "Good morning");
        greeting.set("Good morning");
        assertEq(greeting.get(), "Good morning");
    }

    function test_RevertWhen_NothingIsSaid() public {
        vm.expectRevert(Greeting.Empty.selector);
        greeting.set("");
    }

    function testFuzz_KeepsWhatWasSet(string calldata text) public {
        vm.assume(bytes(text).length > 0);
        greeting.set(text);
        assertEq(greeting.get(), text);
    }
}
