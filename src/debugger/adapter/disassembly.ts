import type { DebugProtocol } from "@vscode/debugprotocol";
import { bytesToHex } from "../../crypto/hex";
import type { Debuggee } from "../program/debuggee";
import { instructionSize, opcodes } from "../replay/opcodes";
import type { SourceSyntax } from "../source/syntax";

const readReference = (text: string): { readonly frame: number; readonly pc: number } | undefined => {
  const [, frame, pc] = /^f(\d{1,9}):(\d{1,9})$/.exec(text) ?? [];
  return frame === undefined ? undefined : { frame: Number(frame), pc: Number(pc) };
};

/** Instructions around a place, each with the line of its source. Addresses are `fFRAME:PC`. */
export function disassemble(
  debuggee: Debuggee,
  { memoryReference, offset = 0, instructionOffset = 0, instructionCount }: DebugProtocol.DisassembleArguments,
  sourceOf: (source: SourceSyntax) => DebugProtocol.Source,
): DebugProtocol.DisassembledInstruction[] {
  const asked = readReference(memoryReference);
  const recorded = asked && debuggee.playback.recording.frames[asked.frame];
  const code = recorded && debuggee.playback.data.codes[recorded.code]?.bytes;
  if (!asked || !code) return [];
  const starts: number[] = [];
  for (let pc = 0; pc < code.length; pc += instructionSize(code[pc] ?? 0)) starts.push(pc);
  const at =
    Math.max(
      0,
      starts.findLastIndex((pc) => pc <= asked.pc + offset),
    ) + instructionOffset;
  const info = debuggee.codeInfoOf(asked.frame);
  return Array.from({ length: Math.min(instructionCount, 1000) }, (_, i) => {
    const pc = starts[at + i];
    if (pc === undefined)
      return {
        address: `f${asked.frame}:${at + i < 0 ? 0 : code.length}`,
        instruction: "",
        presentationHint: "invalid" as const,
      };
    const opcode = code[pc] ?? 0;
    const size = instructionSize(opcode);
    const operand = size > 1 ? ` ${bytesToHex(code.subarray(pc + 1, pc + size))}` : "";
    const source = info?.syntax.sources.get(info.sourceOf[pc] ?? -1);
    const start = info?.startOf[pc] ?? -1;
    return {
      address: `f${asked.frame}:${pc}`,
      instruction: `${opcodes[opcode]?.name ?? `0x${opcode.toString(16)}`}${operand}`,
      instructionBytes: bytesToHex(code.subarray(pc, pc + size)).slice(2),
      ...(source && start >= 0 ? { location: sourceOf(source), line: source.text.lineOf(start) } : {}),
    };
  });
}

/** Memory of the running frame from a place `mBYTE` on. */
export function memoryBytes(
  { playback }: Debuggee,
  step: number,
  { memoryReference, offset = 0, count }: DebugProtocol.ReadMemoryArguments,
): { address: string; data?: string; unreadableBytes?: number } {
  const start = Number(/^m(\d{1,12})$/.exec(memoryReference)?.[1] ?? "0") + offset;
  const memory = playback.machineAt(step).top?.memory;
  const length = memory ? Math.max(0, Math.min(count, memory.size - start)) : 0;
  const address = `m${start}`;
  if (!memory || length === 0) return { address, unreadableBytes: count };
  return {
    address,
    data: Buffer.from(memory.read(start, length)).toString("base64"),
    ...(length < count ? { unreadableBytes: count - length } : {}),
  };
}
