import { readFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { parse } from "ini";
import { clientError } from "../errors/clientError";
import type { ImportedProfile, ImportNote } from "./connectionProfile";
import { findTlsMaterial, nodeTlsMaterial, type TlsKind } from "./tlsMaterial";

type Section = Record<string, unknown>;

function section(text: string, name: string): Section {
  const value = (parse(text) as Record<string, unknown>)[name];
  return value !== null && typeof value === "object" ? (value as Section) : {};
}

const isTrue = (value: unknown): boolean => value === true || value === "true" || value === "1" || value === 1;

/** Whether the RPC port of this node speaks TLS: `enable_ssl` (3.16) or the older `disable_ssl`; on by default. */
function usesTls(rpc: Section): boolean {
  if (rpc["enable_ssl"] !== undefined) return isTrue(rpc["enable_ssl"]);
  return !isTrue(rpc["disable_ssl"]);
}

/** The kind of TLS of the RPC port, by the text of a config.ini. */
const tlsKind = (configText: string): TlsKind => (isTrue(section(configText, "rpc")["sm_ssl"]) ? "sm" : "rsa");

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

/**
 * A profile from a node's own folder: address from its config.ini, group from its config.genesis, client certificates
 * from the `sdk/` folder beside it, else the node's own (a node takes each certificate of its CA).
 * @throws ChainError usage `notANodeFolder`.
 */
export async function importNodeFolder(path: string): Promise<ImportedProfile> {
  const folder = resolve(path);
  let config: string;
  try {
    config = await readFile(join(folder, "config.ini"), "utf8");
  } catch (cause) {
    throw clientError("notANodeFolder", { path: folder }, { cause });
  }
  const host = dirname(folder);
  const genesis = await readFile(join(folder, "config.genesis"), "utf8").catch(() => "");
  const endpoint = rpcEndpoint(config, basename(host));
  const kind = tlsKind(config);
  const beside = await findTlsMaterial(join(host, "sdk"), kind);
  const material = beside === "none" ? await nodeTlsMaterial(folder, kind) : beside;
  const notes: ImportNote[] = [];
  if (endpoint.startsWith("https:") && typeof material === "string")
    notes.push({ code: "missingFile", path: join(host, "sdk") });
  return {
    profile: {
      name: basename(folder),
      endpoints: [endpoint],
      group: String(section(genesis, "chain")["group_id"] ?? ""),
      ...(endpoint.startsWith("https:") && typeof material === "object" ? { tls: material } : {}),
    },
    notes,
  };
}
