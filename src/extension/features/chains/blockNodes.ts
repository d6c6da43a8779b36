import * as vscode from "vscode";
import type { Block } from "../../../chain/rpc/blocks";
import { toChainError } from "../../../errors/dictionary";
import type { SeenTransaction } from "../../../pages/records/seenTransaction";
import { recentTimeText } from "../../../text/formats";
import { shortHex } from "../../../text/shortText";
import { type GroupedNode, itemLine } from "../../flows/lines/groupNode";
import { commandOf } from "../../kit/commands/commands";
import { setting } from "../../kit/settings/settings";
import { messageNode } from "../../kit/tree/line";
import { actingNode, moreNode, pageOf } from "../../kit/tree/pages";
import type { ListState, TreeNode } from "../../kit/tree/treeNode";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { SeenTransactions } from "../../state/history/seenTransactions";

const maxKept = 1000;

/** The node's word for a block that it does not have (docs/protocol/json-rpc.md). */
const noSuchBlock = 3006;
/** A block that the chain has; undefined where the node that was asked doesn't have it yet: behind one address may stand several. */
async function blockIfThere(group: ChainGroup, number: number): Promise<Block | undefined> {
  try {
    return await group.block(number);
  } catch (error) {
    if (toChainError(error).code === noSuchBlock && number <= (group.height ?? -1)) return undefined;
    throw error;
  }
}

/** Blocks never change once they are there, so each is asked for once, until a chain is set back. */
class BlockMemory {
  readonly #blocks = new Map<number, Block>();
  #setBacks = 0;

  async get(group: ChainGroup, number: number): Promise<Block | undefined> {
    const { setBacks } = group;
    if (setBacks !== this.#setBacks) this.#blocks.clear();
    this.#setBacks = setBacks;
    const kept = this.#blocks.get(number);
    if (kept) return kept;
    const block = await blockIfThere(group, number);
    // An answer of before the chain was set back is no block of it.
    if (!block || setBacks !== group.setBacks) return block;
    if (!this.#fits(block)) this.#blocks.clear();
    this.#blocks.set(number, block);
    const [oldest] = this.#blocks.keys();
    if (this.#blocks.size > maxKept && oldest !== undefined) this.#blocks.delete(oldest);
    return block;
  }

  /** Whether a block is of the chain that is kept: one that was set back and grew again unseen has other parents. */
  #fits({ number, hash, parentInfo }: Block): boolean {
    const [before, behind] = [this.#blocks.get(number - 1), this.#blocks.get(number + 1)];
    const follows = (parent: string, of: Block["parentInfo"]): boolean =>
      of.every(({ blockHash, blockNumber }) => blockNumber === 0 || blockHash === parent);
    return (!before || follows(before.hash, parentInfo)) && (!behind || follows(hash, behind.parentInfo));
  }
}

const time = (timestampMs: number): string => (timestampMs === 0 ? "" : recentTimeText(timestampMs));

function blockNode(app: Chainside, parent: GroupedNode, block: Block, archived: boolean): GroupedNode {
  const { number, hash, timestamp } = block;
  const count = block.transactions.length;
  const isGone = archived && count > 0;
  const target = { kind: "block", block: String(number), group: parent.group } as const;
  return itemLine(parent, {
    target,
    id: String(number),
    label: `#${number}`,
    description: () =>
      [
        count === 1 ? vscode.l10n.t("1 transaction") : vscode.l10n.t("{0} transactions", count),
        isGone ? vscode.l10n.t("archived") : "",
        time(timestamp),
      ]
        .filter(Boolean)
        .join(" · "),
    tooltip: isGone
      ? `${hash}\n\n${vscode.l10n.t("The transactions and receipts of this block are archived. The node has deleted them.")}`
      : hash,
    icon: isGone ? "archive" : "package",
    context: ["block"],
    copyText: hash,
    ...(count === 0
      ? { command: commandOf("chainside.showBlock", vscode.l10n.t("Show Block"), target) }
      : { children: (node, state) => transactionNodes(app, node, number, state) }),
  });
}

/** What an address is called here, else its short form. */
type NameOf = (address: string) => string;

function transactionNode(parent: GroupedNode, line: SeenTransaction, nameOf: NameOf): GroupedNode {
  const { hash, from, to, call, status } = line;
  const failed = status !== undefined && status !== 0;
  const what =
    to === ""
      ? [vscode.l10n.t("deployment"), ...(from ? [nameOf(from)] : [])]
      : call && from
        ? [call, nameOf(from)]
        : from && to
          ? [`${nameOf(from)} → ${nameOf(to)}`]
          : [];
  const outcome = failed ? [vscode.l10n.t("failed ({0})", status)] : [];
  const target = { kind: "transaction", hash, group: parent.group } as const;
  return itemLine(parent, {
    target,
    id: hash,
    label: shortHex(hash),
    description: [...outcome, ...what].join(" · "),
    tooltip: [hash, ...outcome, ...what, ...(from ? [`${from} → ${to}`] : [])].join("\n"),
    icon: failed
      ? new vscode.ThemeIcon("error", new vscode.ThemeColor("list.errorForeground"))
      : to === ""
        ? "cloud-upload"
        : "arrow-right",
    context: ["transaction"],
    copyText: hash,
    command: commandOf("chainside.showTransaction", vscode.l10n.t("Show Transaction"), target),
  });
}

/** A transaction of which nothing but its hash is left here. */
function archivedNode(parent: GroupedNode, hash: string): GroupedNode {
  return itemLine(parent, {
    id: hash,
    label: shortHex(hash),
    description: vscode.l10n.t("archived"),
    tooltip: hash,
    icon: "archive",
    copyText: hash,
  });
}

/** The transactions of a block: one page, with what each called and what came of it, or as many as were asked for. */
async function transactionNodes(
  app: Chainside,
  parent: GroupedNode,
  number: number,
  state: ListState,
): Promise<readonly TreeNode[]> {
  const { group } = parent;
  const [{ lookUpBlock }, { transactionLines }, { namedContract }, { addressName }] = await Promise.all([
    import("../../../chain/archive/archiveFallback"),
    import("../../../pages/records/transactionLines"),
    import("../../flows/target/contractTarget"),
    import("../../flows/lines/addressName"),
  ]);
  const { session, archive } = group;
  const { block, transactions, archived } = await lookUpBlock(session, number, { archive });
  const pageSize = setting("blocks.pageSize");
  const hashes = block.transactions.slice(0, state.pages * pageSize);
  const there = hashes.filter((_, index) => transactions[index] !== undefined);
  const contract = (address: string, at?: number) => namedContract(app, group, address, at);
  const lines = await transactionLines({ session, archive, contract }, there);
  const seen = lines.map((line) => ({ ...line, block: number, timeMs: block.timestamp }));
  group.kept.of(SeenTransactions).note(seen);
  const known = new Map(lines.map((line) => [line.hash, line]));
  const nameOf: NameOf = (address) => addressName(app, group, address) ?? shortHex(address);
  const nodes = pageOf(parent, state, block.transactions, {
    size: pageSize,
    node: (hash) => {
      const line = known.get(hash);
      return line ? transactionNode(parent, line, nameOf) : archivedNode(parent, hash);
    },
  });
  if (!archived || transactions.every((transaction) => transaction !== undefined)) return nodes;
  const label =
    group.archive === undefined
      ? vscode.l10n.t("Archived, and this connection has no archive query service")
      : vscode.l10n.t("The archive doesn't have all of them");
  return [messageNode(parent, label, { icon: "info" }), ...nodes];
}

/** The line that leads back to newer blocks, a page at a time. */
function newerNode(parent: GroupedNode, state: ListState, top: number, height: number): TreeNode {
  const init = {
    id: "(newer)",
    label: vscode.l10n.t("Newer blocks"),
    description: vscode.l10n.t("{0} newer blocks", height - top),
    icon: "arrow-up",
  };
  return actingNode(parent, init, () => {
    const newer = top + setting("blocks.pageSize");
    state.change({ pages: 1, start: newer >= (parent.group.height ?? 0) ? undefined : newer });
  });
}

/** Newest first, from the newest block or the one that was gone to: one page or as many as were asked for. */
export async function blockNodes(app: Chainside, parent: GroupedNode, state: ListState): Promise<readonly TreeNode[]> {
  const { group } = parent;
  const pageSize = setting("blocks.pageSize");
  // A node that tells of new blocks need not be asked.
  const height = group.connection.pushes && group.height !== undefined ? group.height : await group.refreshHeight();
  const top = Math.min(state.start ?? height, height);
  const lowest = Math.max(0, top - state.pages * pageSize + 1);
  const kept = group.kept.of(BlockMemory);
  const numbers = Array.from({ length: top - lowest + 1 }, (_, index) => top - index);
  const [archivedBelow, ...blocks] = await Promise.all([
    group.archivedBelow(),
    ...numbers.map((number) => kept.get(group, number)),
  ]);
  const there = blocks.filter((block) => block !== undefined);
  if (there.length < blocks.length) group.noteMissingBlocks();
  return [
    ...(top < height ? [newerNode(parent, state, top, height)] : []),
    ...there.map((block) => blockNode(app, parent, block, block.number < archivedBelow)),
    ...(lowest > 0 ? [moreNode(parent, state, vscode.l10n.t("{0} older blocks", lowest))] : []),
  ];
}
