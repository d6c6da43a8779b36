import { resolveEvaluation } from "../analysis/evaluation";
import type { Listener } from "../analysis/listener";
import { listeners } from "../analysis/listeners";
import { parseDocument } from "../document/iniDocument";
import { type FolderLister, type FolderReader, nodeIdentities } from "../nodeFolder";
import { settledGenesis } from "../settledGenesis";
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
  const { genesis: rules, group } = genesis === undefined ? {} : settledGenesis(genesis);
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
