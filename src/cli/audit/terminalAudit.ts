import { resolve } from "node:path";
import type { ChainSession } from "../../chain/session";
import type { Signer } from "../../crypto/cryptoSuite";
import { errorSentence } from "../../errors/errorText";
import { folderAudit, usualAuditFolder } from "../../signing/audit/folderAudit";
import type { Front, SigningAudit } from "../../signing/auditEntry";
import type { Connection } from "../connection/connectionOptions";
import { nothingAtStake } from "../contract/contractContext";
import { complain } from "../output/print";

/** The folder of the audit log: typed, else of the environment, else the person's own; undefined where they want none. */
export function auditFolder(typed: string | undefined): string | undefined {
  if (typed !== undefined) return typed === "off" ? undefined : resolve(typed);
  const named = process.env["CHAINSIDE_AUDIT"] || usualAuditFolder(process.env);
  return named === "off" ? undefined : named;
}

/** A log of this front; undefined where the person wants none. */
export function commandAudit({ audit }: Pick<Connection, "audit">, front: Front): SigningAudit | undefined {
  const folder = auditFolder(audit);
  if (folder === undefined) return undefined;
  return folderAudit(folder, front, (error) => void errorSentence(error).then(complain, () => complain(error.message)));
}

/** The same at a terminal, but nowhere where nothing is at stake. */
export async function terminalAudit(
  connection: Connection,
  { session, signer }: { readonly session: ChainSession; readonly signer: Signer | undefined },
): Promise<SigningAudit | undefined> {
  const audit = signer && commandAudit(connection, "terminal");
  return audit && !(await nothingAtStake(session, connection, signer)) ? audit : undefined;
}
