import type { Chainside } from "../../state/chainside";
import { requireWriteAccess } from "../../state/connections/writableGroup";
import type { NodeFolder } from "../../state/nodeFolders/nodeFolder";
import { chainNodesOf } from "../../state/nodeNames/chainNodes";
import { isRpcOfNode } from "./isRpcOfNode";

/**
 * Anyone who changes what a node keeps changes the chain behind every connection that shows this node: a read-only one forbids it.
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
