import type { LocalizableText } from "../../text/catalogue";
import type { TextRange } from "../text/textRange";

export type Severity = "error" | "warning" | "information" | "hint";

/** Every rule with its severity; `ini.inlineComment` is a warning on values the node takes as text. */
export const ruleSeverity = {
  "ini.noEquals": "error",
  "ini.emptyKey": "error",
  "ini.unmatchedBracket": "error",
  "ini.duplicateKey": "error",
  "ini.duplicateSection": "error",
  "ini.encoding": "warning",
  "ini.bom": "error",
  "ini.bareCR": "error",
  "ini.otherFile": "error",
  "ini.keyBeforeSection": "warning",
  "ini.unknownSection": "warning",
  "ini.unknownKey": "warning",
  "ini.unreadKey": "hint",
  "ini.deprecatedKey": "hint",
  "ini.sinceVersion": "information",
  "ini.inlineComment": "error",
  "ini.quotedValue": "warning",
  "ini.secondGeneration": "warning",
  "ini.textAfterSection": "information",
  "ini.nonAscii": "warning",
  "value.bool": "error",
  "value.int": "error",
  "value.range": "error",
  "value.port": "error",
  "value.ip": "error",
  "value.enum": "error",
  "value.missing": "error",
  "value.path": "warning",
  "nodeid.length": "error",
  "nodeid.notHex": "error",
  "nodeid.prefix0x": "error",
  "nodeid.zero": "error",
  "nodeid.consensusId": "error",
  "nodeid.uppercase": "hint",
  "nodeid.duplicate": "warning",
  "nodeid.inBothLists": "warning",
  "nodeid.indexGap": "information",
  "nodeid.ownMissing": "information",
  "nodeid.ownBlacklisted": "warning",
  "list.keyName": "warning",
  "list.disabled": "information",
  "list.failOpen": "error",
  "rpc.sslDisabled": "warning",
  "rpc.sslConflict": "warning",
  "archive.nonLoopback": "warning",
  "archive.ipv6": "warning",
  "port.conflict": "error",
  "p2p.verifyDisabled": "warning",
  "web3.open": "warning",
  "flow.off": "warning",
  "log.off": "warning",
  "txpool.blockLimit": "warning",
  "danger.testOnly": "error",
  "secret.logged": "warning",
  "chain.unread": "error",
  "peers.json": "error",
  "peers.ignored": "error",
  "genesis.admin": "error",
  "genesis.noSealer": "error",
  "genesis.sealer": "error",
  "genesis.duplicateSealer": "warning",
  "genesis.indexGap": "information",
  "genesis.feature": "error",
  "release.removal": "information",
} as const satisfies Readonly<Record<string, Severity>>;

/** The rules on a node folder beside its files and beside other folders (`nodeConfig/across`). */
export const acrossSeverity = {
  "config.missing": "error",
  "config.empty": "error",
  "start.lineEnds": "error",
  "genesis.missing": "error",
  "genesis.differs": "error",
  "chain.differs": "error",
  "peers.missing": "error",
  "peers.rpcPort": "error",
  "peers.none": "warning",
  "peers.loopback": "warning",
  "peers.unknown": "warning",
  "port.shared": "error",
  "cert.missing": "error",
  "cert.unreadable": "error",
  "cert.otherSuite": "error",
  "cert.foreign": "error",
  "cert.otherUsage": "error",
  "cert.expired": "error",
  "cert.expires": "warning",
  "cert.shared": "error",
  "cert.otherAuthority": "error",
  "cert.idFile": "warning",
  "cert.idLength": "warning",
  "key.missing": "error",
  "key.unreadable": "error",
  "key.otherSuite": "error",
  "key.foreign": "error",
  "key.notSealer": "warning",
  "sealer.noKey": "warning",
  "sealer.readonly": "warning",
  "node.sameId": "error",
  "data.shared": "error",
  "log.shared": "warning",
  "p2p.differs": "error",
  "p2p.sessions": "warning",
  "flow.noGroup": "warning",
  "list.refusesAll": "error",
  "list.refusesPeer": "warning",
  "release.lightNode": "information",
} as const satisfies Readonly<Record<string, Severity>>;

export type AcrossRuleId = keyof typeof acrossSeverity;
export type RuleId = keyof typeof ruleSeverity;

/** What a rule says of a file. */
export interface FindingText extends LocalizableText {
  /** The node doesn't start with it. */
  readonly stopsNode?: true;
  /** The node takes its default instead of the value. */
  readonly usesDefault?: true;
}

/** Marks what a rule says of something with which the node doesn't start. */
export const noStart = (message: LocalizableText): FindingText => ({ ...message, stopsNode: true });

/** Marks what a rule says of a value in place of which the node takes its default. */
export const byDefault = (message: LocalizableText): FindingText => ({ ...message, usesDefault: true });

/**
 * The severity of a finding: that of its rule, but nothing with which a node doesn't start, or takes its default without a word instead of
 * what was written, is less than an error.
 */
export const severityOf = (rule: RuleId, message: FindingText): Severity =>
  message.stopsNode || message.usesDefault ? "error" : ruleSeverity[rule];

/** One thing a reader of the file should know, with what the node does about it. */
export interface Finding {
  readonly rule: RuleId | AcrossRuleId;
  readonly severity: Severity;
  readonly range: TextRange;
  readonly message: FindingText;
}

/** A finding about a folder beside others, before it is known on which line of its file it is shown. */
export interface AcrossFinding {
  readonly rule: AcrossRuleId;
  readonly section: string;
  readonly key?: string;
  /** How the value of the line begins, where the section has many keys of a kind. */
  readonly value?: string;
  /** Where it isn't that of the rule. */
  readonly severity?: Severity;
  readonly message: FindingText;
}
