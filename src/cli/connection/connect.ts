import { type ChainClient, createClient, type Transport } from "../../chain/client";
import { clientError } from "../../chain/errors/clientError";
import { openSession } from "../../chain/openSession";
import { getGroupList } from "../../chain/rpc/getGroupList";
import type { ChainSession } from "../../chain/session";
import { createHttpTransport, type HttpTransportOptions } from "../../chain/transport/httpTransport";
import { type Connection, tlsOf } from "./connectionOptions";

/**
 * The way to the nodes that a command line names; whoever asks for it closes it.
 * @throws ChainError usage `badUrl`, `unreadableFile`.
 */
export async function transportOf(
  connection: Connection,
  options: Partial<HttpTransportOptions> = {},
): Promise<Transport> {
  const { urls, timeoutMs, token } = connection;
  return createHttpTransport({ url: urls, tls: await tlsOf(connection), timeoutMs, devToken: token, ...options });
}

/** A client of the group and node that a command line names, an empty group meaning the only one. */
export const clientOf = ({ group = "", node }: Connection, transport: Transport): ChainClient =>
  createClient(transport, group, node);

/** Opens the way to the nodes for a piece of work, and closes it when that is done. */
export async function withTransport<Result>(
  connection: Connection,
  work: (transport: Transport) => Promise<Result>,
): Promise<Result> {
  const transport = await transportOf(connection);
  try {
    return await work(transport);
  } finally {
    await transport.close();
  }
}

/** The same with a session of the group. */
export function withSession<Result>(
  connection: Connection,
  work: (session: ChainSession) => Promise<Result>,
): Promise<Result> {
  return withTransport(connection, async (transport) => work(await openSession(clientOf(connection, transport))));
}

/**
 * The group that a command line names where the node has it, else the only one. Many nodes would take a wrong name for the default.
 * @throws ChainError rpc `unknownGroup`.
 */
export async function groupOf({ group: asked }: Connection, transport: Transport): Promise<string> {
  const groups = await getGroupList(createClient(transport, ""));
  const group = asked ?? (groups.length === 1 ? groups[0] : undefined);
  if (group !== undefined && groups.includes(group)) return group;
  throw clientError("unknownGroup", { group: asked ?? "", groups: groups.join(", ") });
}
