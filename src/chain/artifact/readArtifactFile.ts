import { type ContractArtifact, readAbiBinPair, readJsonArtifact } from "./readArtifact";

/** Text of a file, its path relative to the folder of the artifact; undefined when it is not there. */
type ReadBeside = (path: string) => Promise<string | undefined>;

/**
 * Reads a compiled contract with the files that go with it: a JSON file of Hardhat, Foundry or Truffle, or an `.abi` file, whose code is in
 * a `.bin` file beside it or in the console's `bin/ecc` and `bin/sm` folders (docs/protocol/contract-artifacts.md). Undefined for another
 * file.
 */
export async function readArtifactFile(fileName: string, read: ReadBeside): Promise<ContractArtifact | undefined> {
  const text = await read(fileName);
  if (text === undefined) return undefined;
  if (!/\.abi$/i.test(fileName)) return readJsonArtifact(text, fileName);
  const name = fileName.replace(/\.abi$/i, "");
  const bin =
    (await read(`${name}.bin`)) ?? (await read(`../bin/ecc/${name}.bin`)) ?? (await read(`../bin/${name}.bin`));
  const smBin = (await read(`sm/${name}.bin`)) ?? (await read(`../bin/sm/${name}.bin`));
  return readAbiBinPair(text, name, bin, smBin);
}
