import type { ChainSession } from "../../chain/session";
import type { Signer } from "../../crypto/cryptoSuite";
import { terminalAudit } from "../audit/terminalAudit";
import { type Connection, connectionText } from "../connection/connectionOptions";
import { terminalQuestion } from "../output/terminalQuestion";
import { addressResolver, chainKnowledge } from "./chainKnowledge";
import { terminalServices } from "./cliServices";
import type { OperationRun } from "./performOperation";

/** Where an operation of a command line is done: the chain of its connection, and what a terminal knows of it. */
export async function terminalPlace(
  session: ChainSession,
  connection: Connection,
  signer: Signer | undefined,
): Promise<OperationRun> {
  return {
    session,
    signer,
    access: connection.access,
    connection: connectionText(connection),
    resolve: addressResolver(session, connection),
    known: { ...chainKnowledge(session, connection), services: terminalServices(session, connection) },
    question: terminalQuestion(),
    audit: await terminalAudit(connection, { session, signer }),
  };
}
