import { atLeast } from "../../text/versions";
import type { IniDocument } from "../document/iniDocument";
import type { IniLine } from "../document/iniLine";
import { parseIp } from "../values/ipAddress";
import { readBool, readUnsigned } from "../values/typedRead";
import { flag } from "./conditionalKeys";

/** Where a program listens, by the key that says so. */
export interface Listener {
  readonly name: string;
  readonly section: string;
  readonly key: string;
  readonly line: IniLine;
  readonly port: number;
  readonly address: string;
}

/** Where the program listens, when the file says so; a port left to its default is nothing the author chose. */
export function listener(
  document: IniDocument,
  section: string,
  addressKey = "listen_ip",
  portKey = "listen_port",
  defaultAddress = "0.0.0.0",
): Listener[] {
  const line = document.find(section, portKey);
  const port = line ? Number(readUnsigned(line.value, 16) ?? 0n) : 0;
  if (!line || port === 0) return [];
  const address = document.find(section, addressKey)?.value ?? defaultAddress;
  return [{ name: `${section}.${portKey}`, section, key: portKey, line, port, address }];
}

/** Whether one port cannot be opened on both. */
export function sameAddress(a: string, b: string): boolean {
  return a === b || parseIp(a)?.any === true || parseIp(b)?.any === true;
}

/** The first release that reads `enable_ssl`; the schema says so, too, and isn't needed for it. */
const enableSslSince = "3.12.0";

/**
 * Whether the RPC port speaks TLS: `enable_ssl` goes before the older `disable_ssl`, where the release reads it, and an invalid value
 * counts as none; TLS is on by default.
 */
export function rpcSpeaksTls(document: IniDocument, version: string): boolean {
  const enabled = atLeast(version, enableSslSince) ? document.find("rpc", "enable_ssl") : undefined;
  return (enabled && readBool(enabled.value)) ?? !flag(document, "rpc", "disable_ssl");
}

/** Where what listens at an address is reached, when `host` is its machine. */
export const reachedAt = (address: string, host: string): string =>
  address === "" || parseIp(address)?.any ? host : address;
