import type { DebugProtocol } from "@vscode/debugprotocol";
import { instructionSize, instructionStarts, opcodes } from "../../chain/evm/opcodes";
import { bytesToHex } from "../../crypto/bytes/hex";
import { t } from "../../text/catalogue";
import type { Debuggee } from "../program/debuggee";
import type { CodeInfo } from "../source/codeInfo";
import { ownerOf, type SourceSyntax } from "../source/syntax";
import { NotAvailable } from "../values/value";
import { codeAddress, readCodeAddress } from "./machineReferences";
import { placeOf } from "./shownState";

/** Instructions of one answer. */
const maxInstructions = 100_000;

/** What is known of a code, whichever frame runs it. */
function infoOfCode(debuggee: Debuggee, code: number): CodeInfo | undefined {
  const { frames } = debuggee.playback.recording;
  for (const [frame, recorded] of frames.entries()) {
    const info = recorded.code === code ? debuggee.codeInfoOf(frame) : undefined;
    if (info) return info;
  }
  return undefined;
}

function symbolOf(info: CodeInfo, pc: number): string | undefined {
  const source = info.syntax.sources.get(info.sourceOf[pc] ?? -1);
  const owner = ownerOf(source?.around(info.startOf[pc] ?? -1, info.endOf[pc] ?? -1));
  return info.syntax.functions.get(owner?.node.id ?? -1)?.qualified;
}

/**
 * As many instructions as are asked for, around a place of a code, each with its source. What lies before or behind the code is told as
 * instructions of a byte that are none. @throws NotAvailable for what is no address of code
 */
export function disassemble(
  debuggee: Debuggee,
  given: DebugProtocol.DisassembleArguments,
  sourceOf: (source: SourceSyntax) => DebugProtocol.Source,
): DebugProtocol.DisassembledInstruction[] {
  const { memoryReference, offset = 0, instructionOffset = 0, instructionCount, resolveSymbols } = given;
  const { code, pc: asked } = readCodeAddress(debuggee, memoryReference);
  const bytes = debuggee.playback.data.codes[code]?.bytes ?? new Uint8Array(0);
  if (!(instructionCount >= 0 && instructionCount <= maxInstructions))
    throw new NotAvailable(t("{0} isn't known here", String(instructionCount)));
  const starts = instructionStarts(bytes);
  const from = asked + offset;
  const nearest =
    from < 0
      ? from
      : from >= bytes.length
        ? starts.length + from - bytes.length
        : starts.findLastIndex((pc) => pc <= from);
  const at = nearest + instructionOffset;
  const info = infoOfCode(debuggee, code);
  return Array.from({ length: instructionCount }, (_, i) => {
    const pc = starts[at + i];
    if (pc === undefined) {
      const beside = at + i < 0 ? at + i : bytes.length + at + i - starts.length;
      return { address: codeAddress(code, beside), instruction: "", presentationHint: "invalid" as const };
    }
    const opcode = bytes[pc] ?? 0;
    const size = instructionSize(opcode);
    const operand = size > 1 ? ` ${bytesToHex(bytes.subarray(pc + 1, pc + size))}` : "";
    const source = info?.syntax.sources.get(info.sourceOf[pc] ?? -1);
    const start = info?.startOf[pc] ?? -1;
    const symbol = resolveSymbols && info ? symbolOf(info, pc) : undefined;
    const end = Math.max(start, info?.endOf[pc] ?? start);
    return {
      address: codeAddress(code, pc),
      instruction: `${opcodes[opcode]?.name ?? `0x${opcode.toString(16)}`}${operand}`,
      instructionBytes: bytesToHex(bytes.subarray(pc, pc + size)).slice(2),
      ...(symbol === undefined ? {} : { symbol }),
      ...(source && start >= 0
        ? { location: sourceOf(source), ...placeOf(source, { source: source.id, start, end }) }
        : {}),
    };
  });
}
