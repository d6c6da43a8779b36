import { listener, reachedAt, rpcSpeaksTls } from "../../nodeConfig/analysis/listener";
import type { IniDocument } from "../../nodeConfig/document/iniDocument";

/** Where a node without a port of its own choosing has its RPC. */
const defaultPort = 20200;

/**
 * `https://127.0.0.1:20200` from a config.ini. A node that listens everywhere is reached at the host whose folder holds its own: that
 * folder's name when it is an address.
 */
export function rpcEndpoint(config: IniDocument, folderName: string): string {
  const [rpc] = listener(config, "rpc");
  const host = reachedAt(
    rpc?.address ?? config.find("rpc", "listen_ip")?.value ?? "",
    /^\d{1,3}(\.\d{1,3}){3}$/.test(folderName) ? folderName : "127.0.0.1",
  );
  const shown = host.includes(":") ? `[${host}]` : host;
  return `${rpcSpeaksTls(config) ? "https" : "http"}://${shown}:${rpc?.port ?? defaultPort}`;
}
