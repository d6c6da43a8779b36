// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.6.2;
pragma experimental ABIEncoderV2;

/// Prints while a test runs: console.log("balance", balance).
library console {
    function _send(bytes memory payload) private view {
        address printer = 0x000000000000000000636F6e736F6c652e6c6f67;
        assembly {
            pop(staticcall(gas(), printer, add(payload, 32), mload(payload), 0, 0))
        }
    }

    function log(uint256 a) internal view { _send(abi.encodeWithSignature("log(uint256)", a)); }
    function log(string memory a) internal view { _send(abi.encodeWithSignature("log(string)", a)); }
    function log(bool a) internal view { _send(abi.encodeWithSignature("log(bool)", a)); }
    function log(address a) internal view { _send(abi.encodeWithSignature("log(address)", a)); }
    function log(uint256 a, uint256 b) internal view { _send(abi.encodeWithSignature("log(uint256,uint256)", a, b)); }
    function log(uint256 a, string memory b) internal view { _send(abi.encodeWithSignature("log(uint256,string)", a, b)); }
    function log(uint256 a, bool b) internal view { _send(abi.encodeWithSignature("log(uint256,bool)", a, b)); }
    function log(uint256 a, address b) internal view { _send(abi.encodeWithSignature("log(uint256,address)", a, b)); }
    function log(string memory a, uint256 b) internal view { _send(abi.encodeWithSignature("log(string,uint256)", a, b)); }
    function log(string memory a, string memory b) internal view { _send(abi.encodeWithSignature("log(string,string)", a, b)); }
    function log(string memory a, bool b) internal view { _send(abi.encodeWithSignature("log(string,bool)", a, b)); }
    function log(string memory a, address b) internal view { _send(abi.encodeWithSignature("log(string,address)", a, b)); }
    function log(bool a, uint256 b) internal view { _send(abi.encodeWithSignature("log(bool,uint256)", a, b)); }
    function log(bool a, string memory b) internal view { _send(abi.encodeWithSignature("log(bool,string)", a, b)); }
    function log(bool a, bool b) internal view { _send(abi.encodeWithSignature("log(bool,bool)", a, b)); }
    function log(bool a, address b) internal view { _send(abi.encodeWithSignature("log(bool,address)", a, b)); }
    function log(address a, uint256 b) internal view { _send(abi.encodeWithSignature("log(address,uint256)", a, b)); }
    function log(address a, string memory b) internal view { _send(abi.encodeWithSignature("log(address,string)", a, b)); }
    function log(address a, bool b) internal view { _send(abi.encodeWithSignature("log(address,bool)", a, b)); }
    function log(address a, address b) internal view { _send(abi.encodeWithSignature("log(address,address)", a, b)); }
    function log(uint256 a, uint256 b, uint256 c) internal view { _send(abi.encodeWithSignature("log(uint256,uint256,uint256)", a, b, c)); }
    function log(uint256 a, uint256 b, string memory c) internal view { _send(abi.encodeWithSignature("log(uint256,uint256,string)", a, b, c)); }
    function log(uint256 a, uint256 b, bool c) internal view { _send(abi.encodeWithSignature("log(uint256,uint256,bool)", a, b, c)); }
    function log(uint256 a, uint256 b, address c) internal view { _send(abi.encodeWithSignature("log(uint256,uint256,address)", a, b, c)); }
    function log(uint256 a, string memory b, uint256 c) internal view { _send(abi.encodeWithSignature("log(uint256,string,uint256)", a, b, c)); }
    function log(uint256 a, string memory b, string memory c) internal view { _send(abi.encodeWithSignature("log(uint256,string,string)", a, b, c)); }
    function log(uint256 a, string memory b, bool c) internal view { _send(abi.encodeWithSignature("log(uint256,string,bool)", a, b, c)); }
    function log(uint256 a, string memory b, address c) internal view { _send(abi.encodeWithSignature("log(uint256,string,address)", a, b, c)); }
    function log(uint256 a, bool b, uint256 c) internal view { _send(abi.encodeWithSignature("log(uint256,bool,uint256)", a, b, c)); }
    function log(uint256 a, bool b, string memory c) internal view { _send(abi.encodeWithSignature("log(uint256,bool,string)", a, b, c)); }
    function log(uint256 a, bool b, bool c) internal view { _send(abi.encodeWithSignature("log(uint256,bool,bool)", a, b, c)); }
    function log(uint256 a, bool b, address c) internal view { _send(abi.encodeWithSignature("log(uint256,bool,address)", a, b, c)); }
    function log(uint256 a, address b, uint256 c) internal view { _send(abi.encodeWithSignature("log(uint256,address,uint256)", a, b, c)); }
    function log(uint256 a, address b, string memory c) internal view { _send(abi.encodeWithSignature("log(uint256,address,string)", a, b, c)); }
    function log(uint256 a, address b, bool c) internal view { _send(abi.encodeWithSignature("log(uint256,address,bool)", a, b, c)); }
    function log(uint256 a, address b, address c) internal view { _send(abi.encodeWithSignature("log(uint256,address,address)", a, b, c)); }
    function log(string memory a, uint256 b, uint256 c) internal view { _send(abi.encodeWithSignature("log(string,uint256,uint256)", a, b, c)); }
    function log(string memory a, uint256 b, string memory c) internal view { _send(abi.encodeWithSignature("log(string,uint256,string)", a, b, c)); }
    function log(string memory a, uint256 b, bool c) internal view { _send(abi.encodeWithSignature("log(string,uint256,bool)", a, b, c)); }
    function log(string memory a, uint256 b, address c) internal view { _send(abi.encodeWithSignature("log(string,uint256,address)", a, b, c)); }
    function log(string memory a, string memory b, uint256 c) internal view { _send(abi.encodeWithSignature("log(string,string,uint256)", a, b, c)); }
    function log(string memory a, string memory b, string memory c) internal view { _send(abi.encodeWithSignature("log(string,string,string)", a, b, c)); }
    function log(string memory a, string memory b, bool c) internal view { _send(abi.encodeWithSignature("log(string,string,bool)", a, b, c)); }
    function log(string memory a, string memory b, address c) internal view { _send(abi.encodeWithSignature("log(string,string,address)", a, b, c)); }
    function log(string memory a, bool b, uint256 c) internal view { _send(abi.encodeWithSignature("log(string,bool,uint256)", a, b, c)); }
    function log(string memory a, bool b, string memory c) internal view { _send(abi.encodeWithSignature("log(string,bool,string)", a, b, c)); }
    function log(string memory a, bool b, bool c) internal view { _send(abi.encodeWithSignature("log(string,bool,bool)", a, b, c)); }
    function log(string memory a, bool b, address c) internal view { _send(abi.encodeWithSignature("log(string,bool,address)", a, b, c)); }
    function log(string memory a, address b, uint256 c) internal view { _send(abi.encodeWithSignature("log(string,address,uint256)", a, b, c)); }
    function log(string memory a, address b, string memory c) internal view { _send(abi.encodeWithSignature("log(string,address,string)", a, b, c)); }
    function log(string memory a, address b, bool c) internal view { _send(abi.encodeWithSignature("log(string,address,bool)", a, b, c)); }
    function log(string memory a, address b, address c) internal view { _send(abi.encodeWithSignature("log(string,address,address)", a, b, c)); }
    function log(bool a, uint256 b, uint256 c) internal view { _send(abi.encodeWithSignature("log(bool,uint256,uint256)", a, b, c)); }
    function log(bool a, uint256 b, string memory c) internal view { _send(abi.encodeWithSignature("log(bool,uint256,string)", a, b, c)); }
    function log(bool a, uint256 b, bool c) internal view { _send(abi.encodeWithSignature("log(bool,uint256,bool)", a, b, c)); }
    function log(bool a, uint256 b, address c) internal view { _send(abi.encodeWithSignature("log(bool,uint256,address)", a, b, c)); }
    function log(bool a, string memory b, uint256 c) internal view { _send(abi.encodeWithSignature("log(bool,string,uint256)", a, b, c)); }
    function log(bool a, string memory b, string memory c) internal view { _send(abi.encodeWithSignature("log(bool,string,string)", a, b, c)); }
    function log(bool a, string memory b, bool c) internal view { _send(abi.encodeWithSignature("log(bool,string,bool)", a, b, c)); }
    function log(bool a, string memory b, address c) internal view { _send(abi.encodeWithSignature("log(bool,string,address)", a, b, c)); }
    function log(bool a, bool b, uint256 c) internal view { _send(abi.encodeWithSignature("log(bool,bool,uint256)", a, b, c)); }
    function log(bool a, bool b, string memory c) internal view { _send(abi.encodeWithSignature("log(bool,bool,string)", a, b, c)); }
    function log(bool a, bool b, bool c) internal view { _send(abi.encodeWithSignature("log(bool,bool,bool)", a, b, c)); }
    function log(bool a, bool b, address c) internal view { _send(abi.encodeWithSignature("log(bool,bool,address)", a, b, c)); }
    function log(bool a, address b, uint256 c) internal view { _send(abi.encodeWithSignature("log(bool,address,uint256)", a, b, c)); }
    function log(bool a, address b, string memory c) internal view { _send(abi.encodeWithSignature("log(bool,address,string)", a, b, c)); }
    function log(bool a, address b, bool c) internal view { _send(abi.encodeWithSignature("log(bool,address,bool)", a, b, c)); }
    function log(bool a, address b, address c) internal view { _send(abi.encodeWithSignature("log(bool,address,address)", a, b, c)); }
    function log(address a, uint256 b, uint256 c) internal view { _send(abi.encodeWithSignature("log(address,uint256,uint256)", a, b, c)); }
    function log(address a, uint256 b, string memory c) internal view { _send(abi.encodeWithSignature("log(address,uint256,string)", a, b, c)); }
    function log(address a, uint256 b, bool c) internal view { _send(abi.encodeWithSignature("log(address,uint256,bool)", a, b, c)); }
    function log(address a, uint256 b, address c) internal view { _send(abi.encodeWithSignature("log(address,uint256,address)", a, b, c)); }
    function log(address a, string memory b, uint256 c) internal view { _send(abi.encodeWithSignature("log(address,string,uint256)", a, b, c)); }
    function log(address a, string memory b, string memory c) internal view { _send(abi.encodeWithSignature("log(address,string,string)", a, b, c)); }
    function log(address a, string memory b, bool c) internal view { _send(abi.encodeWithSignature("log(address,string,bool)", a, b, c)); }
    function log(address a, string memory b, address c) internal view { _send(abi.encodeWithSignature("log(address,string,address)", a, b, c)); }
    function log(address a, bool b, uint256 c) internal view { _send(abi.encodeWithSignature("log(address,bool,uint256)", a, b, c)); }
    function log(address a, bool b, string memory c) internal view { _send(abi.encodeWithSignature("log(address,bool,string)", a, b, c)); }
    function log(address a, bool b, bool c) internal view { _send(abi.encodeWithSignature("log(address,bool,bool)", a, b, c)); }
    function log(address a, bool b, address c) internal view { _send(abi.encodeWithSignature("log(address,bool,address)", a, b, c)); }
    function log(address a, address b, uint256 c) internal view { _send(abi.encodeWithSignature("log(address,address,uint256)", a, b, c)); }
    function log(address a, address b, string memory c) internal view { _send(abi.encodeWithSignature("log(address,address,string)", a, b, c)); }
    function log(address a, address b, bool c) internal view { _send(abi.encodeWithSignature("log(address,address,bool)", a, b, c)); }
    function log(address a, address b, address c) internal view { _send(abi.encodeWithSignature("log(address,address,address)", a, b, c)); }
    function log(uint256 a, uint256 b, uint256 c, uint256 d) internal view { _send(abi.encodeWithSignature("log(uint256,uint256,uint256,uint256)", a, b, c, d)); }
    function log(uint256 a, uint256 b, uint256 c, string memory d) internal view { _send(abi.encodeWithSignature("log(uint256,uint256,uint256,string)", a, b, c, d)); }
    function log(uint256 a, uint256 b, uint256 c, bool d) internal view { _send(abi.encodeWithSignature("log(uint256,uint256,uint256,bool)", a, b, c, d)); }
    function log(uint256 a, uint256 b, uint256 c, address d) internal view { _send(abi.encodeWithSignature("log(uint256,uint256,uint256,address)", a, b, c, d)); }
    function log(uint256 a, uint256 b, string memory c, uint256 d) internal view { _send(abi.encodeWithSignature("log(uint256,uint256,string,uint256)", a, b, c, d)); }
    function log(uint256 a, uint256 b, string memory c, string memory d) internal view { _send(abi.encodeWithSignature("log(uint256,uint256,string,string)", a, b, c, d)); }
    function log(uint256 a, uint256 b, string memory c, bool d) internal view { _send(abi.encodeWithSignature("log(uint256,uint256,string,bool)", a, b, c, d)); }
    function log(uint256 a, uint256 b, string memory c, address d) internal view { _send(abi.encodeWithSignature("log(uint256,uint256,string,address)", a, b, c, d)); }
    function log(uint256 a, uint256 b, bool c, uint256 d) internal view { _send(abi.encodeWithSignature("log(uint256,uint256,bool,uint256)", a, b, c, d)); }
    function log(uint256 a, uint256 b, bool c, string memory d) internal view { _send(abi.encodeWithSignature("log(uint256,uint256,bool,string)", a, b, c, d)); }
    function log(uint256 a, uint256 b, bool c, bool d) internal view { _send(abi.encodeWithSignature("log(uint256,uint256,bool,bool)", a, b, c, d)); }
    function log(uint256 a, uint256 b, bool c, address d) internal view { _send(abi.encodeWithSignature("log(uint256,uint256,bool,address)", a, b, c, d)); }
    function log(uint256 a, uint256 b, address c, uint256 d) internal view { _send(abi.encodeWithSignature("log(uint256,uint256,address,uint256)", a, b, c, d)); }
    function log(uint256 a, uint256 b, address c, string memory d) internal view { _send(abi.encodeWithSignature("log(uint256,uint256,address,string)", a, b, c, d)); }
    function log(uint256 a, uint256 b, address c, bool d) internal view { _send(abi.encodeWithSignature("log(uint256,uint256,address,bool)", a, b, c, d)); }
    function log(uint256 a, uint256 b, address c, address d) internal view { _send(abi.encodeWithSignature("log(uint256,uint256,address,address)", a, b, c, d)); }
    function log(uint256 a, string memory b, uint256 c, uint256 d) internal view { _send(abi.encodeWithSignature("log(uint256,string,uint256,uint256)", a, b, c, d)); }
    function log(uint256 a, string memory b, uint256 c, string memory d) internal view { _send(abi.encodeWithSignature("log(uint256,string,uint256,string)", a, b, c, d)); }
    function log(uint256 a, string memory b, uint256 c, bool d) internal view { _send(abi.encodeWithSignature("log(uint256,string,uint256,bool)", a, b, c, d)); }
    function log(uint256 a, string memory b, uint256 c, address d) internal view { _send(abi.encodeWithSignature("log(uint256,string,uint256,address)", a, b, c, d)); }
    function log(uint256 a, string memory b, string memory c, uint256 d) internal view { _send(abi.encodeWithSignature("log(uint256,string,string,uint256)", a, b, c, d)); }
    function log(uint256 a, string memory b, string memory c, string memory d) internal view { _send(abi.encodeWithSignature("log(uint256,string,string,string)", a, b, c, d)); }
    function log(uint256 a, string memory b, string memory c, bool d) internal view { _send(abi.encodeWithSignature("log(uint256,string,string,bool)", a, b, c, d)); }
    function log(uint256 a, string memory b, string memory c, address d) internal view { _send(abi.encodeWithSignature("log(uint256,string,string,address)", a, b, c, d)); }
    function log(uint256 a, string memory b, bool c, uint256 d) internal view { _send(abi.encodeWithSignature("log(uint256,string,bool,uint256)", a, b, c, d)); }
    function log(uint256 a, string memory b, bool c, string memory d) internal view { _send(abi.encodeWithSignature("log(uint256,string,bool,string)", a, b, c, d)); }
    function log(uint256 a, string memory b, bool c, bool d) internal view { _send(abi.encodeWithSignature("log(uint256,string,bool,bool)", a, b, c, d)); }
    function log(uint256 a, string memory b, bool c, address d) internal view { _send(abi.encodeWithSignature("log(uint256,string,bool,address)", a, b, c, d)); }
    function log(uint256 a, string memory b, address c, uint256 d) internal view { _send(abi.encodeWithSignature("log(uint256,string,address,uint256)", a, b, c, d)); }
    function log(uint256 a, string memory b, address c, string memory d) internal view { _send(abi.encodeWithSignature("log(uint256,string,address,string)", a, b, c, d)); }
    function log(uint256 a, string memory b, address c, bool d) internal view { _send(abi.encodeWithSignature("log(uint256,string,address,bool)", a, b, c, d)); }
    function log(uint256 a, string memory b, address c, address d) internal view { _send(abi.encodeWithSignature("log(uint256,string,address,address)", a, b, c, d)); }
    function log(uint256 a, bool b, uint256 c, uint256 d) internal view { _send(abi.encodeWithSignature("log(uint256,bool,uint256,uint256)", a, b, c, d)); }
    function log(uint256 a, bool b, uint256 c, string memory d) internal view { _send(abi.encodeWithSignature("log(uint256,bool,uint256,string)", a, b, c, d)); }
    function log(uint256 a, bool b, uint256 c, bool d) internal view { _send(abi.encodeWithSignature("log(uint256,bool,uint256,bool)", a, b, c, d)); }
    function log(uint256 a, bool b, uint256 c, address d) internal view { _send(abi.encodeWithSignature("log(uint256,bool,uint256,address)", a, b, c, d)); }
    function log(uint256 a, bool b, string memory c, uint256 d) internal view { _send(abi.encodeWithSignature("log(uint256,bool,string,uint256)", a, b, c, d)); }
    function log(uint256 a, bool b, string memory c, string memory d) internal view { _send(abi.encodeWithSignature("log(uint256,bool,string,string)", a, b, c, d)); }
    function log(uint256 a, bool b, string memory c, bool d) internal view { _send(abi.encodeWithSignature("log(uint256,bool,string,bool)", a, b, c, d)); }
    function log(uint256 a, bool b, string memory c, address d) internal view { _send(abi.encodeWithSignature("log(uint256,bool,string,address)", a, b, c, d)); }
    function log(uint256 a, bool b, bool c, uint256 d) internal view { _send(abi.encodeWithSignature("log(uint256,bool,bool,uint256)", a, b, c, d)); }
    function log(uint256 a, bool b, bool c, string memory d) internal view { _send(abi.encodeWithSignature("log(uint256,bool,bool,string)", a, b, c, d)); }
    function log(uint256 a, bool b, bool c, bool d) internal view { _send(abi.encodeWithSignature("log(uint256,bool,bool,bool)", a, b, c, d)); }
    function log(uint256 a, bool b, bool c, address d) internal view { _send(abi.encodeWithSignature("log(uint256,bool,bool,address)", a, b, c, d)); }
    function log(uint256 a, bool b, address c, uint256 d) internal view { _send(abi.encodeWithSignature("log(uint256,bool,address,uint256)", a, b, c, d)); }
    function log(uint256 a, bool b, address c, string memory d) internal view { _send(abi.encodeWithSignature("log(uint256,bool,address,string)", a, b, c, d)); }
    function log(uint256 a, bool b, address c, bool d) internal view { _send(abi.encodeWithSignature("log(uint256,bool,address,bool)", a, b, c, d)); }
    function log(uint256 a, bool b, address c, address d) internal view { _send(abi.encodeWithSignature("log(uint256,bool,address,address)", a, b, c, d)); }
    function log(uint256 a, address b, uint256 c, uint256 d) internal view { _send(abi.encodeWithSignature("log(uint256,address,uint256,uint256)", a, b, c, d)); }
    function log(uint256 a, address b, uint256 c, string memory d) internal view { _send(abi.encodeWithSignature("log(uint256,address,uint256,string)", a, b, c, d)); }
    function log(uint256 a, address b, uint256 c, bool d) internal view { _send(abi.encodeWithSignature("log(uint256,address,uint256,bool)", a, b, c, d)); }
    function log(uint256 a, address b, uint256 c, address d) internal view { _send(abi.encodeWithSignature("log(uint256,address,uint256,address)", a, b, c, d)); }
    function log(uint256 a, address b, string memory c, uint256 d) internal view { _send(abi.encodeWithSignature("log(uint256,address,string,uint256)", a, b, c, d)); }
    function log(uint256 a, address b, string memory c, string memory d) internal view { _send(abi.encodeWithSignature("log(uint256,address,string,string)", a, b, c, d)); }
    function log(uint256 a, address b, string memory c, bool d) internal view { _send(abi.encodeWithSignature("log(uint256,address,string,bool)", a, b, c, d)); }
    function log(uint256 a, address b, string memory c, address d) internal view { _send(abi.encodeWithSignature("log(uint256,address,string,address)", a, b, c, d)); }
    function log(uint256 a, address b, bool c, uint256 d) internal view { _send(abi.encodeWithSignature("log(uint256,address,bool,uint256)", a, b, c, d)); }
    function log(uint256 a, address b, bool c, string memory d) internal view { _send(abi.encodeWithSignature("log(uint256,address,bool,string)", a, b, c, d)); }
    function log(uint256 a, address b, bool c, bool d) internal view { _send(abi.encodeWithSignature("log(uint256,address,bool,bool)", a, b, c, d)); }
    function log(uint256 a, address b, bool c, address d) internal view { _send(abi.encodeWithSignature("log(uint256,address,bool,address)", a, b, c, d)); }
    function log(uint256 a, address b, address c, uint256 d) internal view { _send(abi.encodeWithSignature("log(uint256,address,address,uint256)", a, b, c, d)); }
    function log(uint256 a, address b, address c, string memory d) internal view { _send(abi.encodeWithSignature("log(uint256,address,address,string)", a, b, c, d)); }
    function log(uint256 a, address b, address c, bool d) internal view { _send(abi.encodeWithSignature("log(uint256,address,address,bool)", a, b, c, d)); }
    function log(uint256 a, address b, address c, address d) internal view { _send(abi.encodeWithSignature("log(uint256,address,address,address)", a, b, c, d)); }
    function log(string memory a, uint256 b, uint256 c, uint256 d) internal view { _send(abi.encodeWithSignature("log(string,uint256,uint256,uint256)", a, b, c, d)); }
    function log(string memory a, uint256 b, uint256 c, string memory d) internal view { _send(abi.encodeWithSignature("log(string,uint256,uint256,string)", a, b, c, d)); }
    function log(string memory a, uint256 b, uint256 c, bool d) internal view { _send(abi.encodeWithSignature("log(string,uint256,uint256,bool)", a, b, c, d)); }
    function log(string memory a, uint256 b, uint256 c, address d) internal view { _send(abi.encodeWithSignature("log(string,uint256,uint256,address)", a, b, c, d)); }
    function log(string memory a, uint256 b, string memory c, uint256 d) internal view { _send(abi.encodeWithSignature("log(string,uint256,string,uint256)", a, b, c, d)); }
    function log(string memory a, uint256 b, string memory c, string memory d) internal view { _send(abi.encodeWithSignature("log(string,uint256,string,string)", a, b, c, d)); }
    function log(string memory a, uint256 b, string memory c, bool d) internal view { _send(abi.encodeWithSignature("log(string,uint256,string,bool)", a, b, c, d)); }
    function log(string memory a, uint256 b, string memory c, address d) internal view { _send(abi.encodeWithSignature("log(string,uint256,string,address)", a, b, c, d)); }
    function log(string memory a, uint256 b, bool c, uint256 d) internal view { _send(abi.encodeWithSignature("log(string,uint256,bool,uint256)", a, b, c, d)); }
    function log(string memory a, uint256 b, bool c, string memory d) internal view { _send(abi.encodeWithSignature("log(string,uint256,bool,string)", a, b, c, d)); }
    function log(string memory a, uint256 b, bool c, bool d) internal view { _send(abi.encodeWithSignature("log(string,uint256,bool,bool)", a, b, c, d)); }
    function log(string memory a, uint256 b, bool c, address d) internal view { _send(abi.encodeWithSignature("log(string,uint256,bool,address)", a, b, c, d)); }
    function log(string memory a, uint256 b, address c, uint256 d) internal view { _send(abi.encodeWithSignature("log(string,uint256,address,uint256)", a, b, c, d)); }
    function log(string memory a, uint256 b, address c, string memory d) internal view { _send(abi.encodeWithSignature("log(string,uint256,address,string)", a, b, c, d)); }
    function log(string memory a, uint256 b, address c, bool d) internal view { _send(abi.encodeWithSignature("log(string,uint256,address,bool)", a, b, c, d)); }
    function log(string memory a, uint256 b, address c, address d) internal view { _send(abi.encodeWithSignature("log(string,uint256,address,address)", a, b, c, d)); }
    function log(string memory a, string memory b, uint256 c, uint256 d) internal view { _send(abi.encodeWithSignature("log(string,string,uint256,uint256)", a, b, c, d)); }
    function log(string memory a, string memory b, uint256 c, string memory d) internal view { _send(abi.encodeWithSignature("log(string,string,uint256,string)", a, b, c, d)); }
    function log(string memory a, string memory b, uint256 c, bool d) internal view { _send(abi.encodeWithSignature("log(string,string,uint256,bool)", a, b, c, d)); }
    function log(string memory a, string memory b, uint256 c, address d) internal view { _send(abi.encodeWithSignature("log(string,string,uint256,address)", a, b, c, d)); }
    function log(string memory a, string memory b, string memory c, uint256 d) internal view { _send(abi.encodeWithSignature("log(string,string,string,uint256)", a, b, c, d)); }
    function log(string memory a, string memory b, string memory c, string memory d) internal view { _send(abi.encodeWithSignature("log(string,string,string,string)", a, b, c, d)); }
    function log(string memory a, string memory b, string memory c, bool d) internal view { _send(abi.encodeWithSignature("log(string,string,string,bool)", a, b, c, d)); }
    function log(string memory a, string memory b, string memory c, address d) internal view { _send(abi.encodeWithSignature("log(string,string,string,address)", a, b, c, d)); }
    function log(string memory a, string memory b, bool c, uint256 d) internal view { _send(abi.encodeWithSignature("log(string,string,bool,uint256)", a, b, c, d)); }
    function log(string memory a, string memory b, bool c, string memory d) internal view { _send(abi.encodeWithSignature("log(string,string,bool,string)", a, b, c, d)); }
    function log(string memory a, string memory b, bool c, bool d) internal view { _send(abi.encodeWithSignature("log(string,string,bool,bool)", a, b, c, d)); }
    function log(string memory a, string memory b, bool c, address d) internal view { _send(abi.encodeWithSignature("log(string,string,bool,address)", a, b, c, d)); }
    function log(string memory a, string memory b, address c, uint256 d) internal view { _send(abi.encodeWithSignature("log(string,string,address,uint256)", a, b, c, d)); }
    function log(string memory a, string memory b, address c, string memory d) internal view { _send(abi.encodeWithSignature("log(string,string,address,string)", a, b, c, d)); }
    function log(string memory a, string memory b, address c, bool d) internal view { _send(abi.encodeWithSignature("log(string,string,address,bool)", a, b, c, d)); }
    function log(string memory a, string memory b, address c, address d) internal view { _send(abi.encodeWithSignature("log(string,string,address,address)", a, b, c, d)); }
    function log(string memory a, bool b, uint256 c, uint256 d) internal view { _send(abi.encodeWithSignature("log(string,bool,uint256,uint256)", a, b, c, d)); }
    function log(string memory a, bool b, uint256 c, string memory d) internal view { _send(abi.encodeWithSignature("log(string,bool,uint256,string)", a, b, c, d)); }
    function log(string memory a, bool b, uint256 c, bool d) internal view { _send(abi.encodeWithSignature("log(string,bool,uint256,bool)", a, b, c, d)); }
    function log(string memory a, bool b, uint256 c, address d) internal view { _send(abi.encodeWithSignature("log(string,bool,uint256,address)", a, b, c, d)); }
    function log(string memory a, bool b, string memory c, uint256 d) internal view { _send(abi.encodeWithSignature("log(string,bool,string,uint256)", a, b, c, d)); }
    function log(string memory a, bool b, string memory c, string memory d) internal view { _send(abi.encodeWithSignature("log(string,bool,string,string)", a, b, c, d)); }
    function log(string memory a, bool b, string memory c, bool d) internal view { _send(abi.encodeWithSignature("log(string,bool,string,bool)", a, b, c, d)); }
    function log(string memory a, bool b, string memory c, address d) internal view { _send(abi.encodeWithSignature("log(string,bool,string,address)", a, b, c, d)); }
    function log(string memory a, bool b, bool c, uint256 d) internal view { _send(abi.encodeWithSignature("log(string,bool,bool,uint256)", a, b, c, d)); }
    function log(string memory a, bool b, bool c, string memory d) internal view { _send(abi.encodeWithSignature("log(string,bool,bool,string)", a, b, c, d)); }
    function log(string memory a, bool b, bool c, bool d) internal view { _send(abi.encodeWithSignature("log(string,bool,bool,bool)", a, b, c, d)); }
    function log(string memory a, bool b, bool c, address d) internal view { _send(abi.encodeWithSignature("log(string,bool,bool,address)", a, b, c, d)); }
    function log(string memory a, bool b, address c, uint256 d) internal view { _send(abi.encodeWithSignature("log(string,bool,address,uint256)", a, b, c, d)); }
    function log(string memory a, bool b, address c, string memory d) internal view { _send(abi.encodeWithSignature("log(string,bool,address,string)", a, b, c, d)); }
    function log(string memory a, bool b, address c, bool d) internal view { _send(abi.encodeWithSignature("log(string,bool,address,bool)", a, b, c, d)); }
    function log(string memory a, bool b, address c, address d) internal view { _send(abi.encodeWithSignature("log(string,bool,address,address)", a, b, c, d)); }
    function log(string memory a, address b, uint256 c, uint256 d) internal view { _send(abi.encodeWithSignature("log(string,address,uint256,uint256)", a, b, c, d)); }
    function log(string memory a, address b, uint256 c, string memory d) internal view { _send(abi.encodeWithSignature("log(string,address,uint256,string)", a, b, c, d)); }
    function log(string memory a, address b, uint256 c, bool d) internal view { _send(abi.encodeWithSignature("log(string,address,uint256,bool)", a, b, c, d)); }
    function log(string memory a, address b, uint256 c, address d) internal view { _send(abi.encodeWithSignature("log(string,address,uint256,address)", a, b, c, d)); }
    function log(string memory a, address b, string memory c, uint256 d) internal view { _send(abi.encodeWithSignature("log(string,address,string,uint256)", a, b, c, d)); }
    function log(string memory a, address b, string memory c, string memory d) internal view { _send(abi.encodeWithSignature("log(string,address,string,string)", a, b, c, d)); }
    function log(string memory a, address b, string memory c, bool d) internal view { _send(abi.encodeWithSignature("log(string,address,string,bool)", a, b, c, d)); }
    function log(string memory a, address b, string memory c, address d) internal view { _send(abi.encodeWithSignature("log(string,address,string,address)", a, b, c, d)); }
    function log(string memory a, address b, bool c, uint256 d) internal view { _send(abi.encodeWithSignature("log(string,address,bool,uint256)", a, b, c, d)); }
    function log(string memory a, address b, bool c, string memory d) internal view { _send(abi.encodeWithSignature("log(string,address,bool,string)", a, b, c, d)); }
    function log(string memory a, address b, bool c, bool d) internal view { _send(abi.encodeWithSignature("log(string,address,bool,bool)", a, b, c, d)); }
    function log(string memory a, address b, bool c, address d) internal view { _send(abi.encodeWithSignature("log(string,address,bool,address)", a, b, c, d)); }
    function log(string memory a, address b, address c, uint256 d) internal view { _send(abi.encodeWithSignature("log(string,address,address,uint256)", a, b, c, d)); }
    function log(string memory a, address b, address c, string memory d) internal view { _send(abi.encodeWithSignature("log(string,address,address,string)", a, b, c, d)); }
    function log(string memory a, address b, address c, bool d) internal view { _send(abi.encodeWithSignature("log(string,address,address,bool)", a, b, c, d)); }
    function log(string memory a, address b, address c, address d) internal view { _send(abi.encodeWithSignature("log(string,address,address,address)", a, b, c, d)); }
    function log(bool a, uint256 b, uint256 c, uint256 d) internal view { _send(abi.encodeWithSignature("log(bool,uint256,uint256,uint256)", a, b, c, d)); }
    function log(bool a, uint256 b, uint256 c, string memory d) internal view { _send(abi.encodeWithSignature("log(bool,uint256,uint256,string)", a, b, c, d)); }
    function log(bool a, uint256 b, uint256 c, bool d) internal view { _send(abi.encodeWithSignature("log(bool,uint256,uint256,bool)", a, b, c, d)); }
    function log(bool a, uint256 b, uint256 c, address d) internal view { _send(abi.encodeWithSignature("log(bool,uint256,uint256,address)", a, b, c, d)); }
    function log(bool a, uint256 b, string memory c, uint256 d) internal view { _send(abi.encodeWithSignature("log(bool,uint256,string,uint256)", a, b, c, d)); }
    function log(bool a, uint256 b, string memory c, string memory d) internal view { _send(abi.encodeWithSignature("log(bool,uint256,string,string)", a, b, c, d)); }
    function log(bool a, uint256 b, string memory c, bool d) internal view { _send(abi.encodeWithSignature("log(bool,uint256,string,bool)", a, b, c, d)); }
    function log(bool a, uint256 b, string memory c, address d) internal view { _send(abi.encodeWithSignature("log(bool,uint256,string,address)", a, b, c, d)); }
    function log(bool a, uint256 b, bool c, uint256 d) internal view { _send(abi.encodeWithSignature("log(bool,uint256,bool,uint256)", a, b, c, d)); }
    function log(bool a, uint256 b, bool c, string memory d) internal view { _send(abi.encodeWithSignature("log(bool,uint256,bool,string)", a, b, c, d)); }
    function log(bool a, uint256 b, bool c, bool d) internal view { _send(abi.encodeWithSignature("log(bool,uint256,bool,bool)", a, b, c, d)); }
    function log(bool a, uint256 b, bool c, address d) internal view { _send(abi.encodeWithSignature("log(bool,uint256,bool,address)", a, b, c, d)); }
    function log(bool a, uint256 b, address c, uint256 d) internal view { _send(abi.encodeWithSignature("log(bool,uint256,address,uint256)", a, b, c, d)); }
    function log(bool a, uint256 b, address c, string memory d) internal view { _send(abi.encodeWithSignature("log(bool,uint256,address,string)", a, b, c, d)); }
    function log(bool a, uint256 b, address c, bool d) internal view { _send(abi.encodeWithSignature("log(bool,uint256,address,bool)", a, b, c, d)); }
    function log(bool a, uint256 b, address c, address d) internal view { _send(abi.encodeWithSignature("log(bool,uint256,address,address)", a, b, c, d)); }
    function log(bool a, string memory b, uint256 c, uint256 d) internal view { _send(abi.encodeWithSignature("log(bool,string,uint256,uint256)", a, b, c, d)); }
    function log(bool a, string memory b, uint256 c, string memory d) internal view { _send(abi.encodeWithSignature("log(bool,string,uint256,string)", a, b, c, d)); }
    function log(bool a, string memory b, uint256 c, bool d) internal view { _send(abi.encodeWithSignature("log(bool,string,uint256,bool)", a, b, c, d)); }
    function log(bool a, string memory b, uint256 c, address d) internal view { _send(abi.encodeWithSignature("log(bool,string,uint256,address)", a, b, c, d)); }
    function log(bool a, string memory b, string memory c, uint256 d) internal view { _send(abi.encodeWithSignature("log(bool,string,string,uint256)", a, b, c, d)); }
    function log(bool a, string memory b, string memory c, string memory d) internal view { _send(abi.encodeWithSignature("log(bool,string,string,string)", a, b, c, d)); }
    function log(bool a, string memory b, string memory c, bool d) internal view { _send(abi.encodeWithSignature("log(bool,string,string,bool)", a, b, c, d)); }
    function log(bool a, string memory b, string memory c, address d) internal view { _send(abi.encodeWithSignature("log(bool,string,string,address)", a, b, c, d)); }
    function log(bool a, string memory b, bool c, uint256 d) internal view { _send(abi.encodeWithSignature("log(bool,string,bool,uint256)", a, b, c, d)); }
    function log(bool a, string memory b, bool c, string memory d) internal view { _send(abi.encodeWithSignature("log(bool,string,bool,string)", a, b, c, d)); }
    function log(bool a, string memory b, bool c, bool d) internal view { _send(abi.encodeWithSignature("log(bool,string,bool,bool)", a, b, c, d)); }
    function log(bool a, string memory b, bool c, address d) internal view { _send(abi.encodeWithSignature("log(bool,string,bool,address)", a, b, c, d)); }
    function log(bool a, string memory b, address c, uint256 d) internal view { _send(abi.encodeWithSignature("log(bool,string,address,uint256)", a, b, c, d)); }
    function log(bool a, string memory b, address c, string memory d) internal view { _send(abi.encodeWithSignature("log(bool,string,address,string)", a, b, c, d)); }
    function log(bool a, string memory b, address c, bool d) internal view { _send(abi.encodeWithSignature("log(bool,string,address,bool)", a, b, c, d)); }
    function log(bool a, string memory b, address c, address d) internal view { _send(abi.encodeWithSignature("log(bool,string,address,address)", a, b, c, d)); }
    function log(bool a, bool b, uint256 c, uint256 d) internal view { _send(abi.encodeWithSignature("log(bool,bool,uint256,uint256)", a, b, c, d)); }
    function log(bool a, bool b, uint256 c, string memory d) internal view { _send(abi.encodeWithSignature("log(bool,bool,uint256,string)", a, b, c, d)); }
    function log(bool a, bool b, uint256 c, bool d) internal view { _send(abi.encodeWithSignature("log(bool,bool,uint256,bool)", a, b, c, d)); }
    function log(bool a, bool b, uint256 c, address d) internal view { _send(abi.encodeWithSignature("log(bool,bool,uint256,address)", a, b, c, d)); }
    function log(bool a, bool b, string memory c, uint256 d) internal view { _send(abi.encodeWithSignature("log(bool,bool,string,uint256)", a, b, c, d)); }
    function log(bool a, bool b, string memory c, string memory d) internal view { _send(abi.encodeWithSignature("log(bool,bool,string,string)", a, b, c, d)); }
    function log(bool a, bool b, string memory c, bool d) internal view { _send(abi.encodeWithSignature("log(bool,bool,string,bool)", a, b, c, d)); }
    function log(bool a, bool b, string memory c, address d) internal view { _send(abi.encodeWithSignature("log(bool,bool,string,address)", a, b, c, d)); }
    function log(bool a, bool b, bool c, uint256 d) internal view { _send(abi.encodeWithSignature("log(bool,bool,bool,uint256)", a, b, c, d)); }
    function log(bool a, bool b, bool c, string memory d) internal view { _send(abi.encodeWithSignature("log(bool,bool,bool,string)", a, b, c, d)); }
    function log(bool a, bool b, bool c, bool d) internal view { _send(abi.encodeWithSignature("log(bool,bool,bool,bool)", a, b, c, d)); }
    function log(bool a, bool b, bool c, address d) internal view { _send(abi.encodeWithSignature("log(bool,bool,bool,address)", a, b, c, d)); }
    function log(bool a, bool b, address c, uint256 d) internal view { _send(abi.encodeWithSignature("log(bool,bool,address,uint256)", a, b, c, d)); }
    function log(bool a, bool b, address c, string memory d) internal view { _send(abi.encodeWithSignature("log(bool,bool,address,string)", a, b, c, d)); }
    function log(bool a, bool b, address c, bool d) internal view { _send(abi.encodeWithSignature("log(bool,bool,address,bool)", a, b, c, d)); }
    function log(bool a, bool b, address c, address d) internal view { _send(abi.encodeWithSignature("log(bool,bool,address,address)", a, b, c, d)); }
    function log(bool a, address b, uint256 c, uint256 d) internal view { _send(abi.encodeWithSignature("log(bool,address,uint256,uint256)", a, b, c, d)); }
    function log(bool a, address b, uint256 c, string memory d) internal view { _send(abi.encodeWithSignature("log(bool,address,uint256,string)", a, b, c, d)); }
    function log(bool a, address b, uint256 c, bool d) internal view { _send(abi.encodeWithSignature("log(bool,address,uint256,bool)", a, b, c, d)); }
    function log(bool a, address b, uint256 c, address d) internal view { _send(abi.encodeWithSignature("log(bool,address,uint256,address)", a, b, c, d)); }
    function log(bool a, address b, string memory c, uint256 d) internal view { _send(abi.encodeWithSignature("log(bool,address,string,uint256)", a, b, c, d)); }
    function log(bool a, address b, string memory c, string memory d) internal view { _send(abi.encodeWithSignature("log(bool,address,string,string)", a, b, c, d)); }
    function log(bool a, address b, string memory c, bool d) internal view { _send(abi.encodeWithSignature("log(bool,address,string,bool)", a, b, c, d)); }
    function log(bool a, address b, string memory c, address d) internal view { _send(abi.encodeWithSignature("log(bool,address,string,address)", a, b, c, d)); }
    function log(bool a, address b, bool c, uint256 d) internal view { _send(abi.encodeWithSignature("log(bool,address,bool,uint256)", a, b, c, d)); }
    function log(bool a, address b, bool c, string memory d) internal view { _send(abi.encodeWithSignature("log(bool,address,bool,string)", a, b, c, d)); }
    function log(bool a, address b, bool c, bool d) internal view { _send(abi.encodeWithSignature("log(bool,address,bool,bool)", a, b, c, d)); }
    function log(bool a, address b, bool c, address d) internal view { _send(abi.encodeWithSignature("log(bool,address,bool,address)", a, b, c, d)); }
    function log(bool a, address b, address c, uint256 d) internal view { _send(abi.encodeWithSignature("log(bool,address,address,uint256)", a, b, c, d)); }
    function log(bool a, address b, address c, string memory d) internal view { _send(abi.encodeWithSignature("log(bool,address,address,string)", a, b, c, d)); }
    function log(bool a, address b, address c, bool d) internal view { _send(abi.encodeWithSignature("log(bool,address,address,bool)", a, b, c, d)); }
    function log(bool a, address b, address c, address d) internal view { _send(abi.encodeWithSignature("log(bool,address,address,address)", a, b, c, d)); }
    function log(address a, uint256 b, uint256 c, uint256 d) internal view { _send(abi.encodeWithSignature("log(address,uint256,uint256,uint256)", a, b, c, d)); }
    function log(address a, uint256 b, uint256 c, string memory d) internal view { _send(abi.encodeWithSignature("log(address,uint256,uint256,string)", a, b, c, d)); }
    function log(address a, uint256 b, uint256 c, bool d) internal view { _send(abi.encodeWithSignature("log(address,uint256,uint256,bool)", a, b, c, d)); }
    function log(address a, uint256 b, uint256 c, address d) internal view { _send(abi.encodeWithSignature("log(address,uint256,uint256,address)", a, b, c, d)); }
    function log(address a, uint256 b, string memory c, uint256 d) internal view { _send(abi.encodeWithSignature("log(address,uint256,string,uint256)", a, b, c, d)); }
    function log(address a, uint256 b, string memory c, string memory d) internal view { _send(abi.encodeWithSignature("log(address,uint256,string,string)", a, b, c, d)); }
    function log(address a, uint256 b, string memory c, bool d) internal view { _send(abi.encodeWithSignature("log(address,uint256,string,bool)", a, b, c, d)); }
    function log(address a, uint256 b, string memory c, address d) internal view { _send(abi.encodeWithSignature("log(address,uint256,string,address)", a, b, c, d)); }
    function log(address a, uint256 b, bool c, uint256 d) internal view { _send(abi.encodeWithSignature("log(address,uint256,bool,uint256)", a, b, c, d)); }
    function log(address a, uint256 b, bool c, string memory d) internal view { _send(abi.encodeWithSignature("log(address,uint256,bool,string)", a, b, c, d)); }
    function log(address a, uint256 b, bool c, bool d) internal view { _send(abi.encodeWithSignature("log(address,uint256,bool,bool)", a, b, c, d)); }
    function log(address a, uint256 b, bool c, address d) internal view { _send(abi.encodeWithSignature("log(address,uint256,bool,address)", a, b, c, d)); }
    function log(address a, uint256 b, address c, uint256 d) internal view { _send(abi.encodeWithSignature("log(address,uint256,address,uint256)", a, b, c, d)); }
    function log(address a, uint256 b, address c, string memory d) internal view { _send(abi.encodeWithSignature("log(address,uint256,address,string)", a, b, c, d)); }
    function log(address a, uint256 b, address c, bool d) internal view { _send(abi.encodeWithSignature("log(address,uint256,address,bool)", a, b, c, d)); }
    function log(address a, uint256 b, address c, address d) internal view { _send(abi.encodeWithSignature("log(address,uint256,address,address)", a, b, c, d)); }
    function log(address a, string memory b, uint256 c, uint256 d) internal view { _send(abi.encodeWithSignature("log(address,string,uint256,uint256)", a, b, c, d)); }
    function log(address a, string memory b, uint256 c, string memory d) internal view { _send(abi.encodeWithSignature("log(address,string,uint256,string)", a, b, c, d)); }
    function log(address a, string memory b, uint256 c, bool d) internal view { _send(abi.encodeWithSignature("log(address,string,uint256,bool)", a, b, c, d)); }
    function log(address a, string memory b, uint256 c, address d) internal view { _send(abi.encodeWithSignature("log(address,string,uint256,address)", a, b, c, d)); }
    function log(address a, string memory b, string memory c, uint256 d) internal view { _send(abi.encodeWithSignature("log(address,string,string,uint256)", a, b, c, d)); }
    function log(address a, string memory b, string memory c, string memory d) internal view { _send(abi.encodeWithSignature("log(address,string,string,string)", a, b, c, d)); }
    function log(address a, string memory b, string memory c, bool d) internal view { _send(abi.encodeWithSignature("log(address,string,string,bool)", a, b, c, d)); }
    function log(address a, string memory b, string memory c, address d) internal view { _send(abi.encodeWithSignature("log(address,string,string,address)", a, b, c, d)); }
    function log(address a, string memory b, bool c, uint256 d) internal view { _send(abi.encodeWithSignature("log(address,string,bool,uint256)", a, b, c, d)); }
    function log(address a, string memory b, bool c, string memory d) internal view { _send(abi.encodeWithSignature("log(address,string,bool,string)", a, b, c, d)); }
    function log(address a, string memory b, bool c, bool d) internal view { _send(abi.encodeWithSignature("log(address,string,bool,bool)", a, b, c, d)); }
    function log(address a, string memory b, bool c, address d) internal view { _send(abi.encodeWithSignature("log(address,string,bool,address)", a, b, c, d)); }
    function log(address a, string memory b, address c, uint256 d) internal view { _send(abi.encodeWithSignature("log(address,string,address,uint256)", a, b, c, d)); }
    function log(address a, string memory b, address c, string memory d) internal view { _send(abi.encodeWithSignature("log(address,string,address,string)", a, b, c, d)); }
    function log(address a, string memory b, address c, bool d) internal view { _send(abi.encodeWithSignature("log(address,string,address,bool)", a, b, c, d)); }
    function log(address a, string memory b, address c, address d) internal view { _send(abi.encodeWithSignature("log(address,string,address,address)", a, b, c, d)); }
    function log(address a, bool b, uint256 c, uint256 d) internal view { _send(abi.encodeWithSignature("log(address,bool,uint256,uint256)", a, b, c, d)); }
    function log(address a, bool b, uint256 c, string memory d) internal view { _send(abi.encodeWithSignature("log(address,bool,uint256,string)", a, b, c, d)); }
    function log(address a, bool b, uint256 c, bool d) internal view { _send(abi.encodeWithSignature("log(address,bool,uint256,bool)", a, b, c, d)); }
    function log(address a, bool b, uint256 c, address d) internal view { _send(abi.encodeWithSignature("log(address,bool,uint256,address)", a, b, c, d)); }
    function log(address a, bool b, string memory c, uint256 d) internal view { _send(abi.encodeWithSignature("log(address,bool,string,uint256)", a, b, c, d)); }
    function log(address a, bool b, string memory c, string memory d) internal view { _send(abi.encodeWithSignature("log(address,bool,string,string)", a, b, c, d)); }
    function log(address a, bool b, string memory c, bool d) internal view { _send(abi.encodeWithSignature("log(address,bool,string,bool)", a, b, c, d)); }
    function log(address a, bool b, string memory c, address d) internal view { _send(abi.encodeWithSignature("log(address,bool,string,address)", a, b, c, d)); }
    function log(address a, bool b, bool c, uint256 d) internal view { _send(abi.encodeWithSignature("log(address,bool,bool,uint256)", a, b, c, d)); }
    function log(address a, bool b, bool c, string memory d) internal view { _send(abi.encodeWithSignature("log(address,bool,bool,string)", a, b, c, d)); }
    function log(address a, bool b, bool c, bool d) internal view { _send(abi.encodeWithSignature("log(address,bool,bool,bool)", a, b, c, d)); }
    function log(address a, bool b, bool c, address d) internal view { _send(abi.encodeWithSignature("log(address,bool,bool,address)", a, b, c, d)); }
    function log(address a, bool b, address c, uint256 d) internal view { _send(abi.encodeWithSignature("log(address,bool,address,uint256)", a, b, c, d)); }
    function log(address a, bool b, address c, string memory d) internal view { _send(abi.encodeWithSignature("log(address,bool,address,string)", a, b, c, d)); }
    function log(address a, bool b, address c, bool d) internal view { _send(abi.encodeWithSignature("log(address,bool,address,bool)", a, b, c, d)); }
    function log(address a, bool b, address c, address d) internal view { _send(abi.encodeWithSignature("log(address,bool,address,address)", a, b, c, d)); }
    function log(address a, address b, uint256 c, uint256 d) internal view { _send(abi.encodeWithSignature("log(address,address,uint256,uint256)", a, b, c, d)); }
    function log(address a, address b, uint256 c, string memory d) internal view { _send(abi.encodeWithSignature("log(address,address,uint256,string)", a, b, c, d)); }
    function log(address a, address b, uint256 c, bool d) internal view { _send(abi.encodeWithSignature("log(address,address,uint256,bool)", a, b, c, d)); }
    function log(address a, address b, uint256 c, address d) internal view { _send(abi.encodeWithSignature("log(address,address,uint256,address)", a, b, c, d)); }
    function log(address a, address b, string memory c, uint256 d) internal view { _send(abi.encodeWithSignature("log(address,address,string,uint256)", a, b, c, d)); }
    function log(address a, address b, string memory c, string memory d) internal view { _send(abi.encodeWithSignature("log(address,address,string,string)", a, b, c, d)); }
    function log(address a, address b, string memory c, bool d) internal view { _send(abi.encodeWithSignature("log(address,address,string,bool)", a, b, c, d)); }
    function log(address a, address b, string memory c, address d) internal view { _send(abi.encodeWithSignature("log(address,address,string,address)", a, b, c, d)); }
    function log(address a, address b, bool c, uint256 d) internal view { _send(abi.encodeWithSignature("log(address,address,bool,uint256)", a, b, c, d)); }
    function log(address a, address b, bool c, string memory d) internal view { _send(abi.encodeWithSignature("log(address,address,bool,string)", a, b, c, d)); }
    function log(address a, address b, bool c, bool d) internal view { _send(abi.encodeWithSignature("log(address,address,bool,bool)", a, b, c, d)); }
    function log(address a, address b, bool c, address d) internal view { _send(abi.encodeWithSignature("log(address,address,bool,address)", a, b, c, d)); }
    function log(address a, address b, address c, uint256 d) internal view { _send(abi.encodeWithSignature("log(address,address,address,uint256)", a, b, c, d)); }
    function log(address a, address b, address c, string memory d) internal view { _send(abi.encodeWithSignature("log(address,address,address,string)", a, b, c, d)); }
    function log(address a, address b, address c, bool d) internal view { _send(abi.encodeWithSignature("log(address,address,address,bool)", a, b, c, d)); }
    function log(address a, address b, address c, address d) internal view { _send(abi.encodeWithSignature("log(address,address,address,address)", a, b, c, d)); }
    function logInt(int256 a) internal view { _send(abi.encodeWithSignature("log(int256)", a)); }
    function logUint(uint256 a) internal view { _send(abi.encodeWithSignature("log(uint256)", a)); }
    function logString(string memory a) internal view { _send(abi.encodeWithSignature("log(string)", a)); }
    function logBool(bool a) internal view { _send(abi.encodeWithSignature("log(bool)", a)); }
    function logAddress(address a) internal view { _send(abi.encodeWithSignature("log(address)", a)); }
    function logBytes(bytes memory a) internal view { _send(abi.encodeWithSignature("logBytes(bytes)", a)); }
    function logBytes4(bytes4 a) internal view { _send(abi.encodeWithSignature("logBytes4(bytes4)", a)); }
    function logBytes32(bytes32 a) internal view { _send(abi.encodeWithSignature("logBytes32(bytes32)", a)); }
    function log() internal view { _send(abi.encodeWithSignature("log()")); }
    function log(int256 a) internal view { _send(abi.encodeWithSignature("log(int256)", a)); }
    function log(string memory a, int256 b) internal view { _send(abi.encodeWithSignature("log(string,int256)", a, b)); }
}
