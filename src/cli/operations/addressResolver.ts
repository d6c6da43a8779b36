import { resolveAddress } from "../../chain/services/bfs/readLink";
import type { ChainSession } from "../../chain/session";
import type { AddressResolver } from "../../operations/model/fields";
import type { OperationContext } from "../../operations/model/operation";
import type { Connection } from "../connection/connectionOptions";
import { devAccount } from "../contract/contractContext";
import { foreignHosts } from "../options/foreignHosts";

/** On this machine `dev0` stands for that development account, as everybody has its key. */
export const devAddress =
  (session: ChainSession, { urls }: Pick<Connection, "urls">): NonNullable<OperationContext["addressOf"]> =>
  async (word) =>
    foreignHosts(urls).length === 0 ? (await devAccount(session, word))?.address : undefined;

/**
 * What stands for an address: a BFS path, and a development account.
 * @throws ChainError usage `badTarget`, `notALink`
 */
export function addressResolver(session: ChainSession, connection: Pick<Connection, "urls">): AddressResolver {
  const dev = devAddress(session, connection);
  return async (given) => (await dev(given)) ?? resolveAddress(session, given);
}
