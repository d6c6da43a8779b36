import type { LogPosition } from "./blockStages";

/** Why a node asked for another view: what it wrote before it did. */
export type ViewChangeReason =
  | { readonly kind: "timeout"; readonly timeoutMs: number | undefined }
  /** The leader isn't connected. Its place among the sealers, and the beginning of its node ID. */
  | { readonly kind: "leaderGone"; readonly leader: number | undefined; readonly nodeId: string | undefined }
  /** Others had asked for it. */
  | { readonly kind: "others" }
  /** The node has just started, and looks for the view of the others. */
  | { readonly kind: "recovery" };

/** A node leaves a view. */
export interface ViewChange {
  readonly time: number;
  readonly place: LogPosition;
  /** The block that was to come next. */
  readonly height: number | undefined;
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly reason: ViewChangeReason;
  /** How often the node waited for its timeout in vain until the new view began. */
  readonly timeouts: number;
  /** When the new view began on this node; undefined where it doesn't say. */
  readonly reachedMs: number | undefined;
}

/** What became of a connection to another node. */
export type ConnectionTrouble = "lost" | "refused" | "restored";

/** Troubles of one kind with one peer, one after the other. */
export interface ConnectionEvents {
  readonly kind: ConnectionTrouble;
  /** Beginning of the peer's P2P ID, or its endpoint. */
  readonly p2pId: string | undefined;
  readonly endpoint: string | undefined;
  readonly place: LogPosition;
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

/** What befell the node itself. */
export interface NodeEvent {
  readonly time: number;
  readonly place: LogPosition;
  /** `died`: it started again without having said that it stops; the time is that of the last line before. */
  readonly kind: "started" | "stopped" | "died";
}

/** What a node can have too little of: room on its disk, memory, files; or a certificate that still holds, a database that is whole. */
export type ShortageKind = "disk" | "memory" | "files" | "certificate" | "database";

/** A node said that it lacks something. */
export interface Shortage {
  readonly kind: ShortageKind;
  readonly first: number;
  readonly last: number;
  readonly count: number;
  readonly place: LogPosition;
}

/** A time, in milliseconds of `logTime`, between two lines of a node. */
export interface Silence {
  readonly from: number;
  readonly to: number;
}

/** Blocks that came from others, whole: the node was behind. */
export interface CatchUp {
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly last: number;
  readonly place: LogPosition;
}

/** Warnings and errors of one kind. */
export interface SevereLines {
  /** As the node wrote the first of them, without its fields. */
  readonly text: string;
  readonly level: "warning" | "error";
  readonly count: number;
  readonly first: number;
  readonly last: number;
  readonly place: LogPosition;
}

/** Words of the system, of RocksDB and of OpenSSL, which stand in warnings and errors of every release. */
const shortageText: readonly (readonly [kind: ShortageKind, words: string])[] = [
  ["disk", "no space left on device"],
  ["disk", "disk quota exceeded"],
  ["memory", "bad_alloc"],
  ["memory", "cannot allocate memory"],
  ["files", "too many open files"],
  ["certificate", "certificate has expired"],
  ["certificate", "certificate is not yet valid"],
  ["database", "corruption:"],
];

/** What a node lacks, as a warning or an error of it says; undefined where it says nothing of the kind. */
export function shortageIn(message: string): ShortageKind | undefined {
  const lower = message.toLowerCase();
  return shortageText.find(([, words]) => lower.includes(words))?.[0];
}
