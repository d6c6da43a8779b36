import type { Group } from "../ledger/group";
import type { Handler, MethodTable } from "../rpc/envelope";

/** The one method of the archive delete service; failures are texts in the result (docs/protocol/archive.md, "Delete service"). */
export function deleteMethods(group: Group): MethodTable {
  const deleteArchivedData: Handler = (p) => ({
    status: group.archive.delete(p.int64(0), p.int64(1), group.blocks.head),
  });
  return (method) => (method === "deleteArchivedData" ? deleteArchivedData : undefined);
}
