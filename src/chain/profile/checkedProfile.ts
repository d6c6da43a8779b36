import nodePath from "node:path";
import { clientError } from "../../errors/clientError";
import { pathBelow } from "../../text/pathBelow";
import { type ChainPin, readPin, writePin } from "./chainPin";
import type { ConnectionProfile as ChainProfile, TlsFiles } from "./connectionProfile";
import type { Access, ConnectionSetting } from "./connectionSetting";
import { pathNamedIn } from "./networkPath";

/** A checked profile: what the chain core needs to connect, and what may be sent there. */
export interface ConnectionProfile extends ChainProfile {
  readonly access: Access;
  /** Address of the archive query service that has what the nodes deleted. */
  readonly archive?: string;
  /** What the user says that the chain is. */
  readonly pin?: ChainPin;
  /** Whether the chain is in use by others, as the user says; undefined where its name has to tell. */
  readonly production?: boolean;
  /** What the `dev_` methods of an embedded chain want to be shown; it lives as long as the chain's process and is never written. */
  readonly devToken?: string;
}

const accesses: readonly Access[] = ["readOnly", "confirm", "full"];

function tlsFiles(setting: ConnectionSetting, folder: string | undefined, platform?: string): TlsFiles | undefined {
  if (!setting.tls) return undefined;
  const { ca, cert, key, enCert, enKey } = setting.tls;
  const half = Boolean(enCert) !== Boolean(enKey);
  if (!ca || !cert || !key || half) throw clientError("profileTlsIncomplete", { name: setting.name });
  const absolute = (path: string): string => pathNamedIn(folder, path, platform);
  const files = { ca: absolute(ca), cert: absolute(cert), key: absolute(key) };
  return enCert && enKey ? { ...files, enCert: absolute(enCert), enKey: absolute(enKey) } : files;
}

/**
 * Checks an entry of the setting. Relative TLS paths start at the workspace folder.
 * @throws ChainError usage `profileInvalid`, `profileTlsIncomplete`, `networkPath`, `pinInvalid`.
 */
export function readProfile(
  setting: ConnectionSetting,
  folder: string | undefined,
  platform?: string,
): ConnectionProfile {
  const name = typeof setting.name === "string" ? setting.name.trim() : "";
  const endpoints = Array.isArray(setting.endpoints)
    ? setting.endpoints.filter((url) => typeof url === "string" && url.trim() !== "")
    : [];
  if (name === "" || endpoints.length === 0) throw clientError("profileInvalid", { name: name || "?" });
  const tls = tlsFiles(setting, folder, platform);
  const pin = readPin(name, setting.pin);
  return {
    name,
    endpoints,
    group: setting.group ?? "",
    access: accesses.find((access) => access === setting.access) ?? "confirm",
    ...(tls ? { tls } : {}),
    ...(pin ? { pin } : {}),
    ...(typeof setting.archive === "string" && /^https?:\/\//i.test(setting.archive.trim())
      ? { archive: setting.archive.trim() }
      : {}),
    ...(typeof setting.timeoutMs === "number" ? { timeoutMs: setting.timeoutMs } : {}),
    ...(typeof setting.production === "boolean" ? { production: setting.production } : {}),
  };
}

/** The path as a team can share it: relative where the file lies in the folder, with slashes on every system. */
function shared(path: string, folder: string | undefined): string {
  return (folder === undefined ? undefined : pathBelow(folder, path, nodePath)) ?? path;
}

/** The entry of the setting that makes this connection; paths of certificates below the workspace folder are written relative to it. */
export function writeProfile(profile: ConnectionProfile, folder: string | undefined): ConnectionSetting {
  const { name, endpoints, group, tls, access, timeoutMs, archive, pin, production } = profile;
  return {
    name,
    endpoints,
    access,
    ...(group === "" ? {} : { group }),
    ...(tls
      ? { tls: Object.fromEntries(Object.entries(tls).map(([kind, path]) => [kind, shared(String(path), folder)])) }
      : {}),
    ...(archive === undefined ? {} : { archive }),
    ...(pin === undefined ? {} : { pin: writePin(pin) }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(production === undefined ? {} : { production }),
  };
}

/** Names that people give to chains in use. */
const productionName = /(?:^|[^a-z])(?:prod|production|live|mainnet)(?:$|[^a-z])|生产/i;

/** Whether what is sent there touches others: as the user says, else as the name says. */
export const isProduction = ({ name, production }: Pick<ConnectionProfile, "name" | "production">): boolean =>
  production ?? productionName.test(name);
