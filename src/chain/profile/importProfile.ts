import { stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { clientError } from "../../errors/clientError";
import { isThereIn } from "../../files/look";
import { namedPath } from "../../files/namedPath";
import { maxBytes, readGivenText, readTextIn } from "../../files/regularFile";
import { flag } from "../../nodeConfig/analysis/conditionalKeys";
import { parseDocument } from "../../nodeConfig/document/iniDocument";
import { isSecure } from "../transport/endpoint";
import { chainEndpoints, secureFirst } from "./chainEndpoints";
import type { ConnectionProfile } from "./connectionProfile";
import { importSdkConfig } from "./importSdkConfig";
import { importSdkFolder } from "./importSdkFolder";
import { rpcEndpoint } from "./rpcEndpoint";
import { findTlsMaterial, nodeTlsMaterial, type TlsKind } from "./tlsMaterial";

/**
 * A profile from a node's own folder: address from its config.ini, those of the chain's other nodes behind it, group from its
 * config.genesis, client certificates from the `sdk/` folder beside it, else the node's own (a node takes each certificate of its CA).
 * @throws ChainError usage `notANodeFolder`.
 */
export async function importNodeFolder(path: string): Promise<ConnectionProfile> {
  const folder = resolve(path);
  const text = await readTextIn(folder, "config.ini", maxBytes.configuration);
  if (text === undefined) throw clientError("notANodeFolder", { path: folder });
  const config = parseDocument(text);
  const host = dirname(folder);
  const genesis = (await readTextIn(folder, "config.genesis", maxBytes.configuration)) ?? "";
  const endpoint = await rpcEndpoint(config, folder);
  const others = (await chainEndpoints(host, folder)).filter((other) => other !== endpoint);
  const endpoints = [endpoint, ...others];
  const secure = endpoints.some(isSecure);
  const kind: TlsKind = flag(config, "rpc", "sm_ssl") ? "sm" : "rsa";
  const beside = findTlsMaterial(host, kind, "sdk/");
  const material = beside === "none" ? nodeTlsMaterial(folder, kind) : beside;
  return {
    name: basename(folder),
    // the node that was chosen stays the first
    endpoints: typeof material === "object" ? [endpoint, ...secureFirst(others)] : endpoints,
    group: parseDocument(genesis, "genesis").find("chain", "group_id")?.value ?? "",
    ...(secure && typeof material === "object" ? { tls: material } : {}),
  };
}

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
