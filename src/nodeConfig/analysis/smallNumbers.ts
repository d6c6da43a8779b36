import { text } from "../../text/catalogue";
import { atLeast } from "../../text/versions";
import { type FindingText, noStart, type Severity } from "../findings/finding";

/** What follows from a number that is too small, or in another unit than meant, where the node starts or that isn't all. */
interface SmallNumber {
  readonly message: FindingText;
  readonly severity: Severity;
}

type Judge = (value: bigint, version: string) => SmallNumber | undefined;

const error = (message: FindingText): SmallNumber => ({ message, severity: "error" });
const warning = (message: FindingText): SmallNumber => ({ message, severity: "warning" });

/** So many bits without a sign: what a negative number becomes. */
const wrapped = (value: bigint, bits: 32 | 64 = 64): SmallNumber =>
  error(text("A negative number wraps around. The node uses {0}.", BigInt.asUintN(bits, value).toString()));

const noPeers: Judge = (value) =>
  value === 0n ? error(text("With 0, the node refuses every session and has no peers.")) : undefined;
/** Below this it is no integer of 32 bits: the rule of its type speaks. */
const minInt32 = -0x80000000n;
const noThreads: Judge = (value) =>
  value <= 0n && value >= minInt32
    ? warning(text("With {0}, the server has no worker threads of its own. Use at least 1.", value.toString()))
    : undefined;
const pipeline: Judge = (value) => (value < 0n ? wrapped(value) : undefined);
/** Kept in milliseconds of 32 bits, written in seconds (`FilterSystem::cleanUpExpiredFilters`). */
const filterTimeout: Judge = (value) => {
  if (value <= 0n)
    return value < minInt32
      ? undefined
      : warning(text("With {0}, event filters disappear at the next cleanup, even while in use.", value.toString()));
  return value > 2_147_483n && value <= 0x7fffffffn
    ? warning(text("The unit is seconds. In milliseconds this number no longer fits, and the node uses another one."))
    : undefined;
};
const filterBlocks: Judge = (value) =>
  value <= 0n && value >= minInt32
    ? warning(text("With {0}, event filters never return anything.", value.toString()))
    : undefined;
/** A message of a block in use doesn't fit in less. */
const minMessageBytes = 1_048_576n;
/** A few round trips between cities, and the certificates' check on a busy machine. */
const minHandshakeMs = 1000n;
/** So many MiB, 1 TiB, are no size of a log: bytes were meant. */
const maxLogMebibytes = 1_048_576n;
const isTooLargeLog = (value: bigint): boolean => value > maxLogMebibytes && value < 1n << 64n;
const logSize: Judge = (value) =>
  isTooLargeLog(value)
    ? warning(text("The unit is MiB. The log never gets that large, so this limit has no effect."))
    : undefined;
/** The shortest request that says anything. */
const minRequestBytes = 1024n;

/** By key (docs/protocol/config-ini.md, "Numbers out of place", docs/protocol/release-3.17.md; those of 3.17 are measured). */
const judges: Readonly<Record<string, Judge>> = {
  "p2p.max_concurrent_sessions": noPeers,
  "p2p.max_sessions_per_ip": noPeers,
  "p2p.max_pending_handshakes": (value) =>
    value === 0n ? error(text("With 0, the node refuses every incoming connection.")) : undefined,
  "p2p.handshake_timeout_ms": (value) => {
    if (value <= 0n)
      return value < minInt32
        ? undefined
        : error(text("With {0}, every incoming connection ends at once, so no node can connect.", value.toString()));
    return value < minHandshakeMs
      ? warning(
          text(
            "The unit is milliseconds. A node that needs more than {0} ms to begin with TLS can't connect.",
            value.toString(),
          ),
        )
      : undefined;
  },
  "p2p.thread_count": (value, version) => {
    if (!atLeast(version, "3.17.0")) return undefined;
    if (value < 0n) return error(noStart(text("A negative number of threads. The node refuses to start.")));
    return value === 0n
      ? warning(text("It isn't known what a node does without a thread for its network. Use at least 1."))
      : undefined;
  },
  "p2p.allow_max_msg_size": (value) =>
    value >= 0n && value < minMessageBytes
      ? error(
          text(
            "The unit is bytes. The node drops every message to or from other nodes that is longer than {0} bytes, blocks included.",
            value.toString(),
          ),
        )
      : undefined,
  "p2p.session_max_read_data_size": (value) =>
    value === 0n ? error(text("With 0, the node reads nothing that other nodes send.")) : undefined,
  "p2p.session_max_send_msg_count": (value, version) =>
    value === 0n && !atLeast(version, "3.14.0")
      ? error(text("With 0, the node sends nothing to other nodes."))
      : undefined,
  "rpc.filter_timeout": filterTimeout,
  "web3_rpc.filter_timeout": filterTimeout,
  "rpc.filter_max_process_block": filterBlocks,
  "web3_rpc.filter_max_process_block": filterBlocks,
  "web3_rpc.batch_request_size_limit": (value) => (value < 0n && value >= minInt32 ? wrapped(value, 32) : undefined),
  "web3_rpc.request_body_size_limit": (value) => {
    if (value < 0n) return value < minInt32 ? undefined : wrapped(value, 32);
    return value < minRequestBytes
      ? warning(
          text("The unit is bytes. The node refuses every request that is longer than {0} bytes.", value.toString()),
        )
      : undefined;
  },
  "executor.vm_cache_size": (value) => {
    if (value === 0n)
      return error(
        text("With 0, the node can crash as soon as it runs a contract. Leave the key out for the default."),
      );
    return value < 0n && value >= minInt32 ? wrapped(value) : undefined;
  },
  // each bucket of the cache is emptied down to it (`StateStorage::updateMRUAndCheck`)
  "storage.cache_size": (value) =>
    value < 0n && value >= -(1n << 63n)
      ? warning(text("With {0}, the cache never holds anything, as with enable_cache=false.", value.toString()))
      : undefined,
  "redis.connection_pool_size": (value) => {
    if (value === 0n) return error(noStart(text("A pool without any connection. The node refuses to start.")));
    return value < 0n && value >= minInt32
      ? warning(text("A negative number wraps around: there is no limit to the connections."))
      : undefined;
  },
  "redis.db": (value) =>
    value < 0n && value >= minInt32
      ? error(noStart(text("Redis has no database {0}. The node refuses to start.", value.toString())))
      : undefined,
  "log.max_log_file_size": logSize,
  "log.max_archive_size": logSize,
  "log.min_free_space": (value) =>
    isTooLargeLog(value)
      ? warning(
          text(
            "The unit is MiB. While less than {0} MiB are free, the node deletes its older log files.",
            value.toString(),
          ),
        )
      : undefined,
  "storage.key_page_size": (value) => (value < 0n && value >= minInt32 ? wrapped(value) : undefined),
  "security.key_index": (value) =>
    value <= 0n && value >= minInt32
      ? error(noStart(text("The slots of a hardware security module begin at 1. The node refuses to start.")))
      : undefined,
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
      : error(
          noStart(text("There are only executors 0 and 1. With {0}, the node refuses to start.", value.toString())),
        ),
  "consensus.pipeline_per_peer_capacity": pipeline,
  "consensus.pipeline_lru_capacity": pipeline,
  "consensus.pipeline_max_peers": pipeline,
};

/** What a node of that release does with such a number; undefined where the general rules of its type and range hold. */
export function smallNumber(section: string, key: string, value: string, version: string): SmallNumber | undefined {
  const judge = judges[`${section}.${key}`];
  return judge && /^[+-]?\d{1,20}$/.test(value) ? judge(BigInt(value.replace(/^\+/, "")), version) : undefined;
}
