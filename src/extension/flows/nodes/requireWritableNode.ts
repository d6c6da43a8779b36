import { isThisMachine } from "../../../processes/nodes/nodeState";
import type { Chainside } from "../../state/chainside";
import type { Connection } from "../../state/connections/connection";
import { requireWriteAccess } from "../../state/connections/signingPermit";
import type { NodeFolder } from "../../state/nodeFolders/nodeFolder";
import { chainNodesOf } from "../../state/nodeNames/chainNodes";

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

/**
 * A change of what a node keeps changes the chain behind every connection that shows this node: a read-only one forbids it.
 * @throws ChainError usage `readOnlyConnection`
 */
export async function requireWritableNode({ connections, errors }: Chainside, folder: NodeFolder): Promise<void> {
  for (const connection of connections.all) if (isRpcOfNode(connection, folder)) requireWriteAccess(connection);
  for (const group of connections.groups) {
    if (group.writable) continue;
    const nodes = await chainNodesOf(group).catch((error: unknown) => {
      errors.log(error);
      return [];
    });
    if (nodes.some(({ consensusId }) => consensusId !== undefined && consensusId === folder.node.consensusId))
      requireWriteAccess(group.connection);
  }
}
