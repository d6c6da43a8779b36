import { basename, dirname } from "node:path";
import type { ContractArtifact } from "../../chain/artifact/readArtifact";
import { readArtifactFile } from "../../chain/artifact/readArtifactFile";
import { isAddress } from "../../crypto/bytes/hex";
import { clientError } from "../../errors/clientError";
import { namedPath } from "../../files/namedPath";
import { maxBytes, readGivenText, readRegularText } from "../../files/regularFile";
import type { GivenAbi } from "../../history/indexing/contractLookUp";
import { t } from "../../text/catalogue";
import { WrongCommandLine } from "../options/commandLine";

/** A compiled contract with the text of its file. */
interface ReadArtifact {
  readonly artifact: ContractArtifact;
  readonly content: string;
}

/**
 * The compiled contract of a file.
 * @throws ChainError usage `notAnArtifact`; OutOfBounds; what reading throws when the file is not there.
 */
export const loadArtifact = async (path: string): Promise<ContractArtifact> => (await loadArtifactText(path)).artifact;

/** {@link loadArtifact}, for whom the file's text counts, too. */
export async function loadArtifactText(path: string): Promise<ReadArtifact> {
  const own = basename(path);
  const content = await readGivenText(path, maxBytes.artifact);
  const artifact = await readArtifactFile(own, async (relative) => {
    if (relative === own) return content;
    const beside = namedPath(relative, dirname(path));
    if (beside === undefined) return undefined;
    try {
      return await readRegularText(beside, maxBytes.artifact);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
  });
  if (!artifact) throw clientError("notAnArtifact", { path });
  return { artifact, content };
}

/**
 * The ABIs that `--contracts` names: `FILE`, or `FILE@ADDRESS` for one contract.
 * @throws WrongCommandLine for what is no address; what `loadArtifact` throws
 */
export async function givenContracts(words: readonly string[]): Promise<GivenAbi[]> {
  const given: GivenAbi[] = [];
  for (const word of words) {
    const at = word.lastIndexOf("@0x");
    const [file, address] = at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
    if (address !== undefined && !isAddress(address)) throw new WrongCommandLine(t("{0} isn't an address", address));
    const { name, abi } = await loadArtifact(file);
    given.push({ name, abi, address: address?.toLowerCase() });
  }
  return given;
}
