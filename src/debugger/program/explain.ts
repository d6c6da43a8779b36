import type { DecodedValue } from "../../chain/abi/abiDecoder";
import { type ContractInterface, contractInterface } from "../../chain/abi/contractInterface";
import { precompiledAt, precompiledInterface } from "../../chain/abi/precompiledContracts";
import { decodeRevert, revertText } from "../../chain/abi/revert";
import { callText } from "../../chain/abi/valueText";
import { isCreation, type RecordedFrame } from "../../chain/dev/executionRecording";
import { ethereumContract } from "../../chain/evm/ethereumContracts";
import { proxyTitle } from "../../chain/proxy/contractProxy";
import { cheatAddresses } from "../../contractTests/cheats/cheatAddresses";
import type { Hex } from "../../crypto/bytes/hex";
import { revertMessage } from "../../errors/revertText";
import { t } from "../../text/catalogue";
import { visibleLine } from "../../text/visibleText";
import type { Debuggee } from "./debuggee";

/** What is known of the contract that a frame runs. */
interface FrameFacts {
  /** Of the contract, the built-in contract, or the address. */
  readonly name: string;
  readonly abi: ContractInterface | undefined;
  /** `transfer("0x…", 5)`, or what is known. */
  readonly call: string;
  readonly arguments: readonly DecodedValue[];
  readonly results: readonly DecodedValue[];
}

const interfaces = new WeakMap<object, ContractInterface>();

function abiOf(debuggee: Debuggee, frame: number): ContractInterface | undefined {
  const found = debuggee.contracts[frame];
  if (found) {
    let abi = interfaces.get(found.contract);
    if (!abi) {
      abi = contractInterface(found.contract.abi, debuggee.suite);
      interfaces.set(found.contract, abi);
    }
    return abi;
  }
  const precompiled = precompiledAt(debuggee.playback.frame(frame).codeAddress);
  return precompiled && precompiledInterface(precompiled, debuggee.suite);
}

function nameOf(debuggee: Debuggee, index: number, frame: RecordedFrame): string {
  const found = debuggee.contracts[index];
  if (found) return found.contract.name;
  const { codeAddress } = frame;
  return precompiledAt(codeAddress) ?? (ethereumContract(codeAddress) || codeAddress);
}

function safely<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** The frame to whose code a proxy's frame passed on the very call, with what the proxy may add behind it. */
export function passedOn({ playback: { recording } }: Debuggee, index: number): number | undefined {
  const { input = "" } = recording.frames[index] ?? {};
  if (input.length < "0x12345678".length) return undefined;
  const inner = recording.frames.findIndex(
    ({ parent, type, input: given }, i) =>
      i > index && parent === index && (type === "DELEGATECALL" || type === "CALLCODE") && given.startsWith(input),
  );
  return inner < 0 ? undefined : inner;
}

/** A frame's contract, what it was asked and what it answered: of a proxy, what the code behind it makes of the call. */
export function frameFacts(debuggee: Debuggee, index: number): FrameFacts {
  const { isRead, ...facts } = ownFacts(debuggee, index);
  const inner = isRead ? undefined : passedOn(debuggee, index);
  if (inner === undefined) return facts;
  const behind = frameFacts(debuggee, inner);
  return { ...behind, name: proxyTitle(facts.name, behind.name) };
}

function ownFacts(debuggee: Debuggee, index: number): FrameFacts & { readonly isRead: boolean } {
  const frame = debuggee.playback.frame(index);
  const abi = abiOf(debuggee, index);
  const name = nameOf(debuggee, index, frame);
  if (isCreation(frame)) {
    return { name, abi, call: "constructor", arguments: [], results: [], isRead: true };
  }
  const call = abi && safely(() => abi.decodeCall(frame.input as Hex));
  if (!abi || !call) return { name, abi, call: frame.input.slice(0, 10), arguments: [], results: [], isRead: false };
  const results =
    frame.error === undefined ? safely(() => abi.decodeOutput(call.signature, frame.output as Hex)) : undefined;
  return {
    name,
    abi,
    call: callText(
      call.name,
      call.arguments.map(({ value }) => value),
    ),
    arguments: call.arguments,
    results: results ?? [],
    isRead: true,
  };
}

/** Why a frame failed, in one line. */
export function failureText(debuggee: Debuggee, index: number): string {
  const frame = debuggee.playback.frame(index);
  const output = frame.output as Hex;
  const plain = decodeRevert(output);
  let decoded = plain;
  if (plain.kind === "unknown") {
    for (const [each, found] of debuggee.contracts.entries()) {
      const abi = found && abiOf(debuggee, each);
      const own = abi?.decodeRevert(output);
      if (own && own.kind !== "unknown") {
        decoded = own;
        break;
      }
    }
  }
  const reason = revertText(decoded);
  if (reason !== undefined) return visibleLine(revertMessage(reason));
  return visibleLine(frame.error === "revert" ? t("reverted without a reason") : (frame.error ?? ""));
}

/** Where something began to fail: the frame, and the step in it. */
export interface FailureOrigin {
  readonly frame: number;
  readonly step: number;
}

/** `store(address,bytes32,bytes32)` of cheat codes, for the slot `failed`. */
const noting = /^0x70ca10bb[0-9a-f]{64}6661696c6564(?:00){26}/;

/**
 * Where the failure of something that stands for several executions was noted, none of which failed: older test libraries write it down
 * and go on. What was expected and didn't come shows at the end of the last execution.
 */
function notedAt(
  { recording: { frames }, frameStart, frameEnd }: Debuggee["playback"],
  whole: number,
): FailureOrigin | undefined {
  const noted = frames.findIndex(
    ({ codeAddress, input }) => noting.test(input) && cheatAddresses.includes(codeAddress.replace(/^0x/, "")),
  );
  if (noted >= 0) return { frame: whole, step: Math.max(0, (frameStart[noted] ?? 0) - 1) };
  const last = frames.findLastIndex(({ parent, code }) => parent === whole && code >= 0);
  return last < 0 ? undefined : { frame: whole, step: Math.max(0, (frameEnd[last] ?? 0) - 1) };
}

/** For each frame that failed, the frame in which that began, and the step at which it did. The first is the execution's own. */
export function failureOrigins({ playback }: Debuggee): readonly (FailureOrigin | undefined)[] {
  const { frames } = playback.recording;
  const lastCalls = new Map<number, number>();
  for (const [frame, { parent }] of frames.entries()) lastCalls.set(parent, frame);
  const origins: (FailureOrigin | undefined)[] = frames.map(() => undefined);
  // from the end: what a frame called stands behind it
  for (const [frame, recorded] of [...frames.entries()].reverse()) {
    if (recorded.error === undefined) continue;
    const [start = 0, end = 0] = [playback.frameStart[frame], playback.frameEnd[frame]];
    // what only hands on the failure of what it called did not begin it
    const last = lastCalls.get(frame) ?? -1;
    // what stands for several executions has no code that could fail
    const handsOn = recorded.code < 0 && !recorded.builtin && recorded.parent < 0;
    const isSame = frames[last]?.output === recorded.output && recorded.output !== "0x";
    const own = { frame, step: end <= start ? Math.max(0, start - 1) : end - 1 };
    const known = ((handsOn || isSame) && origins[last]) || (handsOn && notedAt(playback, frame));
    origins[frame] = known || own;
  }
  return origins;
}
