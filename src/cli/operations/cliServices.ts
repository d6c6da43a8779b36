import { isEmbedded } from "../../chain/dev/devPowers";
import type { ChainSession } from "../../chain/session";
import type { Services } from "../../operations/model/services";
import type { Connection } from "../connection/connectionOptions";

/** What a program brings along for operations on a chain, wherever it was started. */
export const cliServices = ({ client }: ChainSession, { archive }: Pick<Connection, "archive">): Services => ({
  embedded: async () => ((await isEmbedded(client)) ? client : undefined),
  archive: async () => archive,
});

/** The same of a terminal, which is in a folder of its person. */
export function terminalServices(session: ChainSession, connection: Connection): Services {
  const inspecting = async () => (await import("./inspection")).inspection(session, connection);
  return { ...cliServices(session, connection), inspector: inspecting, tracer: inspecting, sources: inspecting };
}
