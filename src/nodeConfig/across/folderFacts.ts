import { flag } from "../analysis/conditionalKeys";
import { resolveEvaluation } from "../analysis/evaluation";
import type { Listener } from "../analysis/listener";
import { listeners } from "../analysis/listeners";
import { peersOf } from "../analysis/nodesJsonRules";
import { type IniDocument, parseDocument } from "../document/iniDocument";
import { type FolderLister, type FolderReader, nodeIdentities } from "../nodeFolder";
import { settledGenesis } from "../settledGenesis";
import { readBool } from "../values/typedRead";
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
  /** The file of the node's own key, where the folder must have it and hasn't; and of which suite it is, as far as the host can tell. */
  readonly key:
    | { readonly name: string; readonly missing: boolean; readonly sm?: boolean; readonly consensusId?: string }
    | undefined;
  /** Whether the chain is an SM chain, by config.genesis. */
  readonly sm: boolean | undefined;
  /** Where the database is, as an absolute path with `/`. */
  readonly data: string;
  /** The addresses in nodes.json. */
  readonly peers: readonly string[];
}

/** The curves of node keys, as the host's cryptography calls them. */
const curves: Readonly<Record<string, boolean>> = { secp256k1: false, SM2: true, sm2: true };

/** A path that a file names, without `.` and `..`; one that begins at the root stays as it is. */
function resolved(folder: string, name: string): string {
  const parts: string[] = [];
  const rooted = /^(?:\/|[A-Za-z]:)/.test(name);
  for (const part of (rooted ? name : `${folder}/${name}`).replaceAll("\\", "/").split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && (part !== "" || parts.length === 0)) parts.push(part);
  }
  return parts.join("/");
}

/** A key as the host's cryptography gives it. */
interface OwnKey {
  readonly asymmetricKeyDetails?: { readonly namedCurve?: string };
  readonly asymmetricKeyType?: string;
  export(options: { readonly format: "jwk" }): { readonly x?: string; readonly y?: string };
}

/** Digits of a number as JSON keys write it. */
const coordinateDigits = (base64url = ""): string =>
  [...atob(base64url.replaceAll("-", "+").replaceAll("_", "/"))]
    .map((character) => character.charCodeAt(0).toString(16).padStart(2, "0"))
    .join("")
    .padStart(64, "0");

/** The node ID that a node makes of its key: the public point, 128 hex digits. */
function publicDigits(key: OwnKey): string | undefined {
  const { x, y } = key.export({ format: "jwk" });
  const digits = coordinateDigits(x) + coordinateDigits(y);
  return digits.length === 128 ? digits : undefined;
}

/** The node's own key, where it is a file of the folder: a hardware module or a key service has none. */
async function keyFacts(
  document: IniDocument,
  read: FolderReader,
  tools: CertificateTools,
): Promise<FolderFacts["key"]> {
  const name = document.find("security", "private_key_path")?.value ?? "conf/node.pem";
  const elsewhere = flag(document, "security", "enable_hsm") || document.find("security", "kms_type") !== undefined;
  if (elsewhere || name === "" || /^[\\/]|^[A-Za-z]:|\.\./u.test(name)) return undefined;
  const pem = await read(name.replace(/^(?:\.\/+)+/u, ""));
  if (pem === undefined) return { name, missing: true };
  try {
    const made = tools.createPrivateKey(pem) as OwnKey;
    const { asymmetricKeyDetails, asymmetricKeyType } = made;
    const sm = curves[asymmetricKeyDetails?.namedCurve ?? asymmetricKeyType ?? ""];
    const consensusId = sm === false ? publicDigits(made) : undefined;
    return { name, missing: false, ...(sm === undefined ? {} : { sm }), ...(consensusId ? { consensusId } : {}) };
  } catch {
    return { name, missing: false }; // encrypted, or of a kind that the host doesn't know
  }
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
  const peersFile = document.find("p2p", "nodes_file")?.value ?? "nodes.json";
  const peersFolder = document.find("p2p", "nodes_path")?.value ?? "./";
  const peers = /^[\\/]|^[A-Za-z]:|\.\./u.test(`${peersFolder}${peersFile}`)
    ? undefined
    : await read(`${peersFolder}/${peersFile}`.replace(/^(?:\.\/+)+/u, ""));
  const sm = genesis === undefined ? undefined : parseDocument(genesis, "genesis").find("chain", "sm_crypto")?.value;
  const { genesis: rules, group } = genesis === undefined ? {} : settledGenesis(genesis);
  const evaluation = resolveEvaluation(document, { identityLength: "auto" });
  const key = config === undefined ? undefined : await keyFacts(document, read, tools);
  return {
    path: path.replaceAll("\\", "/"),
    name: path.replaceAll("\\", "/").split("/").at(-1) ?? "",
    ports: listeners(document, evaluation).map(({ section, key, port, address }) => ({ section, key, port, address })),
    genesis: rules,
    group,
    // a node takes its ID from its key; the file beside it is for people
    consensusId: key?.consensusId ?? consensusId,
    tlsId: tlsId ?? smTlsId,
    certificates: config === undefined ? undefined : await certificateFacts(document, read, tools, list),
    key,
    sm: sm === undefined ? undefined : readBool(sm),
    data: resolved(path.replaceAll("\\", "/"), document.find("storage", "data_path")?.value ?? "data"),
    peers: peers === undefined ? [] : peersOf(peers),
  };
}
