import { callDataOf } from "../../chain/dev/executionRecording";
import { numberOfBytes } from "../../crypto/bytes/bigEndian";
import { hexToBytes } from "../../crypto/bytes/hex";
import { t } from "../../text/catalogue";
import { blockAt } from "../program/debuggee";
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

/** Runs opcodes that leave a word on the stack, where execution stands. @throws NotAvailable where nothing can be asked. */
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

/** What the recording tells: how to read it. */
const recorded: Readonly<Record<string, (context: EvaluationContext) => EvaluationResult>> = {
  "msg.sender": (context) => word(addressType, BigInt(frameOf(context).from)),
  "msg.value": (context) => word(uint256, BigInt(frameOf(context).value)),
  "msg.data": (context) => dynamic(bytesType, hexToBytes(callDataOf(frameOf(context)))),
  "msg.sig": (context) => word(bytes4, BigInt(`0x${callDataOf(frameOf(context)).slice(2, 10).padEnd(64, "0")}`)),
  "tx.origin": (context) => word(addressType, BigInt(transactionOf(context).from)),
  "tx.gasprice": (context) => word(uint256, BigInt(transactionOf(context).gasPrice || "0")),
  "block.number": ({ scope }) => word(uint256, blockAt(scope.debuggee, scope.step).number),
  "block.timestamp": ({ scope }) => word(uint256, blockAt(scope.debuggee, scope.step).timestamp),
  "block.gaslimit": (context) => word(uint256, BigInt(transactionOf(context).gasLimit)),
};
const frameOf = ({ scope }: EvaluationContext) => scope.debuggee.playback.frame(scope.stackFrame.frame);
const transactionOf = ({ scope }: EvaluationContext) => scope.debuggee.recording.transaction;

/** Names of what `msg`, `tx` or `block` has here. */
export const membersOfGlobal = (space: string): string[] =>
  [...Object.keys(recorded), ...Object.keys(askedOpcodes)].flatMap((whole) =>
    whole.startsWith(`${space}.`) ? [whole.slice(space.length + 1)] : [],
  );

/** A member of `msg`, `tx` or `block`. @throws NotAvailable */
export async function globalValue(context: EvaluationContext, space: string, name: string): Promise<EvaluationResult> {
  const whole = `${space}.${name}`;
  const read = recorded[whole];
  if (read) return read(context);
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
