import * as vscode from "vscode";
import type { Block } from "../../chain/rpc/blockSchema";
import { getBlockByNumber } from "../../chain/rpc/getBlockByNumber";
import type { ChainTransaction } from "../../chain/rpc/transactionSchema";
import type { ChainGroup } from "../connections/chainGroup";
import { setting } from "../settings/settings";
import { type GroupedNode, leaf, shortHex, treeItem } from "./groupNode";

/** A block's line. */
export interface BlockNode extends GroupedNode {
  readonly blockNumber: number;
}

/** A transaction's line. */
export interface TransactionNode extends GroupedNode {
  readonly transactionHash: string;
}

/** The line that asks for older blocks. */
export interface MoreBlocksNode extends GroupedNode {
  readonly folderId: string;
}

export const isMoreBlocksNode = (value: unknown): value is MoreBlocksNode =>
  typeof value === "object" && value !== null && "folderId" in value;

const mostKept = 1000;

/** Blocks never change once they are there, so each is asked for once. */
class BlockMemory {
  readonly #blocks = new Map<number, Block>();

  async get(group: ChainGroup, number: number): Promise<Block> {
    const kept = this.#blocks.get(number);
    if (kept) return kept;
    const block = await getBlockByNumber(group.session.client, number);
    this.#blocks.set(number, block);
    const [oldest] = this.#blocks.keys();
    if (this.#blocks.size > mostKept && oldest !== undefined) this.#blocks.delete(oldest);
    return block;
  }
}

const memories = new WeakMap<ChainGroup, BlockMemory>();
/** How many blocks a Blocks folder shows, by its id; more after Load More. */
const shown = new Map<string, number>();

/** Shows one page more. */
export function showMoreBlocks(node: MoreBlocksNode): void {
  const pageSize = setting("blocks.pageSize");
  shown.set(node.folderId, (shown.get(node.folderId) ?? pageSize) + pageSize);
}

function time(timestampMs: number): string {
  if (timestampMs === 0) return "";
  const date = new Date(timestampMs);
  const today = new Date().toDateString() === date.toDateString();
  return today ? date.toLocaleTimeString() : date.toLocaleString();
}

function blockNode(parent: GroupedNode, block: Block): BlockNode {
  const { group } = parent;
  const count = block.transactions.length;
  const node: BlockNode = {
    id: `${parent.id}/${block.number}`,
    parent,
    group,
    blockNumber: block.number,
    copyText: block.hash,
    item: () =>
      treeItem(
        {
          id: String(block.number),
          label: `#${block.number}`,
          description: [
            count === 1 ? vscode.l10n.t("1 transaction") : vscode.l10n.t("{0} transactions", count),
            time(block.timestamp),
          ]
            .filter(Boolean)
            .join(" · "),
          tooltip: block.hash,
          icon: "package",
          context: "block",
          copyText: block.hash,
          ...(count === 0
            ? { command: { command: "chainside.showBlock", title: vscode.l10n.t("Show Block"), arguments: [node] } }
            : {}),
        },
        group,
        count === 0 ? vscode.TreeItemCollapsibleState.None : vscode.TreeItemCollapsibleState.Collapsed,
      ),
    ...(count === 0 ? {} : { children: () => transactionNodes(node, block.number) }),
  };
  return node;
}

function transactionNode(parent: BlockNode, transaction: ChainTransaction): TransactionNode {
  const { group } = parent;
  const { hash, from, to } = transaction;
  const target = to === "" ? vscode.l10n.t("deployment") : shortHex(to);
  const node: TransactionNode = {
    id: `${parent.id}/${hash}`,
    parent,
    group,
    transactionHash: hash,
    copyText: hash,
    item: () =>
      treeItem(
        {
          id: hash,
          label: shortHex(hash),
          description: `${shortHex(from)} → ${target}`,
          tooltip: hash,
          icon: to === "" ? "cloud-upload" : "arrow-right",
          context: "transaction",
          copyText: hash,
          command: {
            command: "chainside.showTransaction",
            title: vscode.l10n.t("Show Transaction"),
            arguments: [node],
          },
        },
        group,
      ),
  };
  return node;
}

async function transactionNodes(parent: BlockNode, number: number): Promise<readonly GroupedNode[]> {
  const block = await getBlockByNumber(parent.group.session.client, number, "transactions");
  return block.transactions.map((transaction) => transactionNode(parent, transaction));
}

/** The newest blocks first, one page or as many as were asked for. */
export async function blockNodes(parent: GroupedNode): Promise<readonly GroupedNode[]> {
  const { group } = parent;
  const height = await group.refreshHeight();
  const wanted = shown.get(parent.id) ?? setting("blocks.pageSize");
  const lowest = Math.max(0, height - wanted + 1);
  let memory = memories.get(group);
  if (!memory) {
    memory = new BlockMemory();
    memories.set(group, memory);
  }
  const kept = memory;
  const numbers = Array.from({ length: height - lowest + 1 }, (_, index) => height - index);
  const blocks = await Promise.all(numbers.map((number) => kept.get(group, number)));
  const nodes: GroupedNode[] = blocks.map((block) => blockNode(parent, block));
  if (lowest > 0) {
    const more: MoreBlocksNode = {
      ...leaf(parent, { id: "(more)", label: "", icon: "ellipsis", context: "more" }),
      folderId: parent.id,
      item: () =>
        treeItem(
          {
            id: "(more)",
            label: vscode.l10n.t("Load more"),
            description: vscode.l10n.t("{0} older blocks", lowest),
            icon: "ellipsis",
            context: "more",
            command: { command: "chainside.loadMore", title: vscode.l10n.t("Load more"), arguments: [more] },
          },
          group,
        ),
    };
    nodes.push(more);
  }
  return nodes;
}
