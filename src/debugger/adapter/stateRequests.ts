import type { DebugProtocol } from "@vscode/debugprotocol";
import { instructionSize, instructionStarts, opcodes } from "../../chain/evm/opcodes";
import { bytesToHex } from "../../crypto/bytes/hex";
import { t } from "../../text/catalogue";
import type { Debuggee } from "../program/debuggee";
import { failureText } from "../program/explain";
import type { FrameScope } from "../program/frameScope";
import type { CodeInfo } from "../source/codeInfo";
import { ownerOf, type SourceSyntax } from "../source/syntax";
import { NotAvailable } from "../values/value";
import { evaluatorOf } from "./breakpointHits";
import type { ClientView } from "./clientView";
import { completions } from "./completions";
import { codeAddress, readBytes, readCodeAddress } from "./machineReferences";
import type { StateHandlers } from "./requests";
import type { SessionState } from "./sessionState";
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
function disassemble(
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

/** Shows what is to be seen where execution stands: stack, variables, values of expressions, sources, machine code. */
export function stateRequests(state: SessionState, client: ClientView): StateHandlers {
  const allSources = (): SourceSyntax[] =>
    (state.started?.debuggee.syntaxes ?? []).flatMap(({ sources }) => [...sources.values()]);

  /** The scope that a client asks about: of its frame, else of the innermost one with source. @throws NotAvailable */
  function scopeOf(frameId: number | undefined): FrameScope {
    const { shown } = state;
    const frame = shown?.frame(frameId);
    const gone = frameId !== undefined && !frame;
    const scope = gone ? undefined : (frame?.scope ?? shown?.frames.find((each) => each.scope)?.scope);
    if (!scope) throw new NotAvailable(t("This can't be evaluated here."));
    return scope;
  }

  return {
    stackTrace(given) {
      const { shown } = state;
      const stackFrames = (shown?.stackFrames(client.source, given) ?? []).map((each) => client.counted(each));
      return { stackFrames, totalFrames: shown?.frames.length ?? 0 };
    },
    scopes: ({ frameId }) => ({ scopes: state.shown?.scopes(frameId) ?? [] }),
    variables: (given) => ({ variables: state.shown?.variables(given) ?? [] }),
    async evaluate({ expression, frameId, context, format }) {
      const scope = scopeOf(frameId);
      const value = state.started && (await evaluatorOf(state.started, scope).evaluate(expression));
      const how = { hex: format?.hex, whole: context === "clipboard" };
      const shown = value && state.shown?.variable({ name: expression, value, expression }, scope, how);
      if (!shown) throw new NotAvailable(t("This can't be evaluated here."));
      const { name: _, evaluateName: __, value: result, ...rest } = shown;
      return { ...rest, result };
    },
    async completions({ text, column, line, frameId }) {
      const { lineFromClient, columnFromClient, columnToClient } = client.counting;
      const row = line === undefined ? 1 : lineFromClient(line);
      const typed = text.split(/\r?\n/)[row - 1] ?? "";
      const found = await completions(scopeOf(frameId), typed, columnFromClient(column) - 1);
      return { targets: found.map((each) => ({ ...each, start: columnToClient((each.start ?? 0) + 1) })) };
    },
    exceptionInfo() {
      const debuggee = state.started?.debuggee;
      const failure = state.control?.failure;
      if (!debuggee || !failure) throw new NotAvailable(t("Execution isn't stopped at a failure."));
      const { error = "revert" } = debuggee.playback.frame(failure.frame);
      const description = failureText(debuggee, failure.frame);
      return {
        exceptionId: error,
        description,
        breakMode: failure.isOrigin ? "unhandled" : "always",
        details: { message: description, typeName: error },
      };
    },
    loadedSources() {
      const once = new Map(allSources().map((source) => [source.path ?? source.name, source]));
      return { sources: [...once.values()].map(client.source) };
    },
    source({ source, sourceReference }) {
      const reference = source?.sourceReference || sourceReference;
      const found = reference ? client.numbered(reference) : source && allSources().find(client.asked(source).isIt);
      if (!found) throw new NotAvailable(t("{0} isn't known here", source?.path ?? String(reference)));
      return { content: found.text.text, mimeType: "text/x-solidity" };
    },
    disassemble(given) {
      const debuggee = state.started?.debuggee;
      const found = debuggee ? disassemble(debuggee, given, client.source) : [];
      return { instructions: found.map((each) => client.counted(each)) };
    },
    readMemory(given) {
      const debuggee = state.started?.debuggee;
      return debuggee && readBytes(debuggee, state.control?.position.step ?? 0, given);
    },
  };
}
