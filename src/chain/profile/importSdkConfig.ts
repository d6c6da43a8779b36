import { basename, dirname, resolve } from "node:path";
import { parse as parseIni } from "ini";
import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { isThere, isThereIn } from "../../files/look";
import { givenPath } from "../../files/namedPath";
import { maxBytes, readGivenText } from "../../files/regularFile";
import { parseBoundedToml } from "../../text/limits/boundedToml";
import { rsaFileNames, smFileNames } from "../transport/tlsMaterial";
import type { ConnectionProfile, TlsFiles } from "./connectionProfile";
import { pathNamedIn } from "./networkPath";

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
