/** How a chain is reached: what a team may commit. Names files, holds nothing secret. */
export interface ConnectionProfile {
  name: string;
  /** `http://HOST:PORT` or `https://HOST:PORT`, RPC ports of nodes of one chain. */
  endpoints: string[];
  /** Empty: the first group of the node. */
  group: string;
  tls?: TlsFiles;
  timeoutMs?: number;
}

/** Absolute paths of PEM files; the client certificate is asked for by every node with TLS (docs/protocol/tls.md). */
export interface TlsFiles {
  ca: string;
  cert: string;
  key: string;
  /** The pair for encryption: there, these are files of SM TLS. */
  enCert?: string;
  enKey?: string;
}
