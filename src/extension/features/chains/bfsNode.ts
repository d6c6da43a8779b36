import type { BfsEntry } from "../../../chain/services/bfs/listDirectory";
import type { GroupedNode } from "../../flows/lines/groupNode";

/** A line of the chain's file system. */
export interface BfsNode extends GroupedNode {
  readonly path: string;
  readonly entryType: BfsEntry["type"];
}

export const isBfsNode = (node: GroupedNode & Partial<BfsNode>): node is BfsNode => node.entryType !== undefined;

/** Any file below `/tables` is a table. */
export const isTablePath = (path: string): boolean => path.startsWith("/tables/");
