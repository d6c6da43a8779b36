import type { NameOf } from "../../chain/abi/valueNotes";
import type { GroupHealth } from "../../chain/health/groupHealth";
import type { Trouble } from "../../chain/health/story";
import type { ChainSession } from "../../chain/session";
import type { ChainTrust } from "../../chain/verification/chainTrust";
import type { Verdict } from "../../chain/verification/link";
import type { KnownEvents } from "../../chain/verification/receiptMembers";
import type { KnownCalls } from "../../chain/verification/transactionMembers";
import type {
  AddressHistory,
  FoundLine,
  HistoryCursor,
  HistoryFilter,
  HistoryPart,
} from "../../history/service/messages";
import type { PageVerdict, TransactionLine } from "../../webview/explorer/messages";
import type { NamedContract } from "../records/decodeCall";
import type { SeenTransaction } from "../records/seenTransaction";
import { verdictText } from "../records/verdictText";

/** The transactions of an address that were sent or shown from here. */
type KnownTransactions = (address: string) => readonly SeenTransaction[];

/** What is asked of an index. @throws Cancelled; ChainError */
export interface HistoryAccess {
  address(address: string, part?: HistoryPart, filter?: HistoryFilter, after?: HistoryCursor): Promise<AddressHistory>;
  find(text: string): Promise<readonly FoundLine[]>;
  /** Why it can't be asked, in words. */
  problem(error: unknown): Promise<string>;
}

/** What the explorer's answers are made of. */
export interface ExplorerContext {
  readonly session: ChainSession;
  /** Takes over how the group fares, for everything that shows it, and gives what of it counts. */
  judged(health: GroupHealth): GroupHealth;
  /** What is wrong with the ways to the group: forks, endpoints that don't answer. */
  endpointTroubles(): readonly Trouble[];
  /** The contract at an address with its name, when anything knows its ABI. */
  contract(address: string, block?: number): Promise<NamedContract | undefined>;
  readonly known: KnownTransactions;
  /** Transactions were shown. */
  seen(transactions: readonly SeenTransaction[]): void;
  /** The address that a name of one's own stands for. */
  addressNamed(name: string): string | undefined;
  /** What an address is called here: a known contract, an account of one's own. Asks no node. */
  readonly nameOf: NameOf;
  /** What a node is called here: the name it was given, or that of its folder. Asks no node. */
  nodeName(nodeId: string): string | undefined;
  /** What is believed of the chain without asking it. */
  trust(): Promise<ChainTrust | undefined>;
  /** The group's index; undefined where it has none. */
  readonly history?: HistoryAccess | undefined;
  /** Whether something ended because it isn't waited for any more. */
  isCancelled(error: unknown): boolean;
  /** One is being made, or goes on. */
  readonly indexing?: boolean;
  readonly knownEvents: KnownEvents;
  readonly knownCalls?: KnownCalls | undefined;
  /** Address of the archive query service, where one is known. */
  readonly archive: string | undefined;
  /** The first block whose transactions the node still has. */
  archivedBelow(): Promise<number>;
}

/** What is proven of an answer, in the words of the page. */
export function pageVerdict(what: PageVerdict["what"], verdict: Verdict): PageVerdict {
  const { verified, outcome, summary, links, uncovered } = verdictText(verdict);
  return { what, verified, outcome, summary, links: [...links], uncovered };
}

/** What addresses are called here, by address; those without a name are left out. */
export function namesOf(
  { nameOf }: Pick<ExplorerContext, "nameOf">,
  addresses: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    addresses.flatMap((address) => {
      const name = address === "" ? undefined : nameOf(address);
      return name === undefined ? [] : [[address, name]];
    }),
  );
}

/** A line of a list with the names of its addresses. */
export function namedLine(context: Pick<ExplorerContext, "nameOf">, line: SeenTransaction): TransactionLine {
  const { contractAddress: _, ...shown } = line;
  return { ...shown, names: namesOf(context, [line.from ?? "", line.to ?? ""]) };
}
