import type { Network } from "../../nodes/network";
import type { MethodTable } from "../envelope";
import { filterMethods } from "./filterMethods";
import { groupMethods } from "./groupMethods";
import { ledgerMethods } from "./ledgerMethods";
import { NodeContext } from "./nodeContext";
import { sendMethods } from "./sendMethods";
import { stateMethods } from "./stateMethods";

/**
 * The methods of the native interface over a network of groups. Errors and odd cases as recorded from a node, which converts the parameters
 * first, the last before the others, and then looks for the group.
 */
export function nodeMethods(network: Network): MethodTable {
  const node = new NodeContext(network);
  const methods = {
    ...ledgerMethods(node),
    ...groupMethods(node),
    ...stateMethods(node),
    ...sendMethods(node),
    ...filterMethods(node),
  };
  const table = new Map(Object.entries(methods));
  return (method) => table.get(method);
}
