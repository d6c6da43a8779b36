import { linkLibraries } from "../../chain/artifact/linkLibraries";
import type { ExecutionRecording } from "../../chain/dev/executionRecording";
import type { CompiledContract, CompiledProject } from "../../solidity/artifact/compiledProject";
import { t } from "../../text/catalogue";
import { addressText } from "../values/value";
import { CannotDebug } from "./launchedPath";

/** Libraries that were made for one execution: addresses by `source:Name`, and the code there. */
interface PlacedLibraries {
  readonly addresses: Record<string, string>;
  readonly code: Record<string, string>;
}

/** There is no contract at this address. */
const firstLibrary = 0x11b0_0000_0000_0000_0000n << 80n;

/** Creation code with the addresses of libraries in it. @throws ChainError usage `unlinkedBytecode` */
export function linkedCode({ name, bytecode }: CompiledContract, addresses: Readonly<Record<string, string>>): string {
  const { object, linkReferences } = bytecode;
  const names: Record<string, string> = {};
  for (const [file, libraries] of Object.entries(linkReferences)) {
    for (const [library, places] of Object.entries(libraries)) {
      for (const { start } of places) names[object.slice(start * 2, start * 2 + 40)] = `${file}:${library}`;
    }
  }
  return linkLibraries(name, object, names, addresses);
}

/**
 * Libraries that a contract waits for, put at addresses of their own for this execution alone; those first that they wait for themselves.
 * @param record runs a call of which nothing stays
 * @throws CannotDebug for a library that can't be made; ChainError of the chain.
 */
export async function throwawayLibraries(
  record: (call: Readonly<Record<string, unknown>>) => Promise<ExecutionRecording>,
  { contract, project }: { readonly contract: CompiledContract; readonly project: CompiledProject },
  from: string,
  placed: PlacedLibraries = { addresses: {}, code: {} },
): Promise<PlacedLibraries> {
  for (const [file, names] of Object.entries(contract.bytecode.linkReferences)) {
    for (const name of Object.keys(names)) {
      const path = `${file}:${name}`;
      const library = project.contracts.find((each) => each.sourceName === file && each.name === name);
      if (!library || placed.addresses[path] !== undefined) continue;
      const address = addressText(firstLibrary + BigInt(Object.keys(placed.addresses).length));
      placed.addresses[path] = address;
      await throwawayLibraries(record, { contract: library, project }, from, placed);
      const { addresses, code } = placed;
      const made = await record({ from, data: `0x${linkedCode(library, addresses)}`, value: 0, code });
      const runtime = made.frames[0]?.output ?? "0x";
      if (made.status !== 0 || runtime.length <= 2) throw new CannotDebug(t("The library {0} can't be created.", name));
      // a library knows its own address by heart
      code[address] = runtime.replace(/^0x73[0-9a-f]{40}30/i, `0x73${address.slice(2)}30`);
    }
  }
  return placed;
}
