import type { Role } from "../schema/keySpec";

/** A node folder a user knows of: the names shown for its identities, and the source of identity fixes. */
export interface KnownNode {
  readonly name: string;
  /** Chain and group that told of it; absent for a folder. */
  readonly group?: string;
  /** `conf/node.nodeid`: 128 hex digits. */
  readonly consensusId?: string;
  /** `conf/ssl.nodeid`: 512 hex digits. */
  readonly tlsId?: string;
  /** `conf/sm_ssl.nodeid`: 128 hex digits. */
  readonly smTlsId?: string;
}

/** What surrounds a file: settings of the user and what lies beside it. Everything is optional but the identity rule. */
export interface AnalysisContext {
  /** The identity rule: `auto` is 512 only on evidence (a sibling `conf/ssl.nodeid` of 512 digits), else 128. */
  readonly identityLength: "auto" | 128 | 512;
  /** Release of the node, such as `3.16.4`; the newest known one when absent. */
  readonly nodeVersion?: string;
  /** The program that reads the file; told from its sections when absent. */
  readonly role?: Role;
  /** The node whose folder holds the file. */
  readonly own?: KnownNode;
  /** Node folders of the workspace, the own one included or not. */
  readonly nodes?: readonly KnownNode[];
}
