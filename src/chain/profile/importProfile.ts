import { stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { isThereIn } from "../../files/look";
import { namedPath } from "../../files/namedPath";
import { maxBytes, readGivenText } from "../../files/regularFile";
import type { ConnectionProfile } from "./connectionProfile";
import { importNodeFolder } from "./importNodeFolder";
import { importSdkConfig } from "./importSdkConfig";
import { importSdkFolder } from "./importSdkFolder";
import { findTlsMaterial } from "./tlsMaterial";

const isFolder = async (path: string | undefined): Promise<boolean> =>
  path !== undefined &&
  stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );

/** A node's config.ini and that of a C SDK have the same name; only the SDK's lists peers or has a section `common`. */
async function importIniFile(path: string): Promise<ConnectionProfile> {
  const content = await readGivenText(path, maxBytes.configuration).catch(() => "");
  const ofNode = /^[ \t]*\[(p2p|rpc)\]/m.test(content) && !/^[ \t]*\[(common|peers)\]/m.test(content);
  return ofNode ? importNodeFolder(dirname(path)) : importSdkConfig(path);
}

async function importFolder(folder: string): Promise<ConnectionProfile> {
  // A console keeps its certificates beside its configuration, which also knows the addresses.
  for (const config of ["config.toml", "conf/config.toml"]) {
    if (isThereIn(folder, config)) return importSdkConfig(join(folder, config));
  }
  if (isThereIn(folder, "config.ini")) return importIniFile(join(folder, "config.ini"));
  const below = join(folder, "sdk");
  if (findTlsMaterial(folder) === "none" && (await isFolder(namedPath("sdk", folder)))) return importSdkFolder(below);
  return importSdkFolder(folder);
}

/**
 * A profile from whatever describes a connection, told by what it holds: an `sdk/` folder or the folder that holds it, a node
 * folder or its config.ini, a console, an SDK's configuration file (docs/protocol/connection-profiles.md).
 * @throws ChainError usage `notAnSdkFolder`, `sdkFileMissing`, `notANodeFolder`, `notAnSdkConfig`.
 */
export async function importProfile(path: string): Promise<ConnectionProfile> {
  const given = resolve(path);
  if (await isFolder(given)) return importFolder(given);
  if (/\.(crt|key|pem)$/i.test(given)) return importFolder(dirname(given));
  return /\.ini$/i.test(given) ? importIniFile(given) : importSdkConfig(given);
}
