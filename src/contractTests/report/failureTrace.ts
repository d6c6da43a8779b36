import type { EVMResult, ExecResult, Message } from "@ethereumjs/evm";
import { precompiledAt } from "../../chain/abi/precompiledContracts";
import { isCreation, type RecordedFrame } from "../../chain/dev/executionRecording";
import { ethereumContract } from "../../chain/evm/ethereumContracts";
import { op } from "../../chain/evm/opcodes";
import { bytesToHexDigits } from "../../crypto/bytes/hex";
import { wordDigits } from "../../devchain/execution/flatStateManager";
import type { Frame as EvmFrame } from "../../devchain/execution/frame";
import type { StepWatcher } from "../../devchain/execution/frameRecorder";
import { messageType } from "../../devchain/execution/messageType";
import { jumpKinds, readSourceMap, type SourceMap } from "../../solidity/program/sourceMap";
import type { Artifact } from "../chain/artifacts";
import type { InterfaceNames } from "../chain/interfaceNames";
import type { TestChain } from "../chain/testChain";
import { cheatAddresses } from "../cheats/cheatAddresses";
import type { CheatEvm, CheatListener, CheatMessage } from "../cheats/cheatEvm";
import type { StackLine, TextPosition } from "../testProject";
import { placeIn, sourceOf } from "./testSources";

/** A frame while it runs. */
interface Frame {
  readonly type: RecordedFrame["type"];
  readonly line: number;
  /** 40 hex digits; empty for a contract that is made. */
  readonly address: string;
  readonly data: Uint8Array;
  artifact: Artifact | undefined;
  map: SourceMap | undefined;
  pc: number;
  /** Where functions of the contract itself were called, the outermost first. */
  readonly callers: number[];
  began: boolean;
  steps: number;
  /** An address without code that it called, or whose code it looked for, and how many steps it then makes at most before it reverts. */
  missing: { readonly address: string; readonly until: number } | undefined;
}

/** Steps of code by any compiler between the look for a contract's code, or a call's end, and the revert where there is none. */
const stepsBehind = { look: 40, call: 200 } as const;

const maxTraceLength = 400;
const maps = new WeakMap<object, SourceMap>();

function mapOf(artifact: Artifact, making: boolean): SourceMap {
  const code = making ? artifact.contract.bytecode : artifact.contract.deployedBytecode;
  let map = maps.get(code);
  if (!map) {
    map = readSourceMap(code.sourceMap, making ? artifact.creation.bytes : artifact.runtime.bytes);
    maps.set(code, map);
  }
  return map;
}

/** What to call an address without a name. */
function nameOf(address: string): string {
  return address === "" ? "contract" : (precompiledAt(`0x${address}`) ?? `0x${address}`);
}

/** Ethereum's built-in contracts, and those of FISCO BCOS. */
const isBuiltIn = (address: string): boolean =>
  ethereumContract(`0x${address}`) !== "" || precompiledAt(`0x${address}`) !== undefined;

/** Writes down what an execution does, for the report of a failed test. */
export class FailureTrace implements CheatListener, StepWatcher {
  readonly lines: string[] = [];
  /** Where the innermost frame that failed first stood, the innermost first. */
  stack: StackLine[] = [];
  /** Where there was no contract to call, if that is why it failed. */
  missing: string | undefined;
  readonly #context: TestChain;
  readonly #names: InterfaceNames;
  readonly #frames: Frame[] = [];
  /** What the latest failure said. */
  #reported: Uint8Array | undefined;
  #noted = false;

  constructor(testChain: TestChain, names: InterfaceNames) {
    this.#context = testChain;
    this.#names = names;
  }

  /** Runs the work watched. */
  async watch<T>(evm: CheatEvm, work: () => Promise<T>): Promise<T> {
    const before = (message: Message): void => this.#begin(message);
    const after = (result: EVMResult): void => this.#end(result);
    evm.watcher = this;
    evm.events.on("beforeMessage", before);
    evm.events.on("afterMessage", after);
    evm.listener = this;
    try {
      return await work();
    } finally {
      evm.watcher = undefined;
      evm.events.off("beforeMessage", before);
      evm.events.off("afterMessage", after);
      evm.listener = undefined;
    }
  }

  get #labels(): ReadonlyMap<string, string> {
    return this.#context.evm(3).state.labels;
  }

  #say(line: string): void {
    const depth = this.#frames.length;
    if (this.lines.length < maxTraceLength) this.lines.push(`${"  ".repeat(depth)}${line}`);
    else if (this.lines.length === maxTraceLength) this.lines.push("…");
  }

  cheat({ data }: CheatMessage, { exceptionError, returnValue }: ExecResult): void {
    const words = exceptionError ? ` ✗ ${this.#names.revert(returnValue, this.#labels)}` : "";
    this.#say(`vm.${this.#names.cheat(data, this.#labels)}${words}`);
    // An assertion that does not hold: the place is where it was asked.
    if (exceptionError) this.#remember(returnValue);
    else if (this.#notesFailure(data) && !this.#noted) {
      this.#noted = true;
      this.#remember(data);
    }
  }

  /** Older test libraries write down at the cheat codes' own address that something failed. */
  #notesFailure(data: Uint8Array): boolean {
    return cheatAddresses.includes(bytesToHexDigits(data.subarray(16, 36))) && data.length === 100;
  }

  #begin(message: Message): void {
    const type = messageType(message);
    const making = isCreation({ type });
    const address = message.to ? bytesToHexDigits(message.codeAddress.bytes) : "";
    const artifact = making ? this.#context.artifacts.byCreation(message.data) : this.#context.artifactAt(address);
    const caller = this.#frames.at(-1);
    if (caller) this.#looked(caller, message.data.length > 0 ? address : "", stepsBehind.call);
    const name = artifact?.contract.name ?? this.#labels.get(address) ?? nameOf(address);
    const call = making ? `new ${name}` : `${name}.${this.#names.call(message.data, this.#labels)}`;
    const value = message.value > 0n ? ` {value: ${message.value}}` : "";
    const mark = type === "CALL" || type === "CREATE" ? "" : ` [${type.toLowerCase()}]`;
    this.#say(`${call}${value}${mark}`);
    this.#frames.push({
      type,
      line: this.lines.length,
      address,
      data: message.data,
      artifact,
      map: artifact && mapOf(artifact, making),
      pc: 0,
      callers: [],
      began: false,
      steps: 0,
      missing: undefined,
    });
  }

  /** Compilers let code revert without a word where nothing is that could be called. */
  #looked(frame: Frame, address: string, steps: number): void {
    const isMissing = address !== "" && !isBuiltIn(address) && this.#context.codeOf(address).length === 0;
    frame.missing = isMissing ? { address, until: frame.steps + steps } : undefined;
  }

  step({ programCounter, env, stack }: EvmFrame): void {
    const frame = this.#frames[env.depth];
    if (!frame) return;
    frame.steps++;
    if (env.code[programCounter] === op.codeSizeOf) {
      const [word = 0n] = stack.peek(1);
      this.#looked(frame, wordDigits(word).slice(-40), stepsBehind.look);
    }
    if (!frame.began) {
      frame.began = true;
      if (!frame.artifact && frame.address !== "") {
        const code = this.#context.codeOf(bytesToHexDigits(env.codeAddress.bytes));
        frame.artifact = this.#context.artifacts.byRuntime(code);
        frame.map = frame.artifact && mapOf(frame.artifact, false);
      }
    }
    const jump = frame.map?.jumpOf[frame.pc];
    if (jump === jumpKinds.into) frame.callers.push(frame.pc);
    else if (jump === jumpKinds.out) frame.callers.pop();
    frame.pc = programCounter;
  }

  #end({ execResult, createdAddress }: EVMResult): void {
    const failed = execResult.exceptionError !== undefined;
    const { returnValue } = execResult;
    if (failed) this.#remember(returnValue);
    const frame = this.#frames.pop();
    if (failed) {
      const words = this.#names.revert(returnValue, this.#labels) || execResult.exceptionError?.error || "";
      this.#say(`  ← ✗ ${words}`);
    } else if (createdAddress) this.#say(`  ← 0x${bytesToHexDigits(createdAddress.bytes)}`);
    else if (frame && returnValue.length > 0) {
      this.#say(`  ← ${this.#names.answer(frame.data, returnValue, this.#labels)}`);
    }
  }

  /** Keeps where all frames stand when one fails; a frame that only hands on what another said is not the place. */
  #remember(output: Uint8Array): void {
    if (this.#reported && Buffer.compare(this.#reported, output) === 0) return;
    this.#reported = output;
    const last = this.#frames.at(-1);
    const isMissing = output.length === 0 && last?.missing !== undefined && last.steps <= last.missing.until;
    this.missing = isMissing ? last.missing?.address : undefined;
    this.stack = [...this.#frames].reverse().flatMap((frame) => this.#places(frame));
  }

  /** Places of a frame and of the functions of its contract that led there. */
  #places({ artifact, map, pc, callers, type }: Frame): StackLine[] {
    if (!artifact || !map) return [];
    const name = artifact.contract.name;
    const places = [pc, ...[...callers].reverse()].flatMap((at): StackLine[] => {
      const source = sourceOf(artifact.module, map.sourceOf[at] ?? -1);
      if (!source) return [];
      return [
        {
          ...placeIn(source, map.startOf[at] ?? 0),
          name: isCreation({ type }) ? `new ${name}` : name,
          foreign: source.foreign,
        },
      ];
    });
    return places.filter((place, index) => index === 0 || !samePlace(place, places[index - 1]));
  }
}

const samePlace = (left: TextPosition, right: TextPosition | undefined): boolean =>
  right !== undefined && left.file === right.file && left.line === right.line;
