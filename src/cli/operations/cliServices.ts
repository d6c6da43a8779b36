import { isEmbedded } from "../../chain/dev/devPowers";
import type { ChainSession } from "../../chain/session";
import type { Services } from "../../operations/model/services";
import type { Connection } from "../connection/connectionOptions";

/** What a terminal brings along for operations on a chain. */
export const cliServices = ({ client }: ChainSession, { archive }: Pick<Connection, "archive">): Services => ({
  embedded: async () => ((await isEmbedded(client)) ? client : undefined),
  archive: async () => archive,
});
