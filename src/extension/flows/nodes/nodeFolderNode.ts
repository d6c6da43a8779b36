import type { TreeNode } from "../../kit/tree/treeNode";
import type { NodeFolder } from "../../state/nodeFolders/nodeFolder";

/** A line of the Nodes view that stands for a node folder. */
export interface NodeFolderNode extends TreeNode {
  readonly folder: NodeFolder;
  /** As the line says it; undefined where nobody can tell. */
  readonly running: boolean | undefined;
}

export function isNodeFolderNode(value: unknown): value is NodeFolderNode {
  return typeof value === "object" && value !== null && "folder" in value;
}
