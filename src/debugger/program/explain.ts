import { type ContractInterface, contractInterface } from "../../chain/abi/contractInterface";
import type { DecodedValue } from "../../chain/abi/decodedValue";
import { precompiledAt, precompiledInterface } from "../../chain/abi/precompiledContracts";
import { decodeRevert, revertText } from "../../chain/abi/revert";
import { callText } from "../../chain/abi/valueText";
import { isCreation, type RecordedFrame } from "../../chain/dev/executionRecording";
import { saidRevert } from "../../chain/errors/revertWords";
import type { Hex } from "../../crypto/bytes/hex";
import { t } from "../../text/catalogue";
import { visibleLine } from "../../text/visibleText";
import type { Debuggee } from "./debuggee";

/** Contracts of Ethereum's machine, by their address. */
const ofEthereum = [
  "",
  "ecrecover",
  "sha256",
  "ripemd160",
  "identity",
  "modexp",
  "ecAdd",
  "ecMul",
  "ecPairing",
  "blake2f",
];

/** What a contract that Ethereum's machine has built in is called; empty for any other. */
export const ethereumContract = (address: string): string => ofEthereum[Number(address)] ?? "";

/** What is known of the contract that a frame runs. */
export interface FrameFacts {
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

/** A frame's contract, what it was asked and what it answered. */
export function frameFacts(debuggee: Debuggee, index: number): FrameFacts {
  const frame = debuggee.playback.frame(index);
  const abi = abiOf(debuggee, index);
  const name = nameOf(debuggee, index, frame);
  if (isCreation(frame)) {
    return { name, abi, call: "constructor", arguments: [], results: [] };
  }
  const call = abi && safely(() => abi.decodeCall(frame.input as Hex));
  if (!abi || !call) return { name, abi, call: frame.input.slice(0, 10), arguments: [], results: [] };
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
  if (reason !== undefined) return visibleLine(saidRevert(reason));
  return visibleLine(frame.error === "revert" ? t("reverted without a reason") : (frame.error ?? ""));
}

/** The frame in which a failing execution began to fail, and the step at which it did; undefined where nothing failed. */
export function failureOrigin(
  debuggee: Debuggee,
  frame = 0,
): { readonly frame: number; readonly step: number } | undefined {
  const { playback } = debuggee;
  const recorded = playback.recording.frames[frame];
  if (!recorded || recorded.error === undefined) return undefined;
  const [start = 0, end = 0] = [playback.frameStart[frame], playback.frameEnd[frame]];
  // what only hands on the failure of what it called did not begin it
  const children = playback.recording.frames.flatMap((each, i) => (each.parent === frame ? [{ each, i }] : []));
  const last = children.at(-1);
  // what stands for several executions has no code that could fail
  const handsOn = recorded.code < 0 && !recorded.builtin && recorded.parent < 0;
  if (
    last &&
    last.each.error !== undefined &&
    (handsOn || (last.each.output === recorded.output && recorded.output !== "0x"))
  ) {
    const inner = failureOrigin(debuggee, last.i);
    if (inner) return inner;
  }
  if (end <= start) return { frame, step: Math.max(0, start - 1) };
  return { frame, step: end - 1 };
}
