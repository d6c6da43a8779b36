import { isEmbedded } from "../../chain/dev/devPowers";
import type { ChainSession } from "../../chain/session";
import type { Services } from "../../operations/model/services";
import { transportOf } from "../connection/connect";
import type { Connection } from "../connection/connectionOptions";
import type { SourceOrigin } from "../solidity/compileSources";

/** What a program brings along for operations on a chain, wherever it was started. */
export const cliServices = ({ client }: ChainSession, { archive }: Pick<Connection, "archive">): Services => ({
  embedded: async () => ((await isEmbedded(client)) ? client : undefined),
  archive: async () => archive,
});

/**
 * What takes sources and a compiler.
 * @param place where the sources lie; the working folder when absent
 * @param keepsProxies as `inspection` has it
 */
export function folderServices(
  session: ChainSession,
  connection: Parameters<typeof import("./inspection").inspection>[1],
  place?: SourceOrigin,
  keepsProxies?: boolean,
): Pick<Services, "inspector" | "tracer" | "sources"> {
  const inspecting = async () => (await import("./inspection")).inspection(session, connection, place, keepsProxies);
  return { inspector: inspecting, tracer: inspecting, sources: inspecting };
}

/** All of it, for a terminal. */
export const terminalServices = (session: ChainSession, connection: Connection): Services => ({
  ...cliServices(session, connection),
  ...folderServices(session, connection),
  rehearsal: async () => (await import("../rehearsal/rehearsal")).rehearsal(session),
  nodes: async () => {
    const { nodesAround } = await import("../../chain/health/nodesAround");
    return nodesAround(connection.urls, session.groupId, (url) => transportOf({ ...connection, urls: [url] }));
  },
});
