import type { AbiSource } from "../../chain/abi/knownErrors";
import { type ChainClient, createClient, type Transport } from "../../chain/client/client";
import { openSession } from "../../chain/openSession";
import { guardedTransport } from "../../chain/profile/guardedTransport";
import { getGroupList } from "../../chain/rpc/groups";
import type { ChainSession } from "../../chain/session";
import { createHttpTransport, type HttpTransportOptions } from "../../chain/transport/httpTransport";
import { clientError } from "../../errors/clientError";
import { type Connection, tlsOf } from "./connectionOptions";

/**
 * The way to the nodes that a command line names; the caller closes it.
 * @throws ChainError usage `badUrl`, `unreadableFile`.
 */
export async function transportOf(
  connection: Connection,
  options: Partial<HttpTransportOptions> = {},
): Promise<Transport> {
  const { urls, timeoutMs, token } = connection;
  const tls = await tlsOf(connection);
  const transport = createHttpTransport({ url: urls, tls, timeoutMs, devToken: token, ...options });
  const { access, name = "" } = connection;
  return access === undefined ? transport : guardedTransport(transport, name, () => access);
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

/** The session in whose project the user works: what its folder declares and has compiled names errors of contracts. */
export function inProject(
  session: ChainSession,
  more: () => Promise<readonly AbiSource[]> = async () => [],
): ChainSession {
  const otherAbis = async (): Promise<readonly AbiSource[]> => {
    const { folderAbis } = await import("./folderAbis");
    return [...(await more()), ...(await folderAbis(process.cwd()))];
  };
  return { ...session, otherAbis };
}

/**
 * A session of the group that a command line names, on the chain that its connection is pinned to.
 * @throws ChainError usage `pinMismatch`; what `openSession` throws
 */
export async function sessionOf(connection: Connection, transport: Transport): Promise<ChainSession> {
  const session = await openSession(clientOf(connection, transport));
  const { name = "", pin } = connection;
  if (pin) {
    const { requireStillPinned } = await import("../../chain/profile/chainPin");
    await requireStillPinned(name, pin, session);
  }
  return session;
}

/** The same with a session of the group. */
export function withSession<Result>(
  connection: Connection,
  work: (session: ChainSession) => Promise<Result>,
): Promise<Result> {
  return withTransport(connection, async (transport) => work(inProject(await sessionOf(connection, transport))));
}

/**
 * The group that a command line names where the node has it, else the only one. Many nodes would take a wrong name for the default.
 * @throws ChainError rpc `unknownGroup`.
 */
export async function groupOf({ group: asked }: Connection, transport: Transport): Promise<string> {
  const groups = await getGroupList(createClient(transport, ""));
  const group = asked ?? (groups.length === 1 ? groups[0] : undefined);
  if (group !== undefined && groups.includes(group)) return group;
  throw clientError("unknownGroup", { group: asked ?? "", groups });
}
