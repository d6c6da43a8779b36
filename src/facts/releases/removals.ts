import { type LocalizableText, text } from "../../text/catalogue";
import { atLeast } from "../../text/versions";
import type { Evidence } from "./release";

/** What a chain may rest on that a release deprecates and a later one no longer has. */
export interface RemovalFact {
  /** `key` and `section` of config.ini; else a way to build or run nodes. */
  readonly kind: "key" | "section" | "wasm" | "tikv" | "max" | "lightNode";
  /** `flow_control.enable_distributed_ratelimit`, `redis`; as the release notes call it where it is no text of a file. */
  readonly name: string;
  /** First release that calls it deprecated. */
  readonly deprecatedSince: string;
  /** First release without it. */
  readonly goneSince: string;
  /** What stands in its place; left out where nothing does. */
  readonly instead?: string;
  /** What a node of a release without it does; it ignores what it no longer reads where this is left out. */
  readonly consequence?: LocalizableText;
  /** @public Read before a fact is changed. */
  readonly evidence: Evidence;
}

const gone = { deprecatedSince: "3.17.0", goneSince: "3.18.0" } as const;

const key = (name: string, instead?: string): RemovalFact => ({
  kind: "key",
  name,
  ...(instead === undefined ? gone : { deprecatedSince: "3.18.0", goneSince: "3.18.0", instead }),
  evidence: "branch",
});

/** What 3.17 deprecates by its release notes, and the branch of 3.18 no longer has (docs/protocol/release-3.17.md). */
export const removals: readonly RemovalFact[] = [
  key("flow_control.enable_distributed_ratelimit"),
  key("flow_control.enable_distributed_ratelimit_cache"),
  key("flow_control.distributed_ratelimit_cache_percent"),
  { kind: "section", name: "redis", ...gone, evidence: "branch" },
  key("p2p.thread_count", "thread_pool.io_thread_count"),
  key("rpc.thread_count", "thread_pool.io_thread_count"),
  key("web3_rpc.thread_count", "thread_pool.io_thread_count"),
  key("rpc.tars_rpc_thread_count", "thread_pool.io_thread_count"),
  key("txpool.notify_worker_num", "thread_pool.io_thread_count"),
  key("txpool.verify_worker_num", "thread_pool.io_thread_count"),
  key("executor.baseline_scheduler_maxthread", "thread_pool.tbb_thread_count"),
  {
    ...{ kind: "wasm", name: "WASM", ...gone },
    consequence: text("A node refuses to start where config.genesis has is_wasm=true."),
    evidence: "branch",
  },
  { kind: "tikv", name: "TiKV", ...gone, consequence: text("There are no builds with TiKV."), evidence: "notes" },
  {
    ...{ kind: "max", name: "Max", ...gone },
    consequence: text("There is no deployment of the kind Max."),
    evidence: "notes",
  },
  { kind: "lightNode", name: "light node", ...gone, consequence: text("There is no light node."), evidence: "notes" },
];

/** How a release stands to what a chain rests on; undefined where it still has it without reserve. */
export function removalIn(fact: RemovalFact, version: string): "gone" | "deprecated" | undefined {
  if (atLeast(version, fact.goneSince)) return "gone";
  return atLeast(version, fact.deprecatedSince) ? "deprecated" : undefined;
}

/** What a release takes from a key of config.ini: what is said of the key itself, or of its whole section. */
export const removalOfKey = (section: string, key: string): RemovalFact | undefined =>
  removals.find(({ kind, name }) =>
    kind === "section" ? name === section : kind === "key" && name === `${section}.${key}`,
  );
