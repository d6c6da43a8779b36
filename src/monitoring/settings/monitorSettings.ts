import type { Rule } from "../watch/ruleKinds";

/** Where a secret stands: it is never written in a file of settings itself. */
export type SecretSource = { readonly env: string } | { readonly file: string };

/** Files of TLS as they are written; relative ones begin in the folder of the settings. */
export interface TlsFileNames {
  readonly sdk?: string;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly enCert?: string;
  readonly enKey?: string;
}

/** Where blocks of a group go. */
export interface IndexSettings {
  /** A file, `postgres://…`, `mysql://…`, `kafka://…`, `clickhouse://…`, `parquet:FOLDER`, or `env:NAME`. */
  readonly to: string;
  /** Lowest block. */
  readonly from: number;
  readonly contracts: readonly string[];
  readonly password: SecretSource | undefined;
}

/** Nodes that are watched together. */
export interface MonitoredConnection {
  /** The only one of its file with this name. */
  readonly name: string;
  /** Endpoints; none where `profile` names them. */
  readonly urls: readonly string[];
  /** The connection of the user's own file that is meant. */
  readonly profile: string | undefined;
  readonly group: string | undefined;
  readonly tls: TlsFileNames;
  readonly timeoutMs: number | undefined;
  /** Folders and files with logs of its nodes. */
  readonly logs: readonly string[];
  readonly index: IndexSettings | undefined;
  /** Names of the rules that hold for it; undefined for all. */
  readonly rules: readonly string[] | undefined;
}

/** Where alerts go. */
export interface SinkSettings {
  /** The only one of its file with this name. */
  readonly name: string;
  readonly address: string | SecretSource;
  readonly format: string | undefined;
  readonly secret: SecretSource | undefined;
  readonly template: string | undefined;
  /** Names of rules and connections whose alerts it gets; undefined for all. */
  readonly rules: readonly string[] | undefined;
  readonly connections: readonly string[] | undefined;
}

/** What a monitor does, as one file says it. */
export interface MonitorSettings {
  readonly host: string;
  readonly port: number;
  /** `proxy`: what stands before it has TLS. */
  readonly tls: { readonly cert: string; readonly key: string } | "proxy" | undefined;
  /** The token that opens the pages; undefined where there are none. */
  readonly pageToken: SecretSource | undefined;
  /** Who may read the metrics; undefined: this machine alone. */
  readonly metrics: SecretSource | "open" | undefined;
  /** Folder of what was seen. */
  readonly state: string | undefined;
  readonly intervalMs: number;
  readonly language: "en" | "zh" | undefined;
  /** As `timeZoneNamed` gives it. */
  readonly timeZone: string | undefined;
  readonly connections: readonly MonitoredConnection[];
  readonly rules: readonly Rule[];
  readonly sinks: readonly SinkSettings[];
}
