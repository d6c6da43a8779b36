import { stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { parse as parseIni } from "ini";
import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { isThere, isThereIn } from "../../files/look";
import { givenPath, namedPath } from "../../files/namedPath";
import { maxBytes, readGivenText, readTextIn } from "../../files/regularFile";
import { flag } from "../../nodeConfig/analysis/conditionalKeys";
import { parseDocument } from "../../nodeConfig/document/iniDocument";
import { parseBoundedToml } from "../../text/limits/boundedToml";
import { isSecure } from "../transport/endpoint";
import { rsaFileNames, smFileNames } from "../transport/tlsMaterial";
import { chainEndpoints, rpcEndpoint, secureFirst } from "./chainEndpoints";
import type { ConnectionProfile, TlsFiles } from "./connectionProfile";
import { pathNamedIn } from "./networkPath";
import { findTlsMaterial, nodeTlsMaterial, sdkFiles, type TlsKind } from "./tlsMaterial";

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

type Table = Record<string, unknown>;

const table = (value: unknown): Table => (value !== null && typeof value === "object" ? (value as Table) : {});
const text = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
/** The shipped files quote every value; a bare boolean or number means the same. */
const truth = (value: unknown, otherwise: boolean): boolean => {
  const given = text(value)?.toLowerCase();
  return given === undefined || given === "" ? otherwise : given === "true" || given === "1";
};

interface SdkConfig {
  tls: boolean;
  files: TlsFiles;
  peers: string[];
  group: string;
  timeoutMs: number | undefined;
}

const toProfile = (path: string, config: SdkConfig): ConnectionProfile => ({
  name: basename(dirname(dirname(path))) || basename(path),
  endpoints: config.peers.map((peer) => `${config.tls ? "https" : "http"}://${peer}`),
  group: config.group,
  ...(config.tls ? { tls: config.files } : {}),
  ...(config.timeoutMs === undefined ? {} : { timeoutMs: config.timeoutMs }),
});

const milliseconds = (value: unknown): number | undefined => {
  const number = Number(text(value) ?? Number.NaN);
  return Number.isFinite(number) && number > 0 ? number : undefined;
};

/** `conf/config.toml` of the console or the Java SDK. Relative paths start at the folder above `conf/`, as the console does. */
async function importToml(path: string, content: string): Promise<ConnectionProfile> {
  const config = table(await parseBoundedToml(content));
  const material = table(config["cryptoMaterial"]);
  const network = table(config["network"]);
  const home = basename(dirname(path)) === "conf" ? dirname(dirname(path)) : dirname(path);
  const sm = truth(material["useSMCrypto"], false);
  const names = sm ? smFileNames : rsaFileNames;
  const stated = pathNamedIn(home, text(material["certPath"]) ?? "conf");
  // The SDK looks on its class path next, which is where its configuration lies.
  const certPath = !isThere(givenPath(stated)) && isThereIn(dirname(path), names.ca) ? dirname(path) : stated;
  const file = (key: string, name: string): string => {
    const given = text(material[key]);
    return given ? pathNamedIn(home, given) : pathNamedIn(certPath, name);
  };
  const peers = Array.isArray(network["peers"]) ? network["peers"].map(text).filter((peer) => peer !== undefined) : [];
  return toProfile(path, {
    tls:
      material["enableSsl"] === undefined ? !truth(material["disableSsl"], false) : truth(material["enableSsl"], true),
    files: {
      ca: file("caCert", names.ca),
      cert: file("sslCert", names.cert),
      key: file("sslKey", names.key),
      ...(sm ? { enCert: file("enSslCert", smFileNames.enCert), enKey: file("enSslKey", smFileNames.enKey) } : {}),
    },
    peers,
    group: text(network["defaultGroup"]) ?? "",
    timeoutMs: milliseconds(network["messageTimeout"]),
  });
}

/** `config.ini` of the C and C++ SDK and of the SDKs built on it. Relative paths start at the file's own folder. */
async function importIni(path: string, content: string): Promise<ConnectionProfile> {
  const config = table(parseIni(content));
  const common = table(config["common"]);
  const cert = table(config["cert"]);
  const folder = pathNamedIn(dirname(path), text(cert["ca_path"]) ?? "./conf");
  const file = (key: string, name: string): string => pathNamedIn(folder, text(cert[key]) ?? name);
  // `node.0=…` of [peers]: the library may nest names at the dot, so both shapes are read.
  const peers = Object.entries(table(config["peers"]))
    .flatMap(([key, value]) =>
      typeof value === "object" ? Object.values(table(value)) : key.startsWith("node") ? [value] : [],
    )
    .map(text)
    .filter((peer) => peer !== undefined && peer !== "");
  return toProfile(path, {
    tls: common["enable_ssl"] === undefined ? !truth(common["disable_ssl"], false) : truth(common["enable_ssl"], true),
    files:
      text(cert["ssl_type"]) === "sm_ssl"
        ? {
            ca: file("sm_ca_cert", smFileNames.ca),
            cert: file("sm_sdk_cert", smFileNames.cert),
            key: file("sm_sdk_key", smFileNames.key),
            enCert: file("sm_ensdk_cert", smFileNames.enCert),
            enKey: file("sm_ensdk_key", smFileNames.enKey),
          }
        : {
            ca: file("ca_cert", rsaFileNames.ca),
            cert: file("sdk_cert", rsaFileNames.cert),
            key: file("sdk_key", rsaFileNames.key),
          },
    peers: peers as string[],
    group: "",
    timeoutMs: milliseconds(common["message_timeout_ms"]),
  });
}

/**
 * A profile from an SDK's own configuration file: `config.toml` (console, Java) or `config.ini` (C, C++, and the SDKs on it).
 * @throws ChainError usage `notAnSdkConfig`: unreadable, not of that form, or without the sections that make it one; `networkPath`.
 */
export async function importSdkConfig(path: string): Promise<ConnectionProfile> {
  const file = resolve(path);
  try {
    const content = await readGivenText(file, maxBytes.configuration);
    const isToml = file.endsWith(".toml");
    const shape = isToml ? /^[ \t]*\[(cryptoMaterial|network)\]/m : /^[ \t]*\[(common|peers|cert)\]/m;
    if (!shape.test(content)) throw new Error("the expected sections are missing");
    return await (isToml ? importToml(file, content) : importIni(file, content));
  } catch (cause) {
    if (cause instanceof ChainError) throw cause;
    throw clientError("notAnSdkConfig", { path: file }, { cause });
  }
}

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
