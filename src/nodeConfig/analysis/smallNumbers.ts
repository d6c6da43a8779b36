import { text } from "../../text/catalogue";
import { atLeast } from "../../text/versions";
import { type FindingText, noStart, type Severity } from "../findings/finding";

/** What a number that is too small comes to, of a key of which "refuses to start" isn't true or isn't all. */
interface SmallNumber {
  readonly message: FindingText;
  readonly severity: Severity;
}

type Judge = (value: bigint, version: string) => SmallNumber | undefined;

const error = (message: FindingText): SmallNumber => ({ message, severity: "error" });
const warning = (message: FindingText): SmallNumber => ({ message, severity: "warning" });

/** 64 bits without a sign: what a negative number becomes. */
const wrapped = (value: bigint): SmallNumber =>
  error(text("A negative number wraps around. The node uses {0}.", BigInt.asUintN(64, value).toString()));

const noPeers: Judge = (value) =>
  value === 0n ? error(text("With 0, the node refuses every session and has no peers.")) : undefined;
/** Below this it is no integer of 32 bits: the rule of its type speaks. */
const minInt32 = -0x80000000n;
const noThreads: Judge = (value) =>
  value <= 0n && value >= minInt32
    ? warning(text("With {0}, the server has no worker threads of its own. Use at least 1.", value.toString()))
    : undefined;
const pipeline: Judge = (value) => (value < 0n ? wrapped(value) : undefined);

/** By key (docs/protocol/config-ini.md, docs/protocol/release-3.17.md; those of 3.17 are measured). */
const judges: Readonly<Record<string, Judge>> = {
  "p2p.max_concurrent_sessions": noPeers,
  "p2p.max_sessions_per_ip": noPeers,
  "p2p.max_pending_handshakes": (value) =>
    value === 0n ? error(text("With 0, the node refuses every incoming connection.")) : undefined,
  "p2p.handshake_timeout_ms": (value) =>
    value <= 0n && value >= minInt32
      ? error(text("With {0}, every incoming connection ends at once, so no node can connect.", value.toString()))
      : undefined,
  "p2p.thread_count": (value, version) => {
    if (!atLeast(version, "3.17.0")) return undefined;
    if (value < 0n) return error(noStart(text("A negative number of threads. The node refuses to start.")));
    return value === 0n
      ? warning(text("It isn't known what a node does without a thread for its network. Use at least 1."))
      : undefined;
  },
  "rpc.thread_count": noThreads,
  "web3_rpc.thread_count": noThreads,
  "txpool.txs_expiration_time": (value) =>
    value < 3n && value >= -(1n << 63n)
      ? warning(text("Less than 3 seconds. The node uses 3 seconds, or min_seal_time where that is longer."))
      : undefined,
  // of config.genesis
  "executor.version": (value) =>
    value === 0n || value === 1n || value < minInt32 || value > 0x7fffffffn
      ? undefined
      : warning(text("Only 0 and 1 are known: what the node does with {0} isn't.", value.toString())),
  "consensus.pipeline_per_peer_capacity": pipeline,
  "consensus.pipeline_lru_capacity": pipeline,
  "consensus.pipeline_max_peers": pipeline,
};

/** What a node of that release does with such a number; undefined where the general rules of its type and range hold. */
export function smallNumber(section: string, key: string, value: string, version: string): SmallNumber | undefined {
  const judge = judges[`${section}.${key}`];
  return judge && /^[+-]?\d{1,20}$/.test(value) ? judge(BigInt(value.replace(/^\+/, "")), version) : undefined;
}
