import type { Common } from "@ethereumjs/common";
import { type EVMOpts, getOpcodesForHF } from "@ethereumjs/evm";
import type { Frame } from "./frame";

/** What is known of an opcode: number, name with its index, and price without what depends on its operands. */
export interface OpcodeInfo {
  readonly code: number;
  readonly fullName: string;
  readonly fee: number;
  readonly feeBigInt: bigint;
  readonly dynamicGas: boolean;
  readonly isInvalid: boolean;
}

/** An opcode as the loop runs it. A promise has to be waited for. */
export interface OpcodeEntry {
  readonly opcodeInfo: OpcodeInfo;
  readonly opHandler: (frame: Frame, common: Common) => unknown;
  readonly gasHandler: (frame: Frame, gas: bigint, common: Common) => bigint | Promise<bigint>;
}

/**
 * An opcode of our own, in the place of the library's.
 * @public the library reads it
 */
export interface FrameOpcode {
  readonly opcode: number;
  readonly opcodeName: string;
  readonly baseFee: number;
  readonly gasFunction?: (frame: Frame, gas: bigint) => bigint;
  readonly logicFunction: (frame: Frame) => void | Promise<void>;
}

/** The library hands our opcodes what they are run with, which is a frame. */
export const customOpcodes = (opcodes: readonly FrameOpcode[]): NonNullable<EVMOpts["customOpcodes"]> =>
  opcodes as unknown as NonNullable<EVMOpts["customOpcodes"]>;

/** All 256 opcodes of a revision; those that it lacks are INVALID. A frame has what they ask for (frame.ts). */
export const opcodeTable = (common: Common, custom: EVMOpts["customOpcodes"]): OpcodeEntry[] =>
  getOpcodesForHF(common, custom).opcodeMap as unknown as OpcodeEntry[];
