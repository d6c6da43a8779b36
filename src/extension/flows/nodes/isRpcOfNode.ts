import { isThisMachine } from "../../../processes/nodes/thisMachine";
import type { Connection } from "../../state/connections/connection";
import type { NodeFolder } from "../../state/nodeFolders/nodeFolder";

/** Whether an endpoint of the connection is the RPC port of the node of this folder. */
export function isRpcOfNode(
  { profile }: Pick<Connection, "profile">,
  folder: Pick<NodeFolder, "rpcPort" | "host">,
): boolean {
  return profile.endpoints.some((endpoint) => {
    const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
    if (folder.rpcPort === undefined || url?.port !== String(folder.rpcPort)) return false;
    return url.hostname === folder.host || (isThisMachine(url.hostname) && isThisMachine(folder.host));
  });
}
