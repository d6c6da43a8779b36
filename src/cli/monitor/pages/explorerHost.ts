import { precompiledAt } from "../../../chain/abi/precompiledContracts";
import { withNotes } from "../../../chain/artifact/sourceNotes";
import { forkTrouble } from "../../../chain/health/forks";
import { silentEndpoints } from "../../../chain/health/groupTroubles";
import type { Trouble } from "../../../chain/health/story";
import { getSyncStatus } from "../../../chain/rpc/nodeStatus";
import { contractInterfaceAt, findAbi } from "../../../chain/services/contract/lookUpAbi";
import type { ChainSession } from "../../../chain/session";
import { eventsOfInterfaces } from "../../../chain/verification/knownInterfaces";
import { isAddress, prefixedAddress } from "../../../crypto/bytes/hex";
import { toChainError } from "../../../errors/dictionary";
import type { ExplorerContext, HistoryAccess } from "../../../pages/explorer/explorerContext";
import type { NamedContract } from "../../../pages/records/decodeCall";
import type { ExplorerQuestion } from "../../../webview/explorer/messages";
import type { MonitoredConnection } from "../monitoredConnection";

/** The contract at an address, by what the chain itself says of it. */
async function namedContract(
  session: ChainSession,
  address: string,
  block?: number,
): Promise<NamedContract | undefined> {
  const wanted = prefixedAddress(address).toLowerCase();
  if (!isAddress(wanted)) return undefined;
  const { found, code, proxy } = await findAbi(session, wanted, undefined, { block });
  if (!found) return undefined;
  const abi = await contractInterfaceAt(session, wanted, withNotes(found.abi, found.notes), { code });
  return { name: found.title, abi, ...(proxy ? { proxy } : {}) };
}

/** What the last look found to be wrong with the ways to a group. */
function endpointTroubles(latest: MonitoredConnection["latest"], groupId: string): readonly Trouble[] {
  const compared = latest?.compared.find(({ group }) => group === groupId)?.nodes ?? [];
  const nodes = latest?.nodes ?? [];
  const silent = nodes.filter(({ isUp }) => !isUp).map(({ endpoint }) => endpoint);
  return [
    ...compared.flatMap((node) => (node.state === "forked" ? [forkTrouble(node.endpoint, node.fork)] : [])),
    ...silentEndpoints(silent, nodes.length),
  ];
}

/** What the explorer's answers are made of where there is no editor: the chain, the last look, and an index. */
export function explorerContext(
  session: ChainSession,
  { latest, prepared }: MonitoredConnection,
  history: HistoryAccess | undefined,
  indexing: boolean,
): ExplorerContext {
  const contract = (address: string, block?: number) => namedContract(session, address, block);
  return {
    session,
    // no earlier look is remembered for a page
    judged: (health) => ({ ...health, since: {} }),
    endpointTroubles: () => endpointTroubles(latest, session.groupId),
    contract,
    known: () => [],
    seen: () => undefined,
    addressNamed: () => undefined,
    nameOf: precompiledAt,
    nodeName: () => undefined,
    trust: async () => undefined,
    history,
    isCancelled: (error) => toChainError(error).code === "cancelled",
    indexing,
    knownEvents: eventsOfInterfaces(() => []),
    archive: prepared.connection.archive,
    archivedBelow: async () => Number((await getSyncStatus(session.client)).archivedBlockNumber ?? 0),
  };
}

/** A question of the page; undefined for something else. What it names is looked at by the answers. */
export function explorerQuestion(value: unknown): ExplorerQuestion | undefined {
  const { kind, text, number, hash, address, before, count, first } = (value ?? {}) as Record<string, unknown>;
  const whole = (each: unknown): each is number => Number.isSafeInteger(each) && Number(each) >= 0;
  const short = (each: unknown): each is string => typeof each === "string" && each.length <= 300;
  switch (kind) {
    case "overview":
      return { kind };
    case "blocks":
      return { kind, count: whole(count) ? count : 20, ...(whole(before) ? { before } : {}) };
    case "find":
      return short(text) ? { kind, text } : undefined;
    case "block":
      return whole(number)
        ? { kind, number, ...(short(hash) ? { hash } : {}), ...(whole(first) ? { first } : {}) }
        : undefined;
    case "transaction":
      return short(hash) ? { kind, hash } : undefined;
    case "address":
      return short(address) && isAddress(address) ? { kind, address } : undefined;
    default:
      return undefined;
  }
}
