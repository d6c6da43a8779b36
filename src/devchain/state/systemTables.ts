import type { NodeId } from "../../crypto/bytes/hex";
import { configTable, type StateReader, type StateStore } from "./stateStore";

/** Kinds of members of a group (built-in-contracts.md, "Consensus"). */
type ConsensusNodeType = "consensus_sealer" | "consensus_observer" | "consensus_candidate_sealer";

/** A member of the group as the chain stores it. */
export interface ConsensusNode {
  readonly nodeId: NodeId;
  readonly type: ConsensusNodeType;
  readonly weight: number;
  readonly termWeight: number;
  /** First block in which it counts. */
  readonly enableNumber: number;
}

/** A value of the system configuration and the first block in which it counts. */
export interface SystemConfigValue {
  readonly value: string;
  readonly enableNumber: number;
  /** The value that counts until then, where there was one. */
  readonly before?: string | undefined;
}

const consensusTable = "s_consensus";
const consensusRow = "key";
const termRow = (nodeId: NodeId): string => `term:${nodeId}`;

/** Rows that were read, by their text: the same few are asked for with every transaction and call. */
const parsed = new Map<string, unknown>();
const maxParsed = 500;

function parseRow(row: string): unknown {
  let value = parsed.get(row);
  if (value === undefined) {
    value = JSON.parse(row);
    if (parsed.size >= maxParsed) parsed.clear();
    parsed.set(row, value);
  }
  return value;
}

export function readSystemConfig(store: StateReader, key: string): SystemConfigValue | undefined {
  const row = store.get(configTable, key);
  return typeof row === "string" ? (parseRow(row) as SystemConfigValue) : undefined;
}

/** The highest enable number of the configuration: from that block on its values stay as they are. */
export function latestConfigChange(store: StateStore): number {
  let latest = 0;
  for (const key of store.keys(configTable)) latest = Math.max(latest, readSystemConfig(store, key)?.enableNumber ?? 0);
  return latest;
}

export function writeSystemConfig(store: StateStore, key: string, value: SystemConfigValue): void {
  const { enableNumber, before } = value;
  store.set(configTable, key, JSON.stringify({ value: value.value, enableNumber, before }));
}

/** Members in stored order: that of the genesis file, then of their adding. */
export function readConsensusNodes(store: StateReader): ConsensusNode[] {
  const row = store.get(consensusTable, consensusRow);
  const nodes = typeof row === "string" ? (parseRow(row) as readonly ConsensusNode[]) : [];
  return nodes.map((node) => {
    const term = node.type === "consensus_observer" ? undefined : store.get(consensusTable, termRow(node.nodeId));
    return term === undefined ? node : { ...node, termWeight: Number(term) };
  });
}

/**
 * Term weights have rows of their own, which a node keeps when it is demoted or removed: it has its old one again when it
 * comes back (recorded of a node).
 */
export function writeConsensusNodes(store: StateStore, nodes: readonly ConsensusNode[]): void {
  const before = new Map(readConsensusNodes(store).map((node) => [node.nodeId, node]));
  for (const { nodeId, type, termWeight } of nodes) {
    const old = before.get(nodeId);
    const stays = old !== undefined && old.type !== "consensus_observer" && type !== "consensus_observer";
    if (termWeight > 0) store.set(consensusTable, termRow(nodeId), String(termWeight));
    else if (stays && old.termWeight > 0) store.set(consensusTable, termRow(nodeId), undefined);
  }
  store.set(consensusTable, consensusRow, JSON.stringify(nodes));
}
