import { type Address, bytesToHex, type Hex, hexToBytes, numberToHex } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { cryptoSuite } from "../../crypto/suites";
import { selectorOf, signatureHash } from "../abi/selector";
import type { ChainClient, RequestOptions } from "../client/client";
import { ChainError } from "../errors/chainError";
import { readLogs } from "../events/readLogs";
import { instructionSize, op, pushedNumber } from "../evm/opcodes";
import { call } from "../rpc/call";
import { getBlockNumber } from "../rpc/getBlockNumber";
import { getCode } from "../rpc/getCode";

/** `clone`: EIP-1167. `erc1967`: a slot names the implementation, and nothing tells who may change it. */
type ProxyKind = "clone" | "transparent" | "uups" | "erc1967" | "beacon" | "diamond";

/** A contract that runs another one's code on its own storage. */
export interface ContractProxy {
  readonly kind: ProxyKind;
  /** Whose code runs; of a diamond all of its facets. At least one. */
  readonly implementations: readonly Address[];
  readonly beacon?: Address;
  /** Who may upgrade a transparent proxy. */
  readonly admin?: Address;
  /** What the answer rests on: all of it is the node's word. @public Tests tell the ways apart by it. */
  readonly foundBy: "code" | "storage" | "events" | "call";
}

/** What is known of whether a contract is a proxy. */
export type ProxyReading =
  | { readonly kind: "none" }
  | { readonly kind: "proxy"; readonly proxy: ContractProxy }
  /** Its code delegates as proxies do, and nothing here can read to what. */
  | { readonly kind: "unreadable" };

/** Words of an account's storage, in the order of the slots; undefined where they can't be read. */
type SlotReader = (
  address: Address,
  slots: readonly bigint[],
  options?: RequestOptions,
) => Promise<readonly bigint[] | undefined>;

/** Where proxies keep addresses: what ERC-1967, ERC-1822 and OpenZeppelin before both hash. */
const slotTexts = [
  { holds: "implementation", text: "eip1967.proxy.implementation", minus: 1n },
  { holds: "implementation", text: "PROXIABLE", minus: 0n },
  { holds: "implementation", text: "org.zeppelinos.proxy.implementation", minus: 0n },
  { holds: "beacon", text: "eip1967.proxy.beacon", minus: 1n },
  { holds: "admin", text: "eip1967.proxy.admin", minus: 1n },
] as const;

interface ProxySlot {
  readonly holds: "implementation" | "beacon" | "admin";
  readonly slot: bigint;
}

const utf8 = new TextEncoder();
const slotsBySuite = new Map<string, readonly ProxySlot[]>();

/** Sources write the number of keccak256, whatever the chain hashes with; what a compiler hashes itself has the chain's hash. */
function proxySlots(suite: CryptoSuite): readonly ProxySlot[] {
  const known = slotsBySuite.get(suite.name);
  if (known) return known;
  const hashes = suite.name === "sm" ? [cryptoSuite("standard"), suite] : [suite];
  const slots = hashes.flatMap((each) =>
    slotTexts.map(({ holds, text, minus }) => ({
      holds,
      slot: BigInt(bytesToHex(each.hash(utf8.encode(text)))) - minus,
    })),
  );
  slotsBySuite.set(suite.name, slots);
  return slots;
}

const addressIn = (word: bigint): Address | undefined =>
  word > 0n && word >> 160n === 0n ? `0x${word.toString(16).padStart(40, "0")}` : undefined;

/** What ends a straight run of instructions, and those that a call to another contract's code is made of. */
const [stop, sload, gas, delegateCall] = [0x00, 0x54, 0x5a, 0xf4];
const ends = new Set<number>([stop, sload, op.jump, op.jumpIf, op.jumpTarget]);

interface Delegation {
  /** Whether it runs other code on its own storage at all. */
  readonly delegates: boolean;
  /** Numbers of 32 bytes that stand in it. */
  readonly pushed: ReadonlySet<bigint>;
  /** The constant address whose code it runs whatever it is asked: a minimal proxy (EIP-1167 and its kin). */
  readonly always?: Address;
}

function delegationIn(code: Uint8Array): Delegation {
  let delegates = false;
  let straight = true;
  let always: Address | undefined;
  const pushed = new Set<bigint>();
  for (let pc = 0; pc < code.length; pc += instructionSize(code[pc] as number)) {
    const opcode = code[pc] as number;
    const size = instructionSize(opcode) - 1;
    if (ends.has(opcode)) straight = false;
    else if (opcode === delegateCall) {
      delegates = true;
      straight = false;
    } else if (size === 32) pushed.add(pushedNumber(code, pc));
    else if (
      straight &&
      size >= 12 &&
      size <= 20 &&
      code[pc + size + 1] === gas &&
      code[pc + size + 2] === delegateCall
    )
      always = addressIn(pushedNumber(code, pc));
  }
  return { delegates, pushed, ...(always ? { always } : {}) };
}

/** Reads storage of an embedded chain, which any client of it may; a node refuses the method. */
function devSlots({ transport, group }: ChainClient): SlotReader {
  return async (address, slots, options) => {
    try {
      const answer = await transport.request("dev_storage", [group, address, slots.map(numberToHex)], options);
      const words = new Map<bigint, bigint>();
      for (const [slot, word] of Object.entries((answer as { slots?: Record<string, string> }).slots ?? {}))
        words.set(BigInt(slot), BigInt(word));
      return slots.map((slot) => words.get(slot) ?? 0n);
    } catch (error) {
      if (error instanceof ChainError && error.code === "cancelled") throw error;
      return undefined;
    }
  };
}

const maxFacets = 200;

/** One address, or a list of them, that a function without arguments returns; empty for whatever else. */
async function asked(
  client: ChainClient,
  to: Address,
  selector: Hex,
  options?: RequestOptions,
): Promise<readonly bigint[]> {
  try {
    const { status, output } = await call(client, { to, data: selector }, options);
    const digits = output.slice(2);
    if (status !== 0 || digits.length === 0 || digits.length % 64 !== 0) return [];
    const words = digits.slice(0, 64 * (maxFacets + 2)).match(/.{64}/g) ?? [];
    return words.map((word) => BigInt(`0x${word}`));
  } catch (error) {
    if (error instanceof ChainError && (error.kind === "rpc" || error.kind === "decode")) return [];
    throw error;
  }
}

/** Code is looked up under either hash: contracts of either sort of compiler run on an SM chain. */
async function askedEither(
  client: ChainClient,
  suite: CryptoSuite,
  to: Address,
  signature: string,
  options?: RequestOptions,
): Promise<readonly bigint[]> {
  const words = await asked(client, to, selectorOf(suite, signature), options);
  if (words.length > 0 || suite.name === "standard") return words;
  return asked(client, to, selectorOf(cryptoSuite("standard"), signature), options);
}

async function facetsOf(client: ChainClient, suite: CryptoSuite, address: Address, options?: RequestOptions) {
  const words = await askedEither(client, suite, address, "facetAddresses()", options);
  if (words[0] !== 32n || words[1] === undefined || words[1] === 0n || words[1] > maxFacets) return undefined;
  const facets = words.slice(2, 2 + Number(words[1])).map(addressIn);
  return facets.length === Number(words[1]) && !facets.includes(undefined) ? (facets as Address[]) : undefined;
}

const blocksBack = 20_000;

/** The address in the newest event that a proxy wrote when it was upgraded; undefined where there is none in many blocks. */
async function lastUpgrade(client: ChainClient, suite: CryptoSuite, address: Address, options?: RequestOptions) {
  const head = await getBlockNumber(client, options);
  const topic = (event: string) => [
    ...new Set([suite, cryptoSuite("standard")].map((each) => signatureHash(each, event))),
  ];
  const [upgraded, beacon] = [topic("Upgraded(address)"), topic("BeaconUpgraded(address)")];
  const range = { fromBlock: Math.max(0, head - blocksBack), toBlock: head };
  const logs = await readLogs(
    { client },
    { ...range, addresses: [address], topics: [[...upgraded, ...beacon]] },
    options,
  ).catch((error: unknown) => {
    if (error instanceof ChainError && error.code !== "cancelled") return [];
    throw error;
  });
  const last = logs.findLast(({ topics }) => topics.length >= 2);
  const target = last?.topics[1] === undefined ? undefined : addressIn(BigInt(last.topics[1]));
  return target && { target, isBeacon: beacon.includes(last?.topics[0] as Hex) };
}

interface Found {
  readonly implementation?: Address | undefined;
  readonly beacon?: Address | undefined;
  readonly admin?: Address | undefined;
}

function foundIn(slots: readonly ProxySlot[], words: readonly bigint[]): Found {
  const of = (wanted: ProxySlot["holds"]) =>
    slots.flatMap(({ holds }, i) => (holds === wanted ? (addressIn(words[i] ?? 0n) ?? []) : []))[0];
  return { implementation: of("implementation"), beacon: of("beacon"), admin: of("admin") };
}

/** The proxy that a slot or an event points to. */
async function pointedTo(
  client: ChainClient,
  suite: CryptoSuite,
  { implementation, beacon, admin }: Found,
  foundBy: "storage" | "events",
  options?: RequestOptions,
): Promise<ProxyReading> {
  if (beacon) {
    const [word = 0n] = await askedEither(client, suite, beacon, "implementation()", options);
    const behind = addressIn(word);
    return behind
      ? { kind: "proxy", proxy: { kind: "beacon", implementations: [behind], beacon, foundBy } }
      : { kind: "unreadable" };
  }
  if (!implementation) return { kind: "none" };
  if (admin)
    return { kind: "proxy", proxy: { kind: "transparent", implementations: [implementation], admin, foundBy } };
  const upgradesItself = (await askedEither(client, suite, implementation, "proxiableUUID()", options)).length === 1;
  const kind = upgradesItself ? "uups" : "erc1967";
  return { kind: "proxy", proxy: { kind, implementations: [implementation], foundBy } };
}

export interface ProxyOptions extends RequestOptions {
  /** What `getCode` gave to the caller before. */
  readonly code?: string | undefined;
  /** Storage, where more than the chain's own interface can tell it: a web3 port. */
  readonly slots?: SlotReader | undefined;
}

/**
 * Whether a contract is a proxy, and whose code it runs: minimal proxies by their code; ERC-1967, ERC-1822 and beacons by their storage
 * where it can be read (an embedded chain, a web3 port), else by the event of their last upgrade; diamonds by what their loupe lists.
 * Code without DELEGATECALL is no proxy. All of it is the node's word.
 * @throws ChainError what a request throws
 */
export async function recognizeProxy(
  client: ChainClient,
  suite: CryptoSuite,
  address: Address,
  { code: known, slots: given, ...options }: ProxyOptions = {},
): Promise<ProxyReading> {
  const code = known ?? (await getCode(client, address, options));
  if (code.length <= 2) return { kind: "none" };
  const { delegates, pushed, always } = delegationIn(hexToBytes(code as Hex));
  if (always) return { kind: "proxy", proxy: { kind: "clone", implementations: [always], foundBy: "code" } };
  if (!delegates) return { kind: "none" };
  const slots = proxySlots(suite);
  const read = (reader: SlotReader | undefined) =>
    reader?.(
      address,
      slots.map(({ slot }) => slot),
      options,
    );
  const words = (await read(given)) ?? (await read(devSlots(client)));
  if (words) {
    const reading = await pointedTo(client, suite, foundIn(slots, words), "storage", options);
    if (reading.kind !== "none") return reading;
  }
  const facets = await facetsOf(client, suite, address, options);
  if (facets) return { kind: "proxy", proxy: { kind: "diamond", implementations: facets, foundBy: "call" } };
  if (words) return { kind: "none" };
  if (!slots.some(({ slot, holds }) => holds !== "admin" && pushed.has(slot))) return { kind: "none" };
  // What can upgrade itself has the slot in its code, too: asked directly, it says which one; behind a proxy it refuses to.
  if ((await askedEither(client, suite, address, "proxiableUUID()", options)).length === 1) return { kind: "none" };
  const upgrade = await lastUpgrade(client, suite, address, options);
  if (!upgrade) return { kind: "unreadable" };
  const found = upgrade.isBeacon ? { beacon: upgrade.target } : { implementation: upgrade.target };
  return pointedTo(client, suite, found, "events", options);
}
