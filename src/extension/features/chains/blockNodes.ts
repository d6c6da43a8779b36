import * as vscode from "vscode";
import { toChainError } from "../../../chain/errors/dictionary";
import type { Block } from "../../../chain/rpc/blockSchema";
import { getBlockByNumber } from "../../../chain/rpc/getBlockByNumber";
import { type GroupedNode, leaf } from "../../flows/lines/groupNode";
import { setting } from "../../kit/settings/settings";
import { shortHex } from "../../kit/text/shortHex";
import { messageNode } from "../../kit/tree/messageNode";
import { actingNode, moreNode, pageOf } from "../../kit/tree/pages";
import type { Shown } from "../../kit/tree/shown";
import type { TreeNode } from "../../kit/tree/treeNode";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { noteSeen, type SeenTransaction } from "../../state/history/seenTransactions";

/** A block's line. */
export interface BlockNode extends GroupedNode {
  readonly blockNumber: number;
}

/** A transaction's line. */
export interface TransactionNode extends GroupedNode {
  readonly transactionHash: string;
}

const mostKept = 1000;

/** The node's word for a block that it does not have (docs/protocol/json-rpc.md). */
const noSuchBlock = 3006;
/** The next request may meet another node; a longer wait would keep the whole list waiting. */
const pausesMs = [0, 50, 130];
/** After so long the list looks again for the blocks that no node had. */
const laterMs = 1500;

/**
 * A block that the chain has; where one address leads to several nodes, one that is behind may be asked first. Undefined when it is
 * still asked after some tries.
 */
async function blockFromAnyNode(group: ChainGroup, number: number): Promise<Block | undefined> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await getBlockByNumber(group.session.client, number);
    } catch (error) {
      const missing = toChainError(error).code === noSuchBlock && number <= (group.height ?? -1);
      if (!missing) throw error;
      const pause = pausesMs[attempt];
      if (pause === undefined) return undefined;
      await new Promise((done) => setTimeout(done, pause));
    }
  }
}

/** Blocks never change once they are there, so each is asked for once. */
class BlockMemory {
  readonly #blocks = new Map<number, Block>();

  async get(group: ChainGroup, number: number): Promise<Block | undefined> {
    const kept = this.#blocks.get(number);
    if (kept) return kept;
    const block = await blockFromAnyNode(group, number);
    if (block) this.#blocks.set(number, block);
    const [oldest] = this.#blocks.keys();
    if (this.#blocks.size > mostKept && oldest !== undefined) this.#blocks.delete(oldest);
    return block;
  }
}

const memories = new WeakMap<ChainGroup, BlockMemory>();
function time(timestampMs: number): string {
  if (timestampMs === 0) return "";
  const date = new Date(timestampMs);
  const today = new Date().toDateString() === date.toDateString();
  return today ? date.toLocaleTimeString() : date.toLocaleString();
}

function blockNode(app: Chainside, parent: GroupedNode, block: Block, archived: boolean): BlockNode {
  const { number, hash, timestamp } = block;
  const count = block.transactions.length;
  const isGone = archived && count > 0;
  return leaf<{ blockNumber: number }>(
    parent,
    {
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
      context: "block",
      copyText: hash,
      ...(count === 0
        ? { command: { command: "chainside.showBlock", title: vscode.l10n.t("Show Block") } }
        : { children: (node, shown) => transactionNodes(app, node, number, shown) }),
    },
    { blockNumber: number },
  );
}

/** What an address is called here, else its short form. */
type NameOf = (address: string) => string;

function transactionNode(parent: BlockNode, line: SeenTransaction, nameOf: NameOf): TransactionNode {
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
  return leaf(
    parent,
    {
      id: hash,
      label: shortHex(hash),
      description: [...outcome, ...what].join(" · "),
      tooltip: [hash, ...outcome, ...what, ...(from ? [`${from} → ${to}`] : [])].join("\n"),
      icon: failed
        ? new vscode.ThemeIcon("error", new vscode.ThemeColor("list.errorForeground"))
        : to === ""
          ? "cloud-upload"
          : "arrow-right",
      context: "transaction",
      copyText: hash,
      command: { command: "chainside.showTransaction", title: vscode.l10n.t("Show Transaction") },
    },
    { transactionHash: hash },
  );
}

/** A transaction of which nothing but its hash is left here. */
function archivedNode(parent: BlockNode, hash: string): GroupedNode {
  return leaf(parent, {
    id: hash,
    label: shortHex(hash),
    description: vscode.l10n.t("archived"),
    tooltip: hash,
    icon: "archive",
    context: "archivedTransaction",
    copyText: hash,
  });
}

/** The transactions of a block: one page, with what each called and what came of it, or as many as were asked for. */
async function transactionNodes(
  app: Chainside,
  parent: BlockNode,
  number: number,
  shown: Shown,
): Promise<readonly TreeNode[]> {
  const { group } = parent;
  const [{ lookUpBlock }, { transactionLines }, { namedContract }, { addressName }] = await Promise.all([
    import("../../../chain/archive/archiveFallback"),
    import("../../flows/records/transactionLines"),
    import("../../flows/records/decodeCall"),
    import("../../flows/lines/addressName"),
  ]);
  const { session, archive } = group;
  const { block, transactions, archived } = await lookUpBlock(session, number, { archive });
  const pageSize = setting("blocks.pageSize");
  const hashes = block.transactions.slice(0, shown.pages * pageSize);
  const there = hashes.filter((_, index) => transactions[index] !== undefined);
  const contract = (address: string) => namedContract(app, group, address);
  const lines = await transactionLines({ session, archive, contract }, there);
  noteSeen(
    group,
    lines.map((line) => ({ ...line, block: number, timeMs: block.timestamp })),
  );
  const known = new Map(lines.map((line) => [line.hash, line]));
  const nameOf: NameOf = (address) => addressName(app, group, address) ?? shortHex(address);
  const nodes = pageOf(parent, shown, block.transactions, {
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
function newerNode(parent: GroupedNode, shown: Shown, top: number, height: number): TreeNode {
  const init = {
    id: "(newer)",
    label: vscode.l10n.t("Newer blocks"),
    description: vscode.l10n.t("{0} newer blocks", height - top),
    icon: "arrow-up",
  };
  return actingNode(parent, init, () => {
    const newer = top + setting("blocks.pageSize");
    shown.change({ pages: 1, start: newer >= (parent.group.height ?? 0) ? undefined : newer });
  });
}

/** Newest first, from the newest block or the one that was gone to: one page or as many as were asked for. */
export async function blockNodes(app: Chainside, parent: GroupedNode, shown: Shown): Promise<readonly TreeNode[]> {
  const { group } = parent;
  const pageSize = setting("blocks.pageSize");
  // A node that tells of new blocks need not be asked.
  const height = group.connection.pushes && group.height !== undefined ? group.height : await group.refreshHeight();
  const top = Math.min(shown.start ?? height, height);
  const lowest = Math.max(0, top - shown.pages * pageSize + 1);
  let memory = memories.get(group);
  if (!memory) {
    memory = new BlockMemory();
    memories.set(group, memory);
  }
  const kept = memory;
  const numbers = Array.from({ length: top - lowest + 1 }, (_, index) => top - index);
  const [archivedBelow, ...blocks] = await Promise.all([
    group.archivedBelow(),
    ...numbers.map((number) => kept.get(group, number)),
  ]);
  const there = blocks.filter((block) => block !== undefined);
  if (there.length < blocks.length) setTimeout(() => group.noteMissingBlocks(), laterMs);
  return [
    ...(top < height ? [newerNode(parent, shown, top, height)] : []),
    ...there.map((block) => blockNode(app, parent, block, block.number < archivedBelow)),
    ...(lowest > 0 ? [moreNode(parent, shown, vscode.l10n.t("{0} older blocks", lowest))] : []),
  ];
}
