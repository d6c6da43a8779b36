import { basename, dirname } from "node:path";
import { defaultRpcPort } from "../../facts/ports";
import { folderOnDisk } from "../../files/folderOnDisk";
import { listener, reachedAt, rpcSpeaksTls } from "../../nodeConfig/analysis/listener";
import type { IniDocument } from "../../nodeConfig/document/iniDocument";
import { releaseStarted } from "../../nodeConfig/nodeFolder";

/**
 * `https://127.0.0.1:20200` from the config.ini of a node folder. A node that listens everywhere is reached at the host whose folder holds
 * its own: that folder's name when it is an address.
 */
export async function rpcEndpoint(config: IniDocument, folder: string): Promise<string> {
  const host = basename(dirname(folder));
  const [rpc] = listener(config, "rpc");
  const address = reachedAt(
    rpc?.address ?? config.find("rpc", "listen_ip")?.value ?? "",
    /^\d{1,3}(\.\d{1,3}){3}$/.test(host) ? host : "127.0.0.1",
  );
  const shown = address.includes(":") ? `[${address}]` : address;
  const release = await releaseStarted(folderOnDisk(folder).readEnd);
  return `${rpcSpeaksTls(config, release) ? "https" : "http"}://${shown}:${rpc?.port ?? defaultRpcPort}`;
}
