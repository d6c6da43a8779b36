import { type BlockReference, isObject, readAddress, readBlockReference, readHash } from "../model/values";
import { errorCodes, invalidParams, Web3Error } from "../model/web3Error";

/** Addresses, or topics of one position, that a query may name. */
const maxNames = 1000;

/** Which logs are wanted. Every member may be left out. */
export interface LogQuery {
  readonly from: BlockReference;
  readonly to: BlockReference;
  /** Instead of a range. */
  readonly blockHash: string | undefined;
  /** Empty: any. */
  readonly addresses: readonly string[];
  /** For each position the accepted topics; null accepts any. */
  readonly topics: readonly (readonly string[] | null)[];
}

function names<Name>(value: unknown, what: string, read: (value: unknown, name: string) => Name): Name[] {
  if (value === undefined || value === null) return [];
  const list = Array.isArray(value) ? value : [value];
  if (list.length > maxNames) throw new Web3Error(errorCodes.limitExceeded, `${what}: more than ${maxNames} values`);
  return list.map((each) => read(each, what));
}

/** @throws Web3Error −32602 */
export function readLogQuery(filter: unknown): LogQuery {
  const given = filter === undefined || filter === null ? {} : filter;
  if (!isObject(given)) throw invalidParams("invalid argument: a filter must be an object");
  const { fromBlock, toBlock, blockHash, address, topics } = given;
  const hash = blockHash === undefined || blockHash === null ? undefined : readHash(blockHash, "blockHash");
  if (hash !== undefined && (fromBlock ?? toBlock) !== undefined)
    throw invalidParams("cannot specify both blockHash and fromBlock/toBlock, choose one or the other");
  if (topics !== undefined && topics !== null && !Array.isArray(topics))
    throw invalidParams("invalid argument topics: not a list");
  const positions: readonly unknown[] = Array.isArray(topics) ? topics : [];
  if (positions.length > 4) throw invalidParams("exceed max topics");
  return {
    from: readBlockReference(fromBlock, "fromBlock"),
    to: readBlockReference(toBlock, "toBlock"),
    blockHash: hash,
    addresses: names(address, "address", readAddress),
    topics: positions.map((position) => {
      const accepted = names(position, "topics", (topic, name) => (topic === null ? undefined : readHash(topic, name)));
      // a null among alternatives takes anything, as no alternatives do
      const known = accepted.flatMap((topic) => topic ?? []);
      return accepted.length === 0 || known.length < accepted.length ? null : known;
    }),
  };
}

/** Whether a log is one of those that a query names, wherever it is. */
export function matches({ addresses, topics }: LogQuery, log: Readonly<Record<string, unknown>>): boolean {
  const own = Array.isArray(log["topics"]) ? log["topics"].map((topic) => String(topic).toLowerCase()) : [];
  if (addresses.length > 0 && !addresses.includes(String(log["address"]).toLowerCase())) return false;
  if (topics.length > own.length) return false;
  return topics.every((accepted, position) => accepted === null || accepted.includes(own[position] ?? ""));
}
