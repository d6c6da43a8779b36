import { resolveTarget } from "../../chain/services/bfs/readLink";
import type { ChainSession } from "../../chain/session";
import type { AddressResolver } from "../../operations/model/fields";
import type { Connection } from "../connection/connectionOptions";
import { devAccount } from "../contract/contractContext";
import { foreignHosts } from "../options/foreignHosts";

/**
 * What stands for an address: a BFS path, and on this machine `dev0` for that development account, as everybody has its key.
 * @throws ChainError usage `badTarget`, `notALink`
 */
export function addressWords(session: ChainSession, { urls }: Pick<Connection, "urls">): AddressResolver {
  const own = foreignHosts(urls).length === 0;
  return async (given) => (own && (await devAccount(session, given))?.address) || resolveTarget(session, given);
}
