import { type Hex, isAddress, prefixedAddress } from "../../../crypto/bytes/hex";
import type { ContractInterface } from "../../abi/contractInterface";
import { type AbiSource, errorNamedBy } from "../../abi/knownErrors";
import { type DecodedRevert, decodeRevert, isNamelessError, outputOfFailure, revertText } from "../../abi/revert";
import { getABI } from "../../rpc/contractCode";
import type { ChainSession } from "../../session";
import { listDirectory } from "../bfs/listDirectory";

/** A chain may have any number of links; so many directories and links are looked at. */
const maxLookedAt = 64;

/** ABIs that the chain keeps with links of its file system: contracts have names there that are meant to be called. */
async function abisOfLinks(session: ChainSession): Promise<readonly AbiSource[]> {
  const abis: AbiSource[] = [];
  let level = ["/apps"];
  for (let looked = 0; level.length > 0 && looked < maxLookedAt; ) {
    const paths = level.slice(0, maxLookedAt - looked);
    looked += paths.length;
    const listed = await Promise.all(
      paths.map((path) => listDirectory(session, path, { limit: maxLookedAt }).catch(() => ({ entries: [] }))),
    );
    const entries = listed.flatMap(({ entries: found }) => found);
    for (const { abi } of entries) if (abi) abis.push(abi);
    level = entries.filter(({ type, abi }) => type !== "contract" && abi === undefined).map(({ path }) => path);
  }
  return abis;
}

/** An execution as far as its failure tells something; `to` is the address that was called. */
interface FailedOutput {
  readonly output: Hex;
  readonly to?: string | null | undefined;
}

/**
 * Why an execution failed: by the ABI that is at hand, else by the one that the chain keeps with the contract that was called, else by
 * every other that is known, since an error of a contract behind it comes through unchanged: those that the session's owner knows (the
 * workspace's, those of deployed contracts), then those of links. Never throws; asks the chain only for an error that nothing at hand
 * names.
 */
export async function revertOf(
  session: ChainSession,
  { output, to }: FailedOutput,
  own?: ContractInterface,
): Promise<DecodedRevert> {
  const revert = own?.decodeRevert(output) ?? decodeRevert(output);
  if (!isNamelessError(revert)) return revert;
  const called = prefixedAddress(to ?? "");
  const kept = async (): Promise<AbiSource[]> => (isAddress(called) ? [await getABI(session.client, called)] : []);
  for (const abisOf of [kept, () => session.otherAbis?.() ?? [], () => abisOfLinks(session)]) {
    const abis = await Promise.resolve(abisOf()).catch((): readonly AbiSource[] => []);
    const named = errorNamedBy(abis, session.suite, output);
    if (named) return named;
  }
  return revert;
}

/**
 * The same in one line for a failed execution, undefined where its output says nothing: of what is frozen or abolished a node gives the
 * call back.
 */
export async function reasonOf(
  session: ChainSession,
  { status, output, to }: FailedOutput & { readonly status: number },
  own?: ContractInterface,
): Promise<string | undefined> {
  return revertText(await revertOf(session, { output: outputOfFailure(status, output), to }, own));
}
