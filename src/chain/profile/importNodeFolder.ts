import { basename, dirname, resolve } from "node:path";
import { clientError } from "../../errors/clientError";
import { maxBytes, readTextIn } from "../../files/regularFile";
import { flag } from "../../nodeConfig/analysis/conditionalKeys";
import { parseDocument } from "../../nodeConfig/document/iniDocument";
import { isSecure } from "../transport/endpoint";
import { chainEndpoints, secureFirst } from "./chainEndpoints";
import type { ConnectionProfile } from "./connectionProfile";
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
