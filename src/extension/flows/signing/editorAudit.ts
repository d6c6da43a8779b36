import type { Front, SigningAudit } from "../../../signing/auditEntry";
import { settingOfUser } from "../../kit/settings/settings";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** Where signatures of a connection are written down; nowhere for the embedded chain, or where the user wants no log. */
export async function auditOf(
  app: Chainside,
  { connection }: Pick<ChainGroup, "connection">,
  front: Front,
): Promise<SigningAudit | undefined> {
  if (connection.origin === "embedded" || settingOfUser("audit.enabled") === false) return undefined;
  const { folderAudit, usualAuditFolder } = await import("../../../signing/audit/folderAudit");
  const named: unknown = settingOfUser("audit.folder");
  const folder = (typeof named === "string" && named.trim()) || usualAuditFolder(process.env);
  return folderAudit(folder, front, (error) => void app.errors.show(error));
}
