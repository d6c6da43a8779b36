import { type AbiParameter, signatureOf } from "../../chain/abi/abiType";
import { readNotes, type SourceNotes } from "../../chain/artifact/sourceNotes";
import type { CompiledContract, CompiledProject } from "./compiledProject";

/** A function's signature as it was hashed: in a library's, structs and enums stand by their names. */
export function hashedSignature(
  name: string,
  parameters: readonly AbiParameter[],
  methods: CompiledContract["methodIdentifiers"],
): string {
  const ofContract = signatureOf(name, parameters, false);
  return methods[ofContract] === undefined ? signatureOf(name, parameters, true) : ofContract;
}

/** What `src/Coin.sol:Coin` and `Coin` say: a file, empty where none is said, and a name. */
export function readContractName(asked: string): { readonly file: string; readonly name: string } {
  const mark = asked.lastIndexOf(":");
  return { file: asked.slice(0, Math.max(0, mark)).replaceAll("\\", "/"), name: asked.slice(mark + 1) };
}

/** Whether `src/Coin.sol:Coin`, `Coin.sol:Coin` or `Coin` means a contract: files by whole names, so `MyCoin.sol` is no `Coin.sol`. */
export function isContractNamed(
  { name, sourceName }: Pick<CompiledContract, "name" | "sourceName">,
  asked: string,
): boolean {
  const { file, name: own } = readContractName(asked);
  return own === name && (file === "" || sourceName === file || sourceName.endsWith(`/${file}`));
}

/** What the sources of a contract say beyond its ABI. An enum may be of a source that its own imports. */
export function contractNotes(
  { devdoc, userdoc }: Pick<CompiledContract, "devdoc" | "userdoc">,
  project: Pick<CompiledProject, "sources"> | undefined,
): { notes?: SourceNotes } {
  const notes = project && readNotes({ ast: { nodes: project.sources.map(({ ast }) => ast) }, devdoc, userdoc });
  return notes ? { notes } : {};
}
