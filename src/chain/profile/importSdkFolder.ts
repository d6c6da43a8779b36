import { basename, dirname, join, resolve } from "node:path";
import type { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { chainEndpoints, secureFirst } from "./chainEndpoints";
import type { ConnectionProfile, TlsFiles } from "./connectionProfile";
import { findTlsMaterial, sdkFiles } from "./tlsMaterial";

/** Why a folder is no `sdk/` folder: it has nothing of one, or not all of it. */
function noMaterial(folder: string): ChainError {
  const { present, missing } = sdkFiles(folder);
  if (present.length === 0) return clientError("notAnSdkFolder", { path: folder });
  return clientError("sdkFileMissing", { path: folder, present, missing });
}

/**
 * The client's TLS files in a folder, or in the `sdk/` or `conf/` folder in it.
 * @throws ChainError usage `notAnSdkFolder`, `sdkFileMissing`.
 */
export async function clientMaterial(path: string): Promise<TlsFiles> {
  const folder = resolve(path);
  const found = [folder, join(folder, "sdk"), join(folder, "conf")].map((each) => findTlsMaterial(each));
  const files = found.find((material) => typeof material === "object");
  if (files) return files;
  const below = join(folder, "sdk");
  throw noMaterial(sdkFiles(below).present.length > 0 ? below : folder);
}

/**
 * A profile from a chain's `sdk/` folder: its three TLS files, and the addresses of the chain's nodes beside it.
 * @throws ChainError usage `notAnSdkFolder`, `sdkFileMissing`.
 */
export async function importSdkFolder(path: string): Promise<ConnectionProfile> {
  const folder = resolve(path);
  const material = findTlsMaterial(folder);
  if (material === "none") throw noMaterial(folder);
  const endpoints = secureFirst(await chainEndpoints(dirname(folder)));
  return { name: basename(dirname(folder)), endpoints, group: "", tls: material };
}
