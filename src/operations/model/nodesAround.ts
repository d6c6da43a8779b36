import type { NodeInfo } from "../../chain/rpc/groupInfoSchema";
import type { UpgradeFolder } from "../../nodeConfig/upgrade/upgradeFolder";

/** A node folder of this machine, and the room beside its database. */
export interface FolderHere extends UpgradeFolder {
  /** Bytes that a user may still write where the database is; undefined where the system doesn't say. */
  readonly freeBytes: number | undefined;
}

/** Nodes of the group beyond the one that a session asks. */
export interface NodesAround {
  /** What the node behind each endpoint of the connection says of itself; one that doesn't answer says nothing. */
  told(signal?: AbortSignal): Promise<readonly NodeInfo[]>;
  /** What node folders of this machine say. @throws ChainError usage `noNodeFolder` for a path that is none */
  folders(paths: readonly string[]): Promise<readonly FolderHere[]>;
}
