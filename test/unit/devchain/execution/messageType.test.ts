import { Message } from "@ethereumjs/evm";
import { expect, it } from "vitest";
import { addressOf } from "../../../../src/devchain/execution/knownAddress";
import { messageType } from "../../../../src/devchain/execution/messageType";

const [own, other] = ["11", "22"].map((byte) => addressOf(byte.repeat(20)));

it("a message is of the opcode that sends it, also where a test puts other code in the place of what is called", () => {
  const sent = { caller: own, gasLimit: 0n };
  const types = [
    { to: other },
    { to: other, isStatic: true },
    { to: own, codeAddress: other },
    { to: own, codeAddress: other, delegatecall: true },
    { to: other, codeAddress: own },
    {},
    { salt: new Uint8Array(32) },
  ].map((each) => messageType(new Message({ ...sent, ...each } as ConstructorParameters<typeof Message>[0])));
  expect(types).toEqual(["CALL", "STATICCALL", "CALLCODE", "DELEGATECALL", "CALL", "CREATE", "CREATE2"]);
});
