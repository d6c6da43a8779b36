import { join } from "node:path";
import type { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import { stateFolder } from "../../files/userFolders";
import { thrownText } from "../../text/thrownText";
import type { Front, SigningAudit } from "../auditEntry";

/** Where logs are kept unless the person says otherwise: one folder for all fronts of this user, in no workspace. */
export const usualAuditFolder = (environment: NodeJS.ProcessEnv): string => join(stateFolder(environment), "audit");

/**
 * A log in a folder, which is loaded when something is written.
 * @param tell says what couldn't be written behind a signature
 */
export function folderAudit(folder: string, front: Front, tell: (error: ChainError) => void): SigningAudit {
  const log = async () => new (await import("./auditFiles")).AuditFolder(folder);
  return {
    front,
    check: async () => (await log()).check(),
    write: async (entry) => (await log()).append(entry),
    lost: (error) => {
      const { details } = error as { details?: ChainError["details"] };
      tell(clientError("auditIncomplete", { folder, reason: String(details?.["reason"] ?? thrownText(error)) }));
    },
  };
}
