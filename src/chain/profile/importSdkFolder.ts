import { basename, dirname, join, resolve } from "node:path";
import type { ChainError } from "../errors/chainError";
import { clientError } from "../errors/clientError";
import { chainEndpoints } from "./chainEndpoints";
import type { ImportedProfile, ImportNote, TlsFiles } from "./connectionProfile";
import { findTlsMaterial, sdkFiles } from "./tlsMaterial";

/** Why a folder is no `sdk/` folder: it has nothing of one, or not all of it. */
async function noMaterial(folder: string): Promise<ChainError> {
  const { present, missing } = await sdkFiles(folder);
  if (present.length === 0) return clientError("notAnSdkFolder", { path: folder });
  return clientError("sdkFileMissing", { path: folder, present: present.join(", "), missing: missing.join(", ") });
}

/**
 * The client's TLS files in a folder, or in the `sdk/` or `conf/` folder in it.
 * @throws ChainError usage `notAnSdkFolder`, `sdkFileMissing`.
 */
export async function clientMaterial(path: string): Promise<TlsFiles> {
  const folder = resolve(path);
  const found = [];
  for (const each of [folder, join(folder, "sdk"), join(folder, "conf")]) found.push(await findTlsMaterial(each));
  const files = found.find((material) => typeof material === "object");
  if (files) return files;
  const below = join(folder, "sdk");
  throw await noMaterial((await sdkFiles(below)).present.length > 0 ? below : folder);
}

/**
 * A profile from a chain's `sdk/` folder: its three TLS files, and the addresses of the chain's nodes beside it.
 * @throws ChainError usage `notAnSdkFolder`, `sdkFileMissing`.
 */
export async function importSdkFolder(path: string): Promise<ImportedProfile> {
  const folder = resolve(path);
  const material = await findTlsMaterial(folder).catch(() => "none" as const);
  if (material === "none") throw await noMaterial(folder);
  const endpoints = await chainEndpoints(dirname(folder));
  const notes: ImportNote[] = [];
  if (endpoints.length === 0) notes.push({ code: "noEndpoint" });
  const name = basename(dirname(folder));
  return {
    profile: { name, endpoints, group: "", tls: material },
    notes,
  };
}
