import type { ChainClient, Transport } from "../chain/client/client";
import { openSession } from "../chain/openSession";
import { getBlockNumber } from "../chain/rpc/blocks";
import { getTransactionReceipt } from "../chain/rpc/transactions";
import { t } from "../text/catalogue";
import { shortened } from "../text/shortText";
import type { DifferingTransaction, Fork, ForkTarget, ForkVerdict } from "./fork";
import {
  CannotFork,
  defaultLimits,
  type ForkContext,
  type ForkLimits,
  type ForkProgress,
  requestOptions,
} from "./forkContext";
import type { ReceiptDifference } from "./receiptComparison";
import { fetchedHead, replayFetched } from "./replayFetched";
import { replayHistory, replayToHead } from "./replayHistory";
import { areBlocksThere, within } from "./withinLimits";

/** What is to be executed again, and what it may cost. */
export interface ForkRequest {
  readonly client: ChainClient;
  /** The web3 port of the same node, which answers storage. */
  readonly web3?: Transport | undefined;
  /** Hash of a transaction; undefined for calls on the state of the latest block. */
  readonly transaction: string | undefined;
  readonly limits?: Partial<ForkLimits>;
  readonly signal?: AbortSignal;
  report?(progress: ForkProgress): void;
}

/** What would be done; nothing of it has begun. */
interface ForkPlan {
  readonly group: string;
  /** What a person should know before: where the state comes from, what it takes, what can't be had. */
  readonly lines: readonly string[];
  /**
   * Does it. Once the fork is there, the signal and the time limit no longer hold.
   * @throws CannotFork also when it was cancelled, ChainError of the node.
   */
  carryOut(): Promise<Fork>;
}

/** Says before it begins what fetching the state of now means. */
function fetchedLines({ blockNumber, head }: ForkTarget, limits: ForkLimits): string[] {
  const since = head - blockNumber;
  return [
    t(
      "The transaction is re-executed on a copy of the chain's current state. Code, storage, and balances are fetched as they are in block {0}, and built-in contracts are asked for their current answers. Nothing is written to the chain.",
      head,
    ),
    since < limits.blocks
      ? t("To see what has changed since, the blocks {0} to {1} are re-executed too.", blockNumber, head)
      : t("{0} blocks were added since, too many to re-execute. What they changed isn't known.", since),
  ];
}

/** The same of calls. */
const callLine = (head: number, fetches: boolean): string =>
  fetches
    ? t(
        "The call is executed on a copy of the chain's current state. Code, storage, and balances are fetched as they are in block {0}, and built-in contracts are asked for their current answers. Nothing is written to the chain.",
        head,
      )
    : t(
        "The call is executed on a copy of the chain's state. To build that state, the chain's {0} blocks are re-executed first. Nothing is written to the chain.",
        head,
      );

/**
 * Where the state comes from: all blocks from block 0 on, where they are few enough and still there, else what the node has now.
 * @throws CannotFork where neither is possible.
 */
async function chooseWay(context: ForkContext, blockNumber: number): Promise<ForkVerdict["state"]> {
  const few = blockNumber <= context.limits.blocks;
  if (few && (blockNumber <= 1 || (await areBlocksThere(context)))) return "rebuilt";
  if (context.web3) return "fetched";
  throw new CannotFork(
    few
      ? t(
          "The node no longer has all blocks, so the state can't be rebuilt. To use the current state instead, specify the node's Ethereum port.",
        )
      : t(
          "The transaction is in block {0}, but at most {1} blocks are re-executed. Raise that number, or specify the node's Ethereum port to use the current state instead.",
          blockNumber,
          context.limits.blocks,
        ),
  );
}

/**
 * Looks at a transaction of any chain and says how it would be executed again on a copy of the chain's state. Nothing is written to the
 * chain.
 * @throws CannotFork for what can't be, ChainError of the node.
 */
export async function planFork(request: ForkRequest): Promise<ForkPlan> {
  const limits = { ...defaultLimits, ...request.limits };
  const { signal } = request;
  const hash = request.transaction?.toLowerCase();
  return within({ signal, limits }, async (asking) => {
    const session = await openSession(request.client, { signal: asking });
    if (session.wasm) throw new CannotFork(t("Contracts compiled to WebAssembly can't be re-executed."));
    const contextOf = (inner: AbortSignal): ForkContext => ({
      session,
      web3: request.web3,
      limits,
      signal: inner,
      report: (progress) => request.report?.(progress),
    });
    const options = requestOptions(contextOf(asking));
    const { web3 } = request;
    if (hash === undefined) {
      const head = await getBlockNumber(session.client, options);
      const fetches = (await chooseWay(contextOf(asking), head)) === "fetched" && web3 !== undefined;
      return {
        group: session.groupId,
        lines: [callLine(head, fetches)],
        carryOut: () =>
          within({ signal, limits }, (inner) =>
            fetches ? fetchedHead(contextOf(inner), head, web3) : replayToHead(contextOf(inner), head),
          ),
      };
    }
    const receipt = await getTransactionReceipt(session.client, hash, false, options);
    const head = await getBlockNumber(session.client, options);
    const target = { hash, blockNumber: receipt.blockNumber, receipt, head };
    const before = Math.max(0, target.blockNumber - 1);
    const way = await chooseWay(contextOf(asking), target.blockNumber);
    const fetched = way === "fetched" && web3 !== undefined;
    return {
      group: session.groupId,
      lines: fetched
        ? fetchedLines(target, limits)
        : [
            t(
              "The transaction is re-executed on a copy of the chain's state. To build that state, the {0} blocks before it are re-executed first. Nothing is written to the chain.",
              before,
            ),
          ],
      carryOut: () =>
        within({ signal, limits }, (inner) =>
          fetched ? replayFetched(contextOf(inner), target, web3) : replayHistory(contextOf(inner), target),
        ),
    };
  });
}

/** The verdict in words. */
export function verdictLines(verdict: ForkVerdict): string[] {
  const { certainty, differences, doubts, replayed, head } = verdict;
  if (verdict.call) {
    if (doubts.length > 0)
      return [
        t("The call runs on the state of block {0}, but that it's the chain's isn't proven:", head),
        ...doubts,
        ...differingLines(verdict.differing ?? []),
      ];
    return [
      verdict.state === "fetched"
        ? t("The call runs on the state that the node has in block {0}.", head)
        : t(
            "The call runs on the state of block {0}. All {1} transactions re-executed equal their receipts.",
            head,
            replayed,
          ),
    ];
  }
  const others = verdict.differing ?? [];
  const first =
    certainty === "exact"
      ? others.length === 0
        ? t("Equal to the receipt, as are all {0} transactions before it.", replayed)
        : t(
            "Equal to the receipt. Of the {0} transactions before it, some end differently here, but can't have changed anything it reads:",
            replayed,
          )
      : certainty === "consistent"
        ? t(
            "Equal to the receipt. The {0} other transactions re-executed have equal receipts too, and none changed what it reads.",
            replayed,
          )
        : certainty === "equal"
          ? t("Equal to the receipt, but the state it started from isn't proven:")
          : t("Differs from the receipt:");
  const names = memberNames();
  return [
    first,
    ...differences.map(({ member, receipt, here }) =>
      t("{0}: {1} in the receipt, {2} here", names[member], valueText(receipt), valueText(here)),
    ),
    ...doubts,
    ...differingLines(others),
  ];
}

/** So many transactions are named in lines; programs get all. */
const maxNamed = 20;

/** The transactions that came out otherwise, by name. */
export function differingLines(differing: readonly DifferingTransaction[]): string[] {
  const named = differing.slice(0, maxNamed).map(({ block, hash, members }) =>
    t(
      "{0} in block {1} ({2})",
      hash,
      block,
      members.map((member) => memberNames()[member]),
    ),
  );
  return differing.length > named.length
    ? [...named, t("and {0} more transactions", differing.length - named.length)]
    : named;
}

const memberNames = (): Readonly<Record<ReceiptDifference["member"], string>> => ({
  status: t("status"),
  output: t("output"),
  gasUsed: t("gas used"),
  contractAddress: t("contract address"),
  events: t("events"),
});

const valueText = (text: string): string => shortened(text, 200) || "–";
