import { numberOfBytes } from "../../crypto/bytes/bigEndian";

/** What an opcode is called, takes from the stack and puts there. */
interface OpcodeInfo {
  readonly name: string;
  readonly pops: number;
  readonly pushes: number;
  /**
   * It touches nothing but stack and program counter: the code tells what it does. The embedded chain writes no note of it into a
   * recording, and who plays one works it out (docs/devchain.md, "Recordings"): both go by this list.
   */
  readonly stackOnly: boolean;
}

const listed = `00 STOP 0 0 s|01 ADD 2 1 s|02 MUL 2 1 s|03 SUB 2 1 s|04 DIV 2 1 s|05 SDIV 2 1 s|06 MOD 2 1 s|07 SMOD 2 1 s|08 ADDMOD 3 1|09 MULMOD 3 1|0a EXP 2 1|0b SIGNEXTEND 2 1 s
10 LT 2 1 s|11 GT 2 1 s|12 SLT 2 1 s|13 SGT 2 1 s|14 EQ 2 1 s|15 ISZERO 1 1 s|16 AND 2 1 s|17 OR 2 1 s|18 XOR 2 1 s|19 NOT 1 1 s|1a BYTE 2 1 s|1b SHL 2 1 s|1c SHR 2 1 s|1d SAR 2 1 s|1e CLZ 1 1
20 KECCAK256 2 1|30 ADDRESS 0 1|31 BALANCE 1 1|32 ORIGIN 0 1|33 CALLER 0 1|34 CALLVALUE 0 1|35 CALLDATALOAD 1 1|36 CALLDATASIZE 0 1|37 CALLDATACOPY 3 0|38 CODESIZE 0 1|39 CODECOPY 3 0|3a GASPRICE 0 1|3b EXTCODESIZE 1 1|3c EXTCODECOPY 4 0|3d RETURNDATASIZE 0 1|3e RETURNDATACOPY 3 0|3f EXTCODEHASH 1 1
40 BLOCKHASH 1 1|41 COINBASE 0 1|42 TIMESTAMP 0 1|43 NUMBER 0 1|44 PREVRANDAO 0 1|45 GASLIMIT 0 1|46 CHAINID 0 1|47 SELFBALANCE 0 1|48 BASEFEE 0 1|49 BLOBHASH 1 1|4a BLOBBASEFEE 0 1
50 POP 1 0 s|51 MLOAD 1 1|52 MSTORE 2 0|53 MSTORE8 2 0|54 SLOAD 1 1|55 SSTORE 2 0|56 JUMP 1 0 s|57 JUMPI 2 0 s|58 PC 0 1|59 MSIZE 0 1|5a GAS 0 1|5b JUMPDEST 0 0 s|5c TLOAD 1 1|5d TSTORE 2 0|5e MCOPY 3 0|5f PUSH0 0 1 s
a0 LOG0 2 0|a1 LOG1 3 0|a2 LOG2 4 0|a3 LOG3 5 0|a4 LOG4 6 0|f0 CREATE 3 1|f1 CALL 7 1|f2 CALLCODE 7 1|f3 RETURN 2 0|f4 DELEGATECALL 6 1|f5 CREATE2 4 1|fa STATICCALL 6 1|fd REVERT 2 0|fe INVALID 0 0|ff SELFDESTRUCT 1 0`;

function table(): (OpcodeInfo | undefined)[] {
  const infos = new Array<OpcodeInfo | undefined>(256).fill(undefined);
  for (const entry of listed.split("\n").flatMap((line) => line.split("|"))) {
    const [code = "", name = "", pops, pushes, mark] = entry.split(" ");
    infos[Number.parseInt(code, 16)] = { name, pops: Number(pops), pushes: Number(pushes), stackOnly: mark === "s" };
  }
  for (let n = 1; n <= 32; n++) infos[0x5f + n] = { name: `PUSH${n}`, pops: 0, pushes: 1, stackOnly: true };
  for (let n = 1; n <= 16; n++) {
    infos[0x7f + n] = { name: `DUP${n}`, pops: n, pushes: n + 1, stackOnly: true };
    infos[0x8f + n] = { name: `SWAP${n}`, pops: n + 1, pushes: n + 1, stackOnly: true };
  }
  return infos;
}

/** By code; undefined for what is no opcode. */
export const opcodes: readonly (OpcodeInfo | undefined)[] = table();

/** Opcodes that are looked for by their number. */
export const op = {
  keccak256: 0x20,
  codeSizeOf: 0x3b,
  jump: 0x56,
  jumpIf: 0x57,
  jumpTarget: 0x5b,
  push0: 0x5f,
  create: 0xf0,
  callCode: 0xf2,
  delegateCall: 0xf4,
  create2: 0xf5,
} as const;

/** Opcodes that make a contract. */
export const creating: readonly number[] = [op.create, op.create2];

const senders = ["CREATE", "CREATE2", "CALL", "CALLCODE", "DELEGATECALL", "STATICCALL"];
const sending = opcodes.map((info) => senders.includes(info?.name ?? ""));

/** Whether an opcode sends a message, and goes on when that has ended. */
export const sendsMessage = (opcode: number): boolean => sending[opcode] === true;

/** Bytes of an instruction, its operand included: only what is pushed stands in the code. */
export const instructionSize = (opcode: number): number => (opcode >= 0x60 && opcode <= 0x7f ? opcode - 0x5e : 1);

/** Where the instructions of code begin, one after the other. */
export function instructionStarts(code: Uint8Array): number[] {
  const starts: number[] = [];
  for (let pc = 0; pc < code.length; pc += instructionSize(code[pc] as number)) starts.push(pc);
  return starts;
}

/** 1 where a jump may go in code. */
export function jumpTargets(code: Uint8Array): Uint8Array {
  const targets = new Uint8Array(code.length);
  for (let pc = 0; pc < code.length; pc += instructionSize(code[pc] as number))
    if (code[pc] === op.jumpTarget) targets[pc] = 1;
  return targets;
}

/** The number that the PUSH at a place puts on the stack; behind the end of the code there are zeros. */
export function pushedNumber(code: Uint8Array, pc: number): bigint {
  const size = instructionSize(code[pc] as number) - 1;
  const bytes = code.subarray(pc + 1, pc + 1 + size);
  return numberOfBytes(bytes) << BigInt(8 * (size - bytes.length));
}
