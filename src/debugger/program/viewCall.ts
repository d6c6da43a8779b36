import { type AbiFunction, type ContractInterface, contractInterface } from "../../chain/abi/contractInterface";
import { isCreation, type RecordingChanges } from "../../chain/dev/executionRecording";
import { type Hex, hexToBytes } from "../../crypto/bytes/hex";
import type { CompiledContract } from "../../solidity/artifact/compiledProject";
import { rangeOf, type SyntaxNode } from "../../solidity/program/syntaxTree";
import type { FrameScope } from "./frameScope";
import type { StartedDebuggee } from "./startDebuggee";

/** What a message that is sent for an expression comes to. */
interface PointAnswer {
  readonly succeeded: boolean;
  readonly output: Uint8Array;
}

/**
 * Asks at the point where execution stands: on the state before the transaction with everything written and sent that was until then.
 * Nothing of it stays.
 */
export interface PointCalls {
  /** The contract of a tree, as far as others can call it; undefined where it was not compiled. */
  interfaceOf(contract: SyntaxNode | undefined): ContractInterface | undefined;
  /** What the compiler made of a contract, as hex digits; undefined where it was not compiled or nothing can be linked. */
  codeOf(contract: SyntaxNode | undefined, creation: boolean): string | undefined;
  /**
   * Sends a message.
   * @param inside as if the function were called from the code that runs: its sender, and its code also where it is borrowed
   */
  call(to: string, data: string, inside: boolean): Promise<PointAnswer>;
  /** Runs code of its own there. */
  run(code: string): Promise<PointAnswer>;
}

/** Where code of our own runs: no account has this address. */
const runner = `0x${"c0debacc".padStart(40, "0")}`;

/** Overloads of a name that others can call. */
export const methodsNamed = (abi: ContractInterface, name: string): readonly AbiFunction[] =>
  abi.functions.filter((each) => each.name === name);

type Storages = NonNullable<RecordingChanges["storage"]>;

/** What two executions wrote, slot by slot: where both did, the later one counts. */
function bothStorages(earlier: Storages, later: Storages): Storages {
  const both: Record<string, Readonly<Record<string, string>>> = { ...earlier };
  for (const [address, slots] of Object.entries(later)) both[address] = { ...both[address], ...slots };
  return both;
}

export function viewCaller({ ask, debuggee, finder, changes }: StartedDebuggee, scope: FrameScope): PointCalls {
  const { recording, playback, suite } = debuggee;
  const frame = playback.frame(scope.stackFrame.frame);
  const interfaces = new Map<SyntaxNode, ContractInterface | undefined>();

  const send = async (call: Readonly<Record<string, unknown>>, own: Readonly<Record<string, string>>) => {
    const storage = bothStorages(changes.storage ?? {}, playback.storage.writtenUpTo(scope.step));
    const made = recording.frames.flatMap((each, i) =>
      isCreation(each) && playback.hasEnded(i, scope.step) && !playback.isTakenBack(i, scope.step)
        ? [[each.to, each.output] as const]
        : [],
    );
    const code = { ...changes.code, ...Object.fromEntries(made), ...own };
    const { hash } = recording.transaction;
    const before = hash === undefined ? {} : { before: hash };
    const balances = playback.balances.changedUpTo(scope.step);
    const answer = await ask({ ...call, storage, code, balances, ...before });
    return { succeeded: answer.status === 0, output: hexToBytes(answer.output as Hex) };
  };

  /** The code that runs here, under the address whose storage it works on. */
  const insideCode = (): Record<string, string> => {
    if (isCreation(frame)) return frame.error === undefined ? { [frame.to]: frame.output } : {};
    const text = recording.codes[frame.code];
    return text === undefined || frame.to === frame.codeAddress ? {} : { [frame.to]: text };
  };

  const compiled = (contract: SyntaxNode): CompiledContract | undefined => {
    const source = scope.info?.syntax.sources.get(rangeOf(contract.src).source)?.name;
    const named = finder.projects.flatMap((project) => project.contracts).filter(({ name }) => name === contract.name);
    return named.find((each) => each.sourceName === source) ?? named[0];
  };

  return {
    interfaceOf(contract) {
      if (!contract) return undefined;
      if (!interfaces.has(contract)) {
        const found = compiled(contract);
        interfaces.set(contract, found && contractInterface(found.abi, suite));
      }
      return interfaces.get(contract);
    },
    codeOf(contract, creation) {
      const found = contract && compiled(contract);
      const code = creation ? found?.bytecode : found?.deployedBytecode;
      return code && /^[0-9a-f]+$/i.test(code.object) ? code.object : undefined;
    },
    call: (to, data, inside) =>
      send({ from: inside ? frame.from : scope.address, to, data }, inside ? insideCode() : {}),
    run: (code) => send({ from: scope.address, to: runner, data: "0x" }, { [runner]: code }),
  };
}
