import { callDataOf } from "../../chain/dev/executionRecording";
import { numberOfBytes } from "../../crypto/bytes/bigEndian";
import { hexToBytes } from "../../crypto/bytes/hex";
import { t } from "../../text/catalogue";
import { blockAt } from "../program/blockAt";
import { NotAvailable } from "../values/value";
import {
  addressType,
  bytes4,
  bytes32,
  bytesType,
  dynamic,
  type EvaluationContext,
  type EvaluationResult,
  uint256,
  word,
} from "./evaluation";

/** Runs opcodes that leave a word on the stack, where execution stands. @throws NotAvailable where no one can be asked. */
export async function askedWord({ calls }: EvaluationContext, opcodes: string): Promise<bigint> {
  // PUSH1 0 MSTORE, then PUSH1 32 PUSH1 0 RETURN
  const answer = await calls?.run(`0x${opcodes}60005260206000f3`);
  if (!answer?.succeeded || answer.output.length !== 32) throw new NotAvailable(t("this isn't available here"));
  return numberOfBytes(answer.output);
}

/** An address as PUSH20 puts it on the stack. */
const pushed = (address: bigint): string => `73${address.toString(16).padStart(40, "0")}`;

/** Opcodes of what the recording does not tell. */
const askedOpcodes: Readonly<Record<string, readonly [string, typeof uint256]>> = {
  "block.chainid": ["46", uint256],
  "block.basefee": ["48", uint256],
  "block.blobbasefee": ["4a", uint256],
  "block.prevrandao": ["44", uint256],
  "block.difficulty": ["44", uint256],
  "block.coinbase": ["41", addressType],
};

/** A member of `msg`, `tx` or `block`. @throws NotAvailable */
export async function globalValue(context: EvaluationContext, space: string, name: string): Promise<EvaluationResult> {
  const { debuggee, stackFrame } = context.scope;
  const { transaction } = debuggee.recording;
  const frame = debuggee.playback.frame(stackFrame.frame);
  const whole = `${space}.${name}`;
  switch (whole) {
    case "msg.sender":
      return word(addressType, BigInt(frame.from));
    case "msg.value":
      return word(uint256, BigInt(frame.value));
    case "msg.data":
      return dynamic(bytesType, hexToBytes(callDataOf(frame)));
    case "msg.sig":
      return word(bytes4, BigInt(`0x${callDataOf(frame).slice(2, 10).padEnd(64, "0")}`));
    case "tx.origin":
      return word(addressType, BigInt(transaction.from));
    case "tx.gasprice":
      return word(uint256, BigInt(transaction.gasPrice === "" ? "0" : transaction.gasPrice));
    case "block.number":
      return word(uint256, blockAt(debuggee, context.scope.step).number);
    case "block.timestamp":
      return word(uint256, blockAt(debuggee, context.scope.step).timestamp);
    case "block.gaslimit":
      return word(uint256, BigInt(transaction.gasLimit));
  }
  const [opcode, type] = askedOpcodes[whole] ?? [];
  if (opcode === undefined || !type) throw new NotAvailable(t("{0} isn't known here", whole));
  return word(type, await askedWord(context, opcode));
}

/** `balance`, `code` and `codehash` of an address. Undefined for other names. */
export async function accountMember(
  context: EvaluationContext,
  address: bigint,
  name: string,
): Promise<EvaluationResult | undefined> {
  switch (name) {
    case "balance":
      return word(uint256, await askedWord(context, `${pushed(address)}31`));
    case "codehash":
      return word(bytes32, await askedWord(context, `${pushed(address)}3f`));
    case "code": {
      const push = pushed(address);
      // EXTCODESIZE, EXTCODECOPY to 0, RETURN
      const answer = await context.calls?.run(`0x${push}3b8060006000${push}3c6000f3`);
      if (!answer?.succeeded) throw new NotAvailable(t("this isn't available here"));
      return dynamic(bytesType, answer.output);
    }
    default:
      return undefined;
  }
}
