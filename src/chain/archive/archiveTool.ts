import { clientError } from "../../errors/clientError";
import { type ArchiveRange, requireBlockNumbers } from "./archiveRange";

/** Where archived blocks are kept. */
export type ArchiveStore =
  | { readonly kind: "rocksdb"; readonly path: string }
  /** `IP:PORT` of the placement drivers. Only tools that were built with TiKV. */
  | { readonly kind: "tikv"; readonly addresses: readonly string[] };

export interface ArchiveToolRequest extends ArchiveRange {
  /** `archive` writes and lets the running node delete; `reimport` writes back and needs the node stopped. */
  readonly action: "archive" | "reimport";
  readonly store: ArchiveStore;
  /** Of the node's archive service, `127.0.0.1:8181`; wanted for `archive`. */
  readonly endpoint?: string;
  /** Default `./config.ini` and `./config.genesis`, relative to the node folder. */
  readonly config?: string;
  readonly genesis?: string;
}

/** A program to run inside the node's folder: the node's configuration names its data relative to it. */
export interface ToolCommand {
  readonly args: readonly string[];
  /** The node must not run meanwhile. */
  readonly nodeMustBeStopped: boolean;
}

/** The tool splits at the colon, so an IPv6 address cannot be said, and crashes on a text without one. */
function requireEndpoint(endpoint: string): string {
  const [, a, b, c, d, port] = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3}):(\d{1,5})$/.exec(endpoint.trim()) ?? [];
  const valid = [a, b, c, d].every((part) => part !== undefined && Number(part) <= 255);
  if (!valid || Number(port) < 1 || Number(port) > 65_535) throw clientError("archiveEndpoint", { endpoint });
  return endpoint.trim();
}

/**
 * The store that is named: one of the two.
 * @param pd addresses of the placement drivers
 * @throws ChainError usage `archiveStore`
 */
export function namedStore(path: string | undefined, pd: readonly string[] | undefined): ArchiveStore {
  if (path !== undefined && pd === undefined) return { kind: "rocksdb", path };
  if (path === undefined && pd !== undefined) return { kind: "tikv", addresses: pd };
  throw clientError("archiveStore");
}

function storeArguments(store: ArchiveStore): string[] {
  const value = store.kind === "rocksdb" ? store.path.trim() : store.addresses.join(",");
  if (value === "") throw clientError("archiveStore");
  return store.kind === "rocksdb" ? ["-p", value] : ["--pd", value];
}

/**
 * Arguments of the archive tool (docs/protocol/archive.md, "Tool").
 * @throws ChainError usage `archiveNumber`, `archiveRange`, `archiveStore`, `archiveEndpoint`: what the tool would answer with a crash, or
 * find out after it has written.
 */
export function archiveToolCommand(request: ArchiveToolRequest): ToolCommand {
  requireBlockNumbers(request);
  const { action, start, end, store, endpoint = "", config, genesis } = request;
  if (start <= 0 || start >= end) throw clientError("archiveRange", { start, end, current: "?" });
  const reimport = action === "reimport";
  const args = [
    reimport ? "-r" : "-a",
    String(start),
    String(end),
    ...storeArguments(store),
    ...(reimport ? [] : ["-e", requireEndpoint(endpoint)]),
    ...(config === undefined ? [] : ["-c", config]),
    ...(genesis === undefined ? [] : ["-g", genesis]),
  ];
  return { args, nodeMustBeStopped: reimport };
}

/**
 * Arguments of the archive query service's program. It opens the store for writing: the archive tool must not run meanwhile.
 * @param listen `127.0.0.1:8080` by default of the program; it knows no permissions, so loopback is the safe choice
 * @public started by operators and tests, not by a command
 */
export function archiveReaderCommand(store: ArchiveStore, listen = "127.0.0.1:8080"): ToolCommand {
  const [, value = ""] = storeArguments(store);
  const args = [store.kind === "rocksdb" ? "-r" : "-p", value, "-i", requireEndpoint(listen)];
  return { args, nodeMustBeStopped: false };
}
