import type { GenesisFacts } from "../facts/genesisFacts";
import { shortened } from "../text/shortText";
import { atLeast } from "../text/versions";
import { parseDocument } from "./document/iniDocument";
import { readAsNode, readPath } from "./document/nodeReading";
import { genesisFacts } from "./genesisFacts";
import { readInt32 } from "./values/typedRead";

/**
 * What makes block 0 another one, comparable (docs/protocol/config-genesis.md, "Use"): defaults count as what they are, the
 * order and the numbers of sealers don't. With executor 1 block 0 gets a hash of its own (docs/protocol/json-rpc.md, "Block 0").
 */
function blockZeroOf(facts: GenesisFacts, executor: number): string {
  const { compatibilityVersion, leaderPeriod, epochSealers, epochBlocks, ...settled } = facts;
  return JSON.stringify(
    {
      ...settled,
      ...{ compatibilityVersion, executor },
      ...(atLeast(compatibilityVersion, "3.6.0") ? {} : { leaderPeriod }),
      ...(atLeast(compatibilityVersion, "3.5.0") ? { epochSealers, epochBlocks } : {}),
      sealers: facts.sealers.toSorted((one, other) => (one.nodeId < other.nodeId ? -1 : 1)),
    },
    (_, value: unknown) => (typeof value === "bigint" ? String(value) : value),
  );
}

/**
 * What a `config.genesis` settles, the same for files that settle the same; nothing of one that a node refuses. Of one whose facts aren't
 * known all lines count, in any order.
 */
export function settledGenesis(text: string): { readonly genesis?: string; readonly group?: string } {
  const reading = readAsNode(parseDocument(text, "genesis"));
  if (!reading.accepted) return {};
  const { tree } = reading;
  const facts = genesisFacts(text);
  if (facts)
    return {
      genesis: blockZeroOf(facts, readInt32(readPath(tree, "executor.version") ?? "") ?? 0),
      group: facts.groupId,
    };
  const lines = [...tree.sections].flatMap(([section, keys]) =>
    [...keys].map(([key, value]) => `${section}.${key}=${value.toLowerCase()}`),
  );
  const group = readPath(tree, "chain.group_id");
  return { genesis: lines.sort().join("\n"), ...(group === undefined ? {} : { group }) };
}

/** Where config.genesis has what {@link settledGenesis} compares. */
const placesOf: Readonly<Record<string, readonly [section: string, key: string]>> = {
  sm: ["chain", "sm_crypto"],
  chainId: ["chain", "chain_id"],
  groupId: ["chain", "group_id"],
  consensusType: ["consensus", "consensus_type"],
  txCountLimit: ["consensus", "block_tx_count_limit"],
  leaderPeriod: ["consensus", "leader_period"],
  epochSealers: ["consensus", "epoch_sealer_num"],
  epochBlocks: ["consensus", "epoch_block_num"],
  compatibilityVersion: ["version", "compatibility_version"],
  gasLimit: ["tx", "gas_limit"],
  wasm: ["executor", "is_wasm"],
  authCheck: ["executor", "is_auth_check"],
  admin: ["executor", "auth_admin_account"],
  serial: ["executor", "is_serial_execute"],
  executor: ["executor", "version"],
};

const maxValueLength = 60;

const shownValue = (value: unknown): string => {
  const shown = typeof value === "object" ? JSON.stringify(value) : String(value);
  return shortened(shown, maxValueLength);
};

/** A key, a sealer, or a feature in which two of {@link settledGenesis} differ. */
export interface GenesisDifference {
  readonly section: string;
  readonly key: string;
  /** What this one has and what the other has; undefined where it has none. */
  readonly values: readonly [string | undefined, string | undefined];
  /** Of a sealer that both have: the ID with which its line begins. */
  readonly begin?: string;
  /** Both have it with one value, and what stands around it is in another order. */
  readonly isMoved?: true;
}

/** The first of some that isn't among the others as often. */
function missing(from: readonly unknown[], than: readonly unknown[]): unknown {
  const left = than.map((each) => JSON.stringify(each));
  return from.find((each) => {
    const place = left.indexOf(JSON.stringify(each));
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}

/** The first thing in which two of {@link settledGenesis} differ; undefined where they can't be compared by keys. */
export function genesisDifference(one: string, other: string): GenesisDifference | undefined {
  if (!one.startsWith("{") || !other.startsWith("{")) return undefined;
  const [mine, others] = [JSON.parse(one), JSON.parse(other)] as Record<string, unknown>[];
  const name = Object.keys({ ...mine, ...others }).find(
    (each) => JSON.stringify(mine?.[each]) !== JSON.stringify(others?.[each]),
  );
  if (name === undefined || !mine || !others) return undefined;
  const place = placesOf[name];
  if (place) return { section: place[0], key: place[1], values: [shownValue(mine[name]), shownValue(others[name])] };
  const [own = [], theirs = []] = [mine[name], others[name]] as [unknown[] | undefined, unknown[] | undefined];
  const [mineAlone, theirsAlone] = [missing(own, theirs), missing(theirs, own)];
  if (name === "features") {
    // the same ones in another order make another block, too
    const moved = own.find((each, place) => JSON.stringify(each) !== JSON.stringify(theirs[place]));
    const flag = String(((mineAlone ?? theirsAlone ?? moved) as readonly unknown[])[0]);
    if (mineAlone === undefined && theirsAlone === undefined)
      return { section: "features", key: flag, values: [undefined, undefined], isMoved: true };
    const valueIn = (entries: readonly unknown[]): string | undefined => {
      const entry = entries.find((each) => (each as readonly unknown[])[0] === flag) as readonly unknown[] | undefined;
      return entry && String(entry[1]);
    };
    return { section: "features", key: flag, values: [valueIn(own), valueIn(theirs)] };
  }
  const begin = (mineAlone as { nodeId?: string } | undefined)?.nodeId;
  const sealers = [mineAlone, theirsAlone].map((each) => (each === undefined ? undefined : sealerText(each)));
  return {
    section: "consensus",
    key: "node.",
    values: sealers as [string | undefined, string | undefined],
    ...(begin === undefined ? {} : { begin }),
  };
}

/** The IDs of the sealers with which a chain begins, by one of {@link settledGenesis}. */
export function sealersOf(genesis = ""): readonly string[] {
  const { sealers } = genesis.startsWith("{") ? (JSON.parse(genesis) as { sealers?: { nodeId: string }[] }) : {};
  return (sealers ?? []).map(({ nodeId }) => nodeId);
}

/** A sealer, as the file has it. */
function sealerText(entry: unknown): string {
  const { nodeId = "", weight = "" } = entry as { nodeId?: string; weight?: string };
  return `${nodeId.slice(0, 8)}…:${weight}`;
}
