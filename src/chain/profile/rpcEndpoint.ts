import { parse } from "ini";

type Section = Record<string, unknown>;

export function section(text: string, name: string): Section {
  const value = (parse(text) as Record<string, unknown>)[name];
  return value !== null && typeof value === "object" ? (value as Section) : {};
}

export const isTrue = (value: unknown): boolean => value === true || value === "true" || value === "1" || value === 1;

/** Whether the RPC port of this node speaks TLS: `enable_ssl` (3.16) or the older `disable_ssl`; on by default. */
function usesTls(rpc: Section): boolean {
  if (rpc["enable_ssl"] !== undefined) return isTrue(rpc["enable_ssl"]);
  return !isTrue(rpc["disable_ssl"]);
}

/** An address that listens everywhere is reached at the host of the node: the folder's name when that is an address. */
function reachableHost(listen: string, folderName: string): string {
  if (listen !== "0.0.0.0" && listen !== "::" && listen !== "") return listen;
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(folderName) ? folderName : "127.0.0.1";
}

/** `https://127.0.0.1:20200` from the text of a config.ini: plain values, read leniently. */
export function rpcEndpoint(configText: string, folderName: string): string {
  const rpc = section(configText, "rpc");
  const host = reachableHost(String(rpc["listen_ip"] ?? "0.0.0.0"), folderName);
  const shown = host.includes(":") ? `[${host}]` : host;
  return `${usesTls(rpc) ? "https" : "http"}://${shown}:${String(rpc["listen_port"] ?? 20200)}`;
}
