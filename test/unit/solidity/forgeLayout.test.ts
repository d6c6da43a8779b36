import { afterAll, describe, expect, it } from "vitest";
import { Formatter } from "../../../src/solidity/format/formatter";
import { forgeStyle } from "../../../src/solidity/format/projectStyle";

const formatter = new Formatter();
afterAll(() => formatter.close());

async function formatted(source: string): Promise<string> {
  const made = await formatter.format(source, forgeStyle);
  return made.kind === "formatted" ? made.text : JSON.stringify(made.reason);
}

const long = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {IFirstInterfaceOfMany, ISecondInterfaceOfMany, IThirdInterfaceOfMany, IFourthInterface} from "./interfaces/All.sol";

event Settled(address indexed payer, address indexed payee, uint256 amount, uint256 feeOfTheHouse, bytes32 note);

contract Ledger {
    bytes32 constant PERMIT = keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");

    function quote(uint256 amountOfCoinsGiven, address marketOfTheDay) external view virtual returns (uint256 price, uint256 fee) {
        return amountOfCoinsGiven == 0 ? (0, 0) : IMarket(marketOfTheDay).quoteWithFee(amountOfCoinsGiven, block.timestamp);
    }

    function settle(address payer, address payee, uint256 amount, uint256 feeOfTheHouse, bytes32 note) external onlyOwner {
        for (uint256 i; i < 3;) {
            i++;
        }
        (, uint256 rest,) = parts();
        uint256 share = amount * 3 / 4 % 5;
        ledgerOfTheHouse.accountOf(payer).withdrawInFull(amount, feeOfTheHouse).depositInto(payee, note).settleUp(share);
        uint256 newBalanceOfThePayee = balances.balanceOfAtTheEnd(payee, amount + feeOfTheHouse, rest, note, msg.sender);
        require(amount > 0 && feeOfTheHouse < amount || payer == payee && note != bytes32(0) || msg.sender == address(this));
        emit Settled(payer, payee, amount + feeOfTheHouse, newBalanceOfThePayee, keccak256(abi.encode(note, share, rest)));
        assembly {
            if gt(amount, 1) { rest := 2 }
        }
    }
}
`;

/** As `forge fmt` (1.7.1) writes it. */
const broken = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {
    IFirstInterfaceOfMany,
    ISecondInterfaceOfMany,
    IThirdInterfaceOfMany,
    IFourthInterface
} from "./interfaces/All.sol";

event Settled(address indexed payer, address indexed payee, uint256 amount, uint256 feeOfTheHouse, bytes32 note);

contract Ledger {
    bytes32 constant PERMIT =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");

    function quote(uint256 amountOfCoinsGiven, address marketOfTheDay)
        external
        view
        virtual
        returns (uint256 price, uint256 fee)
    {
        return amountOfCoinsGiven == 0
            ? (0, 0)
            : IMarket(marketOfTheDay).quoteWithFee(amountOfCoinsGiven, block.timestamp);
    }

    function settle(address payer, address payee, uint256 amount, uint256 feeOfTheHouse, bytes32 note)
        external
        onlyOwner
    {
        for (uint256 i; i < 3;) {
            i++;
        }
        (, uint256 rest,) = parts();
        uint256 share = amount * 3 / 4 % 5;
        ledgerOfTheHouse.accountOf(payer).withdrawInFull(amount, feeOfTheHouse).depositInto(payee, note).settleUp(share);
        uint256 newBalanceOfThePayee = balances.balanceOfAtTheEnd(payee, amount + feeOfTheHouse, rest, note, msg.sender);
        require(
            amount > 0 && feeOfTheHouse < amount || payer == payee && note != bytes32(0) || msg.sender == address(this)
        );
        emit Settled(
            payer, payee, amount + feeOfTheHouse, newBalanceOfThePayee, keccak256(abi.encode(note, share, rest))
        );
        assembly {
            if gt(amount, 1) { rest := 2 }
        }
    }
}
`;

describe("lines of the style forge", () => {
  it("are broken as forge fmt breaks them", async () => {
    expect(await formatted(long)).toBe(broken);
    expect(await formatted(broken)).toBe(broken);
  });

  it("keep comments at their places, and what is marked as it is", async () => {
    const source = `contract Others {
    function wired(uint256, address to) external returns (bool) {
        // forgefmt: disable-next-item
        uint256[2] memory pairs = [uint256(1),
            2];
        if (to == address(0)) revert(); // no one
        (bool isDone, bytes memory given) =
            to.call{value: 1, gas: 100_000}(abi.encodeCall(IMarket.settleUpAll, (to, pairs[0], pairs[1])));
        return isDone // by now
            || given.length > 0; // then
    }
}
`;
    expect(await formatted(source)).toBe(source);
  });
});
