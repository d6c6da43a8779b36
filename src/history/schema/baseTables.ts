import { minuteMs } from "../../time/units";
import type { Column, Table } from "../store/dialect";

/** Raised when a table changes its columns, but for those that are `added`: an index of another version is made anew. */
export const schemaVersion = 2;

const textOf = (name: string): Column => ({ name, type: "text" });
/** Hashes, addresses, node IDs and other names. */
const shortOf = (name: string): Column => ({ name, type: "text", max: 255 });
const intOf = (name: string): Column => ({ name, type: "int" });
const optional = (column: Column): Column => ({ ...column, optional: true });

/** The number of a transaction in the index: its block and its place there, so that it sorts as the chain does. */
const placesInBlock = 2 ** 20;
export const transactionNumber = (block: number, place: number): number => block * placesInBlock + place;

/** What the index knows of itself: chain, group, range of blocks, number of changes. */
export const stateTable: Table = { name: "state", columns: [shortOf("key"), textOf("value")], key: ["key"] };

export const blocksTable: Table = {
  name: "blocks",
  columns: [
    intOf("number"),
    shortOf("hash"),
    optional(shortOf("parent_hash")),
    { name: "time", type: "time" },
    intOf("version"),
    intOf("transactions"),
    // those whose receipt has a status other than 0; NULL while receipts are missing
    optional(intOf("failed")),
    optional(intOf("gas_used")),
    shortOf("transactions_root"),
    shortOf("receipts_root"),
    shortOf("state_root"),
    // node ID of the proposer; NULL in block 0
    optional(shortOf("sealer")),
    intOf("sealer_index"),
    // of `sealer_sets`
    optional(shortOf("sealer_set")),
    // places in the set of those who signed, in order
    { name: "signers", type: "json" },
    { name: "extra_data", type: "blob" },
    // where its transactions came from: node, archive, or missing
    shortOf("bodies"),
    { name: "verified", type: "bool" },
  ],
  key: ["number"],
  indexes: [{ columns: ["hash"], unique: true }, { columns: ["time"] }],
};

export const transactionsTable: Table = {
  name: "transactions",
  columns: [
    intOf("tx"),
    intOf("block"),
    intOf("place"),
    shortOf("hash"),
    { name: "time", type: "time" },
    optional(shortOf("from_address")),
    // empty for a deployment; an address, or a path on WASM chains
    optional(shortOf("to_address")),
    // the contract that it made
    optional(shortOf("created")),
    optional(shortOf("selector")),
    // signature of the function, where its ABI is known
    optional(textOf("method")),
    optional(intOf("status")),
    // why it failed
    optional(textOf("error")),
    // what a function of a built-in contract returned, where that is one number
    optional(intOf("code")),
    optional(intOf("gas_used")),
    optional(intOf("logs")),
    optional({ name: "value", type: "big" }),
    optional({ name: "input", type: "blob" }),
    optional({ name: "output", type: "blob" }),
    optional(textOf("nonce")),
    optional(intOf("block_limit")),
    // when the asked node took it in; no part of its hash
    optional({ name: "import_time", type: "time" }),
    optional(intOf("version")),
    optional(textOf("extra_data")),
    { name: "verified", type: "bool" },
    { name: "receipt_verified", type: "bool" },
    // what proves `from_address`: hash, signature, or NULL for nothing (`SenderProof`)
    { name: "sender_proof", type: "text", max: 9, optional: true, added: true },
  ],
  key: ["tx"],
  indexes: [
    { columns: ["hash"], unique: true },
    { columns: ["from_address", "tx"] },
    { columns: ["to_address", "selector", "tx"] },
    { columns: ["status", "tx"], where: "status <> 0" },
    { columns: ["created"], where: "created IS NOT NULL" },
  ],
};

export const logsTable: Table = {
  name: "logs",
  columns: [
    intOf("tx"),
    // place among the events of its transaction
    intOf("log"),
    intOf("block"),
    shortOf("address"),
    optional(shortOf("topic0")),
    optional(shortOf("topic1")),
    optional(shortOf("topic2")),
    optional(shortOf("topic3")),
    { name: "data", type: "blob" },
    // signature of the event, where its ABI is known
    optional(textOf("event")),
  ],
  key: ["tx", "log"],
  indexes: [{ columns: ["address", "topic0", "tx"] }],
};

/** What events and calls are counted by: ten minutes. */
export const countedMs = 10 * minuteMs;

/** How often events came and functions were called in each ten minutes, so that weeks are counted without reading each of them. */
export const countsTable: Table = {
  name: "counts",
  columns: [
    // event or call; MySQL holds no more in a key than this and the names
    { name: "kind", type: "text", max: 5 },
    // signature where an ABI tells it; else topic or selector, or nothing
    shortOf("name"),
    // at which the ten minutes begin
    { name: "time", type: "time" },
    shortOf("contract"),
    intOf("total"),
  ],
  key: ["kind", "name", "time", "contract"],
  indexes: [{ columns: ["contract", "time"] }],
};

/** Every account and contract that a transaction names as sender, recipient, or what it made. */
export const addressesTable: Table = {
  name: "addresses",
  columns: [
    shortOf("address"),
    intOf("first_block"),
    intOf("last_block"),
    intOf("sent"),
    intOf("received"),
    // 1 for what a transaction made
    { name: "created", type: "bool" },
  ],
  key: ["address"],
};

/** ABIs, each once, by what they declare (`interfaceId`). */
export const interfacesTable: Table = {
  name: "interfaces",
  // source: given, chain or precompiled
  columns: [shortOf("id"), shortOf("name"), shortOf("source"), { name: "abi", type: "json" }],
  key: ["id"],
};

/** Addresses that were called, made, or sent events, with the ABI that they are read by. */
export const contractsTable: Table = {
  name: "contracts",
  columns: [shortOf("address"), optional(shortOf("interface")), shortOf("source")],
  key: ["address"],
};

/** By which ABI the calls and events of a proxy are read from a block on, until its next version. */
export const versionsTable: Table = {
  name: "versions",
  columns: [
    shortOf("address"),
    intOf("from_block"),
    // whose code runs; NULL where nothing tells it, and for a diamond
    optional(shortOf("implementation")),
    shortOf("interface"),
  ],
  key: ["address", "from_block"],
};

/** The tables of events and functions, with what they stand for. */
export const decodedTable: Table = {
  name: "decoded_tables",
  columns: [
    shortOf("name"),
    shortOf("interface"),
    // event or call
    shortOf("kind"),
    textOf("signature"),
    shortOf("selector"),
    { name: "columns", type: "json" },
  ],
  key: ["name"],
};

/** What calls of built-in contracts changed in the chain's files, tables, settings, nodes and rights. */
export const changesTable: Table = {
  name: "changes",
  columns: [
    intOf("tx"),
    intOf("block"),
    { name: "time", type: "time" },
    // file, table, config, node, rights, committee, account, balance, shard
    shortOf("kind"),
    shortOf("contract"),
    shortOf("action"),
    // what was changed: a path, a table, a key, a node, an address
    optional(textOf("object")),
    { name: "arguments", type: "json" },
    // negative where the built-in contract refused
    optional(intOf("code")),
    intOf("status"),
  ],
  key: ["tx"],
  indexes: [{ columns: ["kind", "tx"] }, { columns: ["object", "tx"] }],
};

/** The sealers of blocks, each set once. */
export const sealerSetsTable: Table = {
  name: "sealer_sets",
  columns: [shortOf("id"), { name: "nodes", type: "json" }, { name: "weights", type: "json" }],
  key: ["id"],
  shared: true,
};

/** How nodes fared while the chain was followed, as the asked node said it. No block tells it: a fresh index has none of it. */
export const observationsTable: Table = {
  name: "observations",
  columns: [
    { name: "time", type: "time" },
    shortOf("node"),
    intOf("height"),
    // blocks that the node lacks of the highest that the asked one knows
    intOf("lag"),
    // of the asked node alone: transactions in its pool, and its view of PBFT
    optional(intOf("pending")),
    optional(intOf("view")),
  ],
  key: ["time", "node"],
  shared: true,
};

/** When a block was first seen here, while the chain was followed. */
export const sightingsTable: Table = {
  name: "block_sightings",
  columns: [intOf("number"), { name: "seen", type: "time" }],
  key: ["number"],
  shared: true,
};

/**
 * Ranges of blocks that several writers fill at once, each by one: its blocks below `next_block` are there. It goes when it is full and
 * adjoins what the index has.
 */
export const leasesTable: Table = {
  name: "leases",
  columns: [
    intOf("low"),
    intOf("high"),
    intOf("next_block"),
    shortOf("holder"),
    // by the database's clock: from then on another may take it
    { name: "expires", type: "time" },
  ],
  key: ["low"],
};

/** In the order in which they are made. */
export const baseTables: readonly Table[] = [
  stateTable,
  blocksTable,
  transactionsTable,
  logsTable,
  countsTable,
  addressesTable,
  interfacesTable,
  contractsTable,
  versionsTable,
  decodedTable,
  changesTable,
  sealerSetsTable,
  observationsTable,
  sightingsTable,
  leasesTable,
];

/** Names that tables of events and functions don't take; these are views, by their statements. */
export const baseViews: Readonly<Record<string, string>> = {
  receipts: `SELECT tx, block, place, hash, time, status, error, code, gas_used, logs, created, output, receipt_verified AS verified
    FROM transactions`,
  calls: `SELECT tx, block, time, hash, from_address, to_address AS contract, method, selector, status, error, code,
    sender_proof FROM transactions WHERE to_address <> ''`,
  block_intervals: `SELECT number, time, time - LAG(time) OVER (ORDER BY number) AS interval_ms, transactions, failed, gas_used, sealer
    FROM blocks WHERE number > 0`,
  sealer_changes: `SELECT number, time, sealer_set, "before" FROM
    (SELECT number, time, sealer_set, LAG(sealer_set) OVER (ORDER BY number) AS "before" FROM blocks WHERE number > 0) seen
    WHERE "before" IS NOT NULL AND "before" <> sealer_set`,
};
