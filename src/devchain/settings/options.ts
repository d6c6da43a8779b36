import { isIP } from "node:net";
import { usualChain } from "../../chain/dev/usualChain";
import { type Address, isAddress } from "../../crypto/bytes/hex";
import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { ChainError } from "../../errors/chainError";
import { chainFlag, chainFlags } from "../../facts/releases/chainFlags";
import { t } from "../../text/catalogue";
import { closestName } from "../../text/closestName";
import { shortened } from "../../text/shortText";
import { atLeast, isChainVersion, versionNumber } from "../../text/versions";
import { visibleLine } from "../../text/visibleText";

/** What an embedded chain can be told. Every member has a default: docs/devchain.md, "Options". */
export interface DevChainOptions {
  /** Port of JSON-RPC and WebSocket; 0 takes any free port. */
  port?: number;
  /** Interface to listen on. Anything but loopback lets other machines in. */
  host?: string;
  chainId?: string;
  /** Names beside those of loopback under which clients may ask, as a container's: `devchain`; `*` for all. */
  allowHosts?: readonly string[];
  /** Origins of pages that may ask, as `http://localhost:3000`; `*` for all. */
  allowOrigins?: readonly string[];
  /** The `dev_` methods want no token: for test rigs. */
  openDev?: boolean;
  groups?: readonly string[];
  /** Nodes that take part in consensus, and nodes that only follow. */
  sealers?: number;
  observers?: number;
  /** How sealers are chosen: all of them, or so many in turn (`epochSealers`, for `epochBlocks` blocks each; both need rpbft). */
  consensus?: "pbft" | "rpbft";
  epochSealers?: number;
  epochBlocks?: number;
  /** Development accounts, made from the seed. */
  accounts?: number;
  /** Whole units of 10^18 that each development account has at block 0, or gets at a start where it has nothing. */
  fund?: number;
  /** Same seed, same keys, same hashes. */
  seed?: string;
  /** SM3 and SM2 instead of keccak256 and secp256k1. */
  suite?: CryptoSuiteName;
  /** Governance is on from the first block; `admin` is the first governor. */
  auth?: boolean;
  admin?: Address;
  /** 0: classic executor. 1: baseline executor, what new chains use. */
  executorVersion?: 0 | 1;
  /** Version of the node's program that is imitated. */
  nodeVersion?: string;
  /** The chain's data version at genesis. */
  compatibilityVersion?: string;
  /** Chain id that contracts see and Ethereum tools use. */
  webChainId?: bigint;
  /** Wait between the first pending transaction and its block. 0 seals at once. */
  blockIntervalMs?: number;
  /** Order of one sender's Ethereum transactions within a block: shuffled from the seed, as unreliable as a node's, or as they came. */
  order?: "shuffled" | "arrival";
  /** Feature flags switched on at genesis. */
  features?: readonly string[];
  /** Genesis limits. */
  txCountLimit?: number;
  txGasLimit?: bigint;
  /** Port of the Ethereum reads, plain HTTP; 0 takes any free port, absent opens none. */
  web3Port?: number;
  /** Port of the proxy for Ethereum's tools in front of it (docs/ethereum-tools.md); 0 takes any free port, absent opens none. */
  web3ProxyPort?: number;
  /** Port of the node's archive delete service, plain HTTP; 0 takes any free port, absent opens none. */
  archivePort?: number;
  /** Port of the archive query service, which serves what was deleted; likewise. */
  archiveQueryPort?: number;
  /** Folder that keeps the chain; without it everything is forgotten at the end. */
  data?: string;
  /** What an acknowledged block survives: the end of the process, or a loss of power too (each block waits for the disk). */
  durability?: "process" | "disk";
  /** Folder with the TLS files, made when it has none: the port then speaks TLS 1.2 and wants a client certificate. */
  tls?: string;
  /** The same with SM TLS (TLCP): SM2 certificates for signing and for encryption on both sides. Not together with `tls`. */
  smTls?: string;
}

/** The options with nothing left open. */
export type DevChainSettings = Required<
  Omit<
    DevChainOptions,
    "admin" | "data" | "tls" | "smTls" | "web3Port" | "web3ProxyPort" | "archivePort" | "archiveQueryPort"
  >
> & {
  admin: Address | undefined;
  data: string | undefined;
  tls: string | undefined;
  smTls: string | undefined;
  web3Port: number | undefined;
  web3ProxyPort: number | undefined;
  archivePort: number | undefined;
  archiveQueryPort: number | undefined;
};

/** Keys of nodes and accounts follow from it where no other is given. */
export const usualSeed = "chainside";

const defaultSettings: DevChainSettings = {
  port: 0,
  host: "127.0.0.1",
  chainId: "chainside",
  allowHosts: [],
  allowOrigins: [],
  openDev: false,
  groups: ["group0"],
  sealers: 4,
  observers: 1,
  consensus: "pbft",
  epochSealers: 4,
  epochBlocks: 1000,
  accounts: 10,
  fund: 0,
  seed: usualSeed,
  suite: "standard",
  auth: false,
  admin: undefined,
  ...usualChain(),
  webChainId: 20200n,
  blockIntervalMs: 0,
  order: "shuffled",
  features: [],
  txCountLimit: 1000,
  txGasLimit: 3_000_000_000n,
  data: undefined,
  durability: "process",
  tls: undefined,
  smTls: undefined,
  web3Port: undefined,
  web3ProxyPort: undefined,
  archivePort: undefined,
  archiveQueryPort: undefined,
};

/** What each option is written as. */
const forms: Readonly<Record<keyof DevChainOptions, keyof typeof isWritten>> = {
  port: "number",
  host: "text",
  chainId: "text",
  allowHosts: "texts",
  allowOrigins: "texts",
  openDev: "flag",
  groups: "texts",
  sealers: "number",
  observers: "number",
  consensus: "text",
  epochSealers: "number",
  epochBlocks: "number",
  accounts: "number",
  fund: "number",
  seed: "text",
  suite: "text",
  auth: "flag",
  admin: "text",
  executorVersion: "number",
  nodeVersion: "text",
  compatibilityVersion: "text",
  webChainId: "amount",
  blockIntervalMs: "number",
  order: "text",
  features: "texts",
  txCountLimit: "number",
  txGasLimit: "amount",
  web3Port: "number",
  web3ProxyPort: "number",
  archivePort: "number",
  archiveQueryPort: "number",
  data: "text",
  durability: "text",
  tls: "text",
  smTls: "text",
};

const isText = (value: unknown): boolean => typeof value === "string";

const isWritten = {
  text: isText,
  texts: (value: unknown) => Array.isArray(value) && value.every(isText),
  number: (value: unknown) => typeof value === "number",
  flag: (value: unknown) => typeof value === "boolean",
  /** In JSON a number. */
  amount: (value: unknown) => typeof value === "bigint" || (Number.isSafeInteger(value) && Number(value) >= 0),
} as const;

const formText: Readonly<Record<keyof typeof isWritten, (name: string) => string>> = {
  text: (name) => t("The option {0} must be a text.", name),
  texts: (name) => t("The option {0} must be a list of texts.", name),
  number: (name) => t("The option {0} must be a number.", name),
  flag: (name) => t("The option {0} must be true or false.", name),
  amount: (name) => t("The option {0} must be a whole number, 0 or more.", name),
};

/** The options of which one of a few values can be given. */
const choices = {
  durability: ["process", "disk"],
  consensus: ["pbft", "rpbft"],
  order: ["shuffled", "arrival"],
  suite: ["standard", "sm"],
  executorVersion: [0, 1],
} as const;

const badOption = (name: string, message: string, advice = ""): ChainError =>
  new ChainError({ kind: "usage", code: "badOption", message, advice, details: { option: name } });

/** A name of a file's making, which may be any text. */
const shownName = (text: string): string => visibleLine(shortened(text, 64));

const isOption = (name: string): name is keyof DevChainOptions => Object.hasOwn(forms, name);

/**
 * The options that are given, amounts as such. They may come from a file.
 * @throws ChainError `badOption` for an unknown one, and for one of another form.
 */
function givenOptions(options: DevChainOptions): DevChainOptions {
  const given = Object.entries(options as Record<string, unknown>).filter(([, value]) => value !== undefined);
  const read = given.map(([name, value]): [string, unknown] => {
    const shown = shownName(name);
    if (!isOption(name)) {
      const meant = closestName(name, Object.keys(forms));
      const advice = meant ? t("Did you mean {0}?", meant) : t("Remove it.");
      throw badOption(shown, t("There is no option {0}.", shown), advice);
    }
    const form = forms[name];
    if (!isWritten[form](value)) throw badOption(name, formText[form](name));
    return [name, form === "amount" ? BigInt(value as number | bigint) : value];
  });
  return Object.fromEntries(read);
}

/** @throws ChainError `badOption` for a value that is none of those that there are. */
function requireChoices(settings: DevChainSettings): void {
  for (const [name, values] of Object.entries(choices)) {
    const value = settings[name as keyof typeof choices];
    if ((values as readonly unknown[]).includes(value)) continue;
    const listed = values.map((each) => JSON.stringify(each));
    throw badOption(
      name,
      t("The option {0} can't be {1}.", name, shownName(String(value))),
      t("Use one of these: {0}.", listed),
    );
  }
}

/** @throws ChainError `badOption` for a flag that no release has, with the one that was probably meant. */
function requireKnownFlags(features: readonly string[]): void {
  const unknown = features.find((name) => !chainFlag(name));
  if (unknown === undefined) return;
  const names = chainFlags.map(({ name }) => name);
  const meant = closestName(unknown, names);
  const shown = shownName(unknown);
  throw badOption(
    "features",
    t("No release has a feature flag {0}.", shown),
    meant ? t("Did you mean {0}?", meant) : t("Remove it."),
  );
}

/**
 * For a chain of one's own: a node of the release doesn't start with what it doesn't know (docs/protocol/config-genesis.md, "Features").
 * The copy of a chain may have flags of a later release, and a data version that was raised beyond its program.
 * @throws ChainError `badOption` for a flag that the imitated release lacks, and for a data version that is newer.
 */
export function requireRelease({ nodeVersion, compatibilityVersion, features }: DevChainSettings): void {
  requireKnownFlags(features);
  if (!atLeast(nodeVersion, compatibilityVersion)) {
    throw badOption(
      "compatibilityVersion",
      t("Data version {0} is newer than the node version {1}.", compatibilityVersion, nodeVersion),
      t("Use a data version that isn't newer, or a newer nodeVersion."),
    );
  }
  const early = features.map(chainFlag).find((flag) => flag && !atLeast(nodeVersion, flag.since));
  if (!early) return;
  throw badOption(
    "features",
    t("Nodes have the feature flag {0} since {1}, not in {2}.", early.name, early.since, nodeVersion),
    t("Remove it, or use a newer nodeVersion."),
  );
}

/** @throws ChainError `badOption` for what is no host name or address, or has a port. */
function readHostName(name: string): string {
  if (name === "*" || /^[0-9a-zA-Z_.-]{1,255}$/.test(name) || isIP(name) !== 0) return name.toLowerCase();
  throw badOption(
    "allowHosts",
    t("The option {0} contains something that isn't a host name.", "allowHosts"),
    t("Write the name without a port, such as {0}.", "devchain"),
  );
}

/**
 * An origin as browsers write it: http and https without default port, also of a browser's extension. `null`, which every sandboxed page
 * has, has no owner.
 * @throws ChainError `badOption` for anything else.
 */
function readOrigin(text: string): string {
  if (text === "*") return text;
  const origin = text.replace(/\/$/, "").toLowerCase();
  if (/^[a-z][a-z0-9+.-]{0,40}:\/\/[^\s/?#@\\]{1,255}$/.test(origin) && URL.canParse(origin)) {
    return /^https?:/.test(origin) ? new URL(origin).origin : origin;
  }
  throw badOption(
    "allowOrigins",
    t("The option {0} contains something that isn't an origin.", "allowOrigins"),
    t("Write scheme, host, and port, such as {0}.", "http://localhost:3000"),
  );
}

const isGroupName = (name: string): boolean => /^[0-9a-zA-Z_-]+$/.test(name);

function whole(name: string, value: number, min: number, max: number): void {
  if (Number.isInteger(value) && value >= min && value <= max) return;
  throw badOption(
    name,
    t("The option {0} can't be {1}.", name, value),
    t("Use a whole number from {0} to {1}.", min, max),
  );
}

/** What headers carry: the data version, but never beyond the newest that the node's program knows, which is its own. */
export const headerVersion = (dataVersion: string, nodeVersion: string): number =>
  Math.min(versionNumber(dataVersion), versionNumber(nodeVersion));

/**
 * Fills in the defaults and refuses what cannot be.
 * @throws ChainError kind `usage`, code `badOption`.
 */
export function devChainSettings(options: DevChainOptions): DevChainSettings {
  const given = givenOptions(options);
  const settings = { ...defaultSettings, ...usualChain(given.nodeVersion), ...given } as DevChainSettings;
  requireChoices(settings);
  if (settings.tls !== undefined && settings.smTls !== undefined) {
    throw badOption("smTls", t("A port can't use both TLS and SM TLS."), t("Use either tls or smTls."));
  }
  whole("port", settings.port, 0, 65535);
  whole("web3Port", settings.web3Port ?? 0, 0, 65535);
  whole("archivePort", settings.archivePort ?? 0, 0, 65535);
  whole("archiveQueryPort", settings.archiveQueryPort ?? 0, 0, 65535);
  whole("sealers", settings.sealers, 1, 64);
  whole("observers", settings.observers, 0, 64);
  whole("epochSealers", settings.epochSealers, 1, 64);
  whole("epochBlocks", settings.epochBlocks, 1, 0xffff_ffff);
  whole("accounts", settings.accounts, 0, 1000);
  whole("fund", settings.fund, 0, 1_000_000_000);
  whole("blockIntervalMs", settings.blockIntervalMs, 0, 600_000);
  whole("txCountLimit", settings.txCountLimit, 1, 1_000_000);
  if (!/^[0-9a-zA-Z]+$/.test(settings.chainId)) {
    throw badOption("chainId", t("The chain ID may contain only letters and digits."));
  }
  settings.allowHosts = settings.allowHosts.map(readHostName);
  settings.allowOrigins = settings.allowOrigins.map(readOrigin);
  const groups = new Set(settings.groups);
  if (groups.size === 0 || groups.size !== settings.groups.length || ![...groups].every(isGroupName)) {
    throw badOption(
      "groups",
      t("The option {0} is empty, or has a name twice or one that isn't allowed.", "groups"),
      t("Name each group once, such as group0, with letters, digits, _, and -."),
    );
  }
  for (const name of ["nodeVersion", "compatibilityVersion"] as const) {
    if (!isChainVersion(settings[name])) {
      throw badOption(name, t("The option {0} isn't a 3.x version.", name), t("Write it like {0}.", "3.16.4"));
    }
  }
  if (settings.consensus === "rpbft" && !atLeast(settings.compatibilityVersion, "3.5.0")) {
    throw badOption(
      "consensus",
      t("rPBFT needs data version {0} or newer.", "3.5.0"),
      t("Use a newer compatibilityVersion, or pbft."),
    );
  }
  if (settings.admin !== undefined && !isAddress(settings.admin)) {
    throw badOption("admin", t("The option {0} isn't an address.", "admin"), t("Enter 0x and 40 hex digits."));
  }
  if (settings.txGasLimit <= 100_000n) {
    throw badOption("txGasLimit", t("The gas limit must be more than {0}.", 100_000));
  }
  return settings;
}
