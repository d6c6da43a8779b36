import type { Address } from "../../crypto/bytes/hex";
import { type LocalizableText, say, t, text } from "../../text/catalogue";
import { shortHex } from "../../text/shortText";

/**
 * `clone`: the address stands in the code (EIP-1167 and its kin). `erc1967`: its slot names the implementation, and nothing tells who may
 * change it. `other`: it keeps the implementation where no standard has it (Safe, EIP-897, EIP-1822 and before), or has functions of its
 * own and passes all others on to an address in its code.
 */
export const proxyKinds = ["clone", "transparent", "uups", "erc1967", "beacon", "diamond", "other"] as const;
type ProxyKind = (typeof proxyKinds)[number];

/** A contract that runs another one's code on its own storage. */
export interface ContractProxy {
  readonly kind: ProxyKind;
  /** Whose code runs; of a diamond all of its facets. At least one; none where a block of the past is meant whose code nothing tells. */
  readonly implementations: readonly Address[];
  /** Where the proxy runs another proxy: whose code passes the call on, that which it names itself first. */
  readonly through?: readonly Address[];
  /** Code to which an implementation with functions of its own passes on all others: it runs on the same storage. */
  readonly extensions?: readonly Address[];
  readonly beacon?: Address;
  /** Who may upgrade a transparent proxy. */
  readonly admin?: Address;
  /** What the answer rests on: all of it is the node's word. @public Tests tell the ways apart by it. */
  readonly foundBy: "code" | "storage" | "events" | "call";
}

/** What has functions of its own and passes the others on: it stores for itself, as its implementation does. */
export const isExtended = ({ kind, foundBy }: Pick<ContractProxy, "kind" | "foundBy">): boolean =>
  kind === "other" && foundBy === "code";

/** All code that runs on the storage of a proxy, as far as it isn't its own. */
export const codeOf = ({
  implementations,
  extensions = [],
}: Pick<ContractProxy, "implementations" | "extensions">): readonly Address[] => [...implementations, ...extensions];

/** The same with its own code, in the order in which a source is looked for: what is more than a proxy comes first. */
export const codeRunAt = (address: Address, proxy: ContractProxy | undefined): readonly Address[] => {
  const behind = proxy ? codeOf(proxy) : [];
  return proxy && isExtended(proxy) ? [address, ...behind] : [...behind, address];
};

/** What the contract at an address is called; undefined or empty where nothing names it. */
type NameOf = (address: Address) => string | undefined;

/**
 * How a contract is shown everywhere: by its name, and a proxy by that of the code that it runs as well: `Escrow (proxy of EscrowV1)`.
 * @param name empty where nothing names it
 */
export function contractTitle(
  { name, address }: { readonly name: string; readonly address: string },
  proxy: ContractProxy | undefined,
  nameOf: NameOf = () => undefined,
): string {
  if (!proxy) return name;
  const [first, ...others] = proxy.implementations;
  const behind = first === undefined ? t("code that isn't known") : nameOf(first) || shortHex(first);
  const more = others.length > 0 ? t("{0} and {1} more", behind, others.length) : behind;
  return proxyTitle(name || shortHex(address), more);
}

/** `Escrow (proxy of EscrowV1)` */
export const proxyTitle = (name: string, behind: string): string => t("{0} (proxy of {1})", name, behind);

const kindTexts: Readonly<Record<ProxyKind, LocalizableText>> = {
  clone: text("minimal proxy (EIP-1167)"),
  transparent: text("transparent proxy"),
  uups: text("UUPS proxy"),
  erc1967: text("proxy (ERC-1967)"),
  beacon: text("beacon proxy"),
  diamond: text("diamond"),
  other: text("proxy"),
};

const foundByTexts: Readonly<Record<ContractProxy["foundBy"], LocalizableText>> = {
  code: text("by its code"),
  storage: text("by its storage"),
  events: text("by the event of its last upgrade"),
  call: text("by what it returns"),
};

/** What sort of proxy it is, and what says so: `UUPS proxy, found by its storage`. */
export const proxyFinding = ({ kind, foundBy }: ContractProxy): string =>
  t("{0}, found {1}", say(kindTexts[kind]), say(foundByTexts[foundBy]));
