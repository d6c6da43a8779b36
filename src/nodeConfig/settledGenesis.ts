import type { GenesisFacts } from "../facts/genesisFacts";
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
