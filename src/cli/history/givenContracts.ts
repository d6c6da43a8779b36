import { isAddress } from "../../crypto/bytes/hex";
import type { GivenAbi } from "../../history/indexing/contractLookUp";
import { t } from "../../text/catalogue";
import { loadArtifact } from "../contract/artifactFile";
import { WrongCommandLine } from "../options/commandLine";

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
