import { clientError } from "../../errors/clientError";
import { isLoopback } from "../../text/loopback";
import { decoded, rootCertificate } from "../servers/databaseTarget";

/** The sinks that there are, by the word that an address of one begins with. */
type SinkKind = "kafka" | "clickhouse" | "parquet";

/** Where rows go. Address, user and password are secrets: `label` alone is shown. */
export interface SinkTarget {
  readonly kind: SinkKind;
  /** `host:port` of Kafka's brokers; of ClickHouse the one. */
  readonly hosts: readonly string[];
  /** Prefix of topics, database, or absolute folder. */
  readonly name: string;
  readonly user: string;
  readonly password: string | undefined;
  readonly isTls: boolean;
  /** The authority of the server's certificate, where it isn't one of the system's. */
  readonly ca?: string;
  /** How Kafka's user proves the password. */
  readonly mechanism?: SaslMechanism;
  readonly label: string;
}

const mechanisms = ["scram-sha-512", "scram-sha-256", "plain"] as const;
type SaslMechanism = (typeof mechanisms)[number];

const kinds: Readonly<Record<string, SinkKind>> = {
  "kafka:": "kafka",
  "kafkas:": "kafka",
  "clickhouse:": "clickhouse",
  "clickhouses:": "clickhouse",
  "parquet:": "parquet",
};
const ports = { kafka: { plain: 9092, tls: 9093 }, clickhouse: { plain: 8123, tls: 8443 } } as const;
/** What topics, and databases without quotation marks, may be called. */
const nameForm = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/;

const schemeOf = (word: string): string => word.slice(0, word.indexOf(":") + 1).toLowerCase();

/** What kind of sink a word names; undefined where it names none. */
export const sinkKind = (word: string): SinkKind | undefined => kinds[schemeOf(word)];

/**
 * Reads `kafka://[USER@]HOST[:PORT][,HOST…]/PREFIX`, `clickhouse://[USER@]HOST[:PORT]/DATABASE` or `parquet:FOLDER`; with an `s` behind
 * the first word (`kafkas:`, `clickhouses:`) over TLS. Behind a question mark: `sslrootcert=FILE`, and of Kafka
 * `sasl=scram-sha-512` (what a user is asked with), `scram-sha-256` or `plain`, which says the password and so goes over TLS alone.
 * @param password where the address has none
 * @throws ChainError usage `historyDatabaseUrl`, which says nothing of what the address holds
 */
export function sinkTarget(word: string, password?: string): SinkTarget {
  const kind = sinkKind(word);
  if (kind === undefined) throw clientError("historyDatabaseUrl", { reason: "URL" });
  if (kind === "parquet") {
    const name = word.slice(word.indexOf(":") + 1);
    if (name === "") throw clientError("historyDatabaseUrl", { reason: "FOLDER" });
    return { kind, hosts: [], name, user: "", password: undefined, isTls: false, label: name };
  }
  const isTls = schemeOf(word).endsWith("s:");
  // several hosts are no URL: each is read by itself
  const [address = "", query = ""] = splitAt(word, "?");
  const [authority = "", path = ""] = splitAt(address.slice(address.indexOf("://") + "://".length), "/");
  const [own, all] = authority.includes("@") ? splitAt(authority, "@", true) : ["", authority];
  const [user = "", inUrl] = splitAt(own ?? "", ":");
  const name = decoded(path);
  if (!nameForm.test(name))
    throw clientError("historyDatabaseUrl", { reason: kind === "kafka" ? "/PREFIX" : "/DATABASE" });
  const hosts = (all ?? "").split(",").map((host) => {
    if (host === "" || !URL.canParse(`http://${host}`)) throw clientError("historyDatabaseUrl", { reason: "HOST" });
    const { hostname, port } = new URL(`http://${host}`);
    // the port of plain HTTP isn't written
    const typed = /:(\d+)$/.exec(host)?.[1] ?? port;
    return `${hostname}:${typed || ports[kind][isTls ? "tls" : "plain"]}`;
  });
  const isLocal = hosts.every((host) => isLoopback(host.slice(0, host.lastIndexOf(":"))));
  return {
    ...parametersOf(query, { kind, isTls, isLocal, hasUser: user !== "" }),
    ...{ kind, hosts, name, user: decoded(user) },
    password: inUrl === undefined ? password : decoded(inUrl),
    isTls,
    label: `${kind}://…/${name}`,
  };
}

/** What stands behind the question mark. */
function parametersOf(
  query: string,
  { kind, isTls, isLocal, hasUser }: { kind: SinkKind; isTls: boolean; isLocal: boolean; hasUser: boolean },
): Pick<SinkTarget, "ca" | "mechanism"> {
  const given = new URLSearchParams(query);
  const refuse = (reason: string): never => {
    throw clientError("historyDatabaseUrl", { reason });
  };
  for (const name of given.keys()) if (name !== "sslrootcert" && !(kind === "kafka" && name === "sasl")) refuse(name);
  const [root, sasl] = [given.get("sslrootcert"), given.get("sasl")?.toLowerCase()];
  if (root !== null && !isTls) refuse(`sslrootcert, ${kind}s://`);
  const mechanism = mechanisms.find((each) => each === sasl);
  if (sasl !== undefined && mechanism === undefined) refuse(`sasl=${mechanisms.join("|")}`);
  if (mechanism !== undefined && !hasUser) refuse("USER@");
  // the password goes as it is: no machine between may read it
  if (mechanism === "plain" && !isTls && !isLocal) refuse("sasl=plain, kafkas://");
  return {
    ...(root === null ? {} : { ca: rootCertificate(root) }),
    ...(mechanism === undefined ? {} : { mechanism }),
  };
}

/** The parts before and behind a sign, the first one or the last. */
function splitAt(text: string, sign: string, last = false): [string, string | undefined] {
  const at = last ? text.lastIndexOf(sign) : text.indexOf(sign);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
