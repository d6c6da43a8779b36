import type { Front, SigningAudit } from "../../../signing/auditEntry";
import { settingOfUser } from "../../kit/settings/settings";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/**
 * Where signatures of a connection, or of a file where none is given, are written down; nowhere for the embedded chain, or where the user
 * wants no log.
 */
export async function auditOf(
  app: Chainside,
  group: Pick<ChainGroup, "connection"> | undefined,
  front: Front,
): Promise<SigningAudit | undefined> {
  if (group?.connection.origin === "embedded" || settingOfUser("audit.enabled") === false) return undefined;
  const { folderAudit, usualAuditFolder } = await import("../../../signing/audit/folderAudit");
  const named: unknown = settingOfUser("audit.folder");
  const folder = (typeof named === "string" && named.trim()) || usualAuditFolder(process.env);
  return folderAudit(folder, front, (error) => void app.errors.show(error));
}
