import { readFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { clientError } from "../errors/clientError";
import { chainEndpoints } from "./chainEndpoints";
import type { ImportedProfile, ImportNote } from "./connectionProfile";
import { isTrue, rpcEndpoint, section } from "./rpcEndpoint";
import { findTlsMaterial, nodeTlsMaterial, type TlsKind } from "./tlsMaterial";

/** The kind of TLS of the RPC port, by the text of a config.ini. */
const tlsKind = (configText: string): TlsKind => (isTrue(section(configText, "rpc")["sm_ssl"]) ? "sm" : "rsa");

/**
 * A profile from a node's own folder: address from its config.ini, those of the chain's other nodes behind it, group from its config.genesis, client certificates
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
  const others = (await chainEndpoints(host, folder)).filter((other) => other !== endpoint);
  const endpoints = [endpoint, ...others];
  const secure = endpoints.some((each) => each.startsWith("https:"));
  const kind = tlsKind(config);
  const beside = await findTlsMaterial(join(host, "sdk"), kind);
  const material = beside === "none" ? await nodeTlsMaterial(folder, kind) : beside;
  const notes: ImportNote[] = [];
  if (secure && typeof material === "string") notes.push({ code: "missingFile", path: join(host, "sdk") });
  return {
    profile: {
      name: basename(folder),
      endpoints,
      group: String(section(genesis, "chain")["group_id"] ?? ""),
      ...(secure && typeof material === "object" ? { tls: material } : {}),
    },
    notes,
  };
}
