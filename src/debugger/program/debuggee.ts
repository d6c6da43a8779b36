import { selectorOf } from "../../chain/abi/selector";
import { type ExecutionRecording, isCreation } from "../../chain/dev/executionRecording";
import { cheatAddresses } from "../../contractTests/cheats/cheatAddresses";
import { addressDigits } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { cryptoSuite } from "../../crypto/suites";
import { Playback } from "../replay/playback";
import { type CodeInfo, codeInfo, StopTable } from "../source/codeInfo";
import { ProjectSyntax } from "../source/syntax";
import { TypeReader } from "../values/solidityType";
import type { ContractFinder, FoundContract } from "./findContract";
import { Stepping } from "./stepping";
import { Timeline } from "./timeline";

/** A recorded execution with all that is known of it. */
export interface Debuggee {
  readonly recording: ExecutionRecording;
  readonly playback: Playback;
  readonly timeline: Timeline;
  readonly stepping: Stepping;
  readonly table: StopTable;
  readonly suite: CryptoSuite;
  readonly syntaxes: readonly ProjectSyntax[];
  /** By frame. */
  readonly contracts: readonly (FoundContract | undefined)[];
  typesOf(syntax: ProjectSyntax): TypeReader;
  codeInfoOf(frame: number): CodeInfo | undefined;
}

/** The contract behind every frame of a recording; undefined where the sources are not known or no code ran. */
export function contractsOf(recording: ExecutionRecording, finder: ContractFinder): (FoundContract | undefined)[] {
  return recording.frames.map((frame) => {
    const text = recording.codes[frame.code];
    return text === undefined ? undefined : finder.find(text, isCreation(frame));
  });
}

/** Plays a recording through and reads it in terms of its sources. */
export function debuggeeOf(recording: ExecutionRecording, finder: ContractFinder): Debuggee {
  const playback = new Playback(recording);
  const table = new StopTable();
  const syntaxes = new Map<string, ProjectSyntax>();
  const readers = new Map<ProjectSyntax, TypeReader>();
  const infos = new Map<string, CodeInfo>();
  const contracts = contractsOf(recording, finder);
  const byFrame = contracts.map((found, frame) => {
    if (!found) return undefined;
    const { project, contract, creation } = found;
    const { code } = playback.frame(frame);
    const key = `${code} ${creation}`;
    let info = infos.get(key);
    if (!info) {
      let syntax = syntaxes.get(project.id);
      if (!syntax) {
        syntax = new ProjectSyntax(project);
        syntaxes.set(project.id, syntax);
      }
      const bytes = playback.data.codes[code]?.bytes ?? new Uint8Array(0);
      const compiled = creation ? contract.bytecode : contract.deployedBytecode;
      info = codeInfo(contract, compiled, bytes, syntax, table, creation);
      infos.set(key, info);
    }
    return info;
  });
  const timeline = new Timeline(playback, byFrame, table);
  return {
    recording,
    playback,
    timeline,
    stepping: new Stepping(timeline),
    table,
    suite: cryptoSuite(recording.suite),
    syntaxes: [...syntaxes.values()],
    contracts,
    typesOf: (syntax) => {
      let reader = readers.get(syntax);
      if (!reader) {
        reader = new TypeReader(syntax);
        readers.set(syntax, reader);
      }
      return reader;
    },
    codeInfoOf: (frame) => byFrame[frame],
  };
}

/** The block as code sees it before a step: a test may have moved on to another by `vm.roll` and `vm.warp`. */
export function blockAt(
  { recording, playback, suite }: Debuggee,
  step: number,
): { readonly number: bigint; readonly timestamp: bigint } {
  const seen = { number: BigInt(recording.block.number), timestamp: BigInt(recording.block.timestamp) };
  const [roll, warp] = ["roll(uint256)", "warp(uint256)"].map((signature) => selectorOf(suite, signature));
  for (const [index, { builtin, codeAddress, input, error }] of recording.frames.entries()) {
    if (!builtin || error !== undefined || input.length !== 74 || !playback.hasEnded(index, step)) continue;
    if (!cheatAddresses.includes(addressDigits(codeAddress))) continue;
    const selector = input.slice(0, 10);
    if (selector === roll) seen.number = BigInt(`0x${input.slice(10)}`);
    if (selector === warp) seen.timestamp = BigInt(`0x${input.slice(10)}`);
  }
  return seen;
}
