import type { GenesisFacts } from "../../facts/genesisFacts";
import { atLeast } from "../../text/versions";
import { resolveEvaluation } from "../analysis/evaluation";
import type { Listener } from "../analysis/listener";
import { listeners } from "../analysis/listeners";
import { parseDocument } from "../document/iniDocument";
import { readAsNode, readPath } from "../document/nodeReading";
import { genesisFacts } from "../genesisFacts";
import { type FolderLister, type FolderReader, nodeIdentities } from "../nodeFolder";
import { readInt32 } from "../values/typedRead";
import { type CertificateFacts, type CertificateTools, certificateFacts } from "./certificates";

/** A port that a node opens, by the key that says so. */
type FolderPort = Pick<Listener, "section" | "key" | "port" | "address">;

/** What a node folder says that another one must agree with, or must not say too. */
export interface FolderFacts {
  /** Path of the folder, with `/` between names. */
  readonly path: string;
  readonly name: string;
  readonly ports: readonly FolderPort[];
  /** What its config.genesis settles, comparable; undefined without one that a node reads. */
  readonly genesis: string | undefined;
  readonly group: string | undefined;
  readonly consensusId: string | undefined;
  readonly tlsId: string | undefined;
  readonly certificates: CertificateFacts | undefined;
}

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

/** The same for files that settle the same. Of one whose facts aren't known all lines count, in any order. */
function settled(text: string | undefined): { genesis?: string; group?: string } {
  if (text === undefined) return {};
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

/** Reads what there is to compare of a node folder. */
export async function folderFacts(
  path: string,
  read: FolderReader,
  tools: CertificateTools,
  list?: FolderLister,
): Promise<FolderFacts> {
  const [config, genesis, { consensusId, tlsId, smTlsId }] = await Promise.all([
    read("config.ini"),
    read("config.genesis"),
    nodeIdentities(read),
  ]);
  const document = parseDocument(config ?? "");
  const { genesis: rules, group } = settled(genesis);
  const evaluation = resolveEvaluation(document, { identityLength: "auto" });
  return {
    path: path.replaceAll("\\", "/"),
    name: path.replaceAll("\\", "/").split("/").at(-1) ?? "",
    ports: listeners(document, evaluation).map(({ section, key, port, address }) => ({ section, key, port, address })),
    genesis: rules,
    group,
    consensusId,
    tlsId: tlsId ?? smTlsId,
    certificates: config === undefined ? undefined : await certificateFacts(document, read, tools, list),
  };
}
