import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { clientError } from "../errors/clientError";
import type { ImportedProfile, ImportNote } from "./connectionProfile";
import { rpcEndpoint } from "./importNodeFolder";
import { exists, findTlsMaterial } from "./tlsMaterial";

/** RPC addresses of the node folders beside an `sdk/` folder, as the chain builder lays them out. */
async function neighbourEndpoints(folder: string): Promise<string[]> {
  const parent = dirname(folder);
  const names = (await readdir(parent, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  const endpoints: string[] = [];
  for (const name of names.sort((a, b) => a.localeCompare(b, "en", { numeric: true }))) {
    const config = join(parent, name, "config.ini");
    if (await exists(config)) endpoints.push(rpcEndpoint(await readFile(config, "utf8"), basename(parent)));
  }
  return endpoints;
}

/**
 * A profile from a chain's `sdk/` folder: its three TLS files, and the addresses of the node folders beside it.
 * @throws ChainError usage `notAnSdkFolder`.
 */
export async function importSdkFolder(path: string): Promise<ImportedProfile> {
  const folder = resolve(path);
  const material = await findTlsMaterial(folder).catch(() => "none" as const);
  if (material === "none") throw clientError("notAnSdkFolder", { path: folder });
  const endpoints = await neighbourEndpoints(folder);
  const notes: ImportNote[] = [];
  if (material === "sm") notes.push({ code: "smTls", path: folder });
  if (endpoints.length === 0) notes.push({ code: "noEndpoint" });
  const name = basename(dirname(folder));
  return {
    profile: { name, endpoints, group: "", ...(material === "sm" ? {} : { tls: material }) },
    notes,
  };
}
