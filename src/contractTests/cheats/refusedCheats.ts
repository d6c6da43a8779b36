import { t } from "../../text/catalogue";

const names = (list: string): string[] => list.split(" ");

/** Cheat codes of Foundry that are not here, with the reason. */
const refusals: readonly (readonly [names: readonly string[], why: () => string])[] = [
  [
    names(
      "createFork createSelectFork selectFork activeFork rollFork transact rpc rpcUrl rpcUrls rpcUrlStructs eth_getLogs getChain loadAllocs dumpState readForkChainId",
    ),
    () => t("tests run on a chain of their own and reach no other"),
  ],
  [
    names("ffi tryFfi prompt promptAddress promptSecret promptSecretUint promptUint"),
    () => t("tests don't start programs or ask for input"),
  ],
  [
    names("writeFile writeFileBinary writeLine writeJson writeToml copyFile createDir removeDir removeFile"),
    () => t("tests don't write files"),
  ],
  [
    names("getBroadcast getBroadcasts getDeployment getDeployments broadcastRawTransaction"),
    () => t("transactions sent by a script don't reach a chain"),
  ],
  [
    names(
      "attachDelegation signDelegation signAndAttachDelegation attachBlob blobhashes getBlobhashes blobBaseFee getBlobBaseFee accessList noAccessList warmSlot coolSlot",
    ),
    () => t("chains of FISCO BCOS have no such transactions"),
  ],
];

/** Why a cheat code that Foundry has is not here; undefined for one that is not known. */
export function refusalOf(signature: string): string | undefined {
  const name = signature.slice(0, Math.max(0, signature.indexOf("(")));
  return refusals.find(([list]) => list.includes(name))?.[1]();
}
