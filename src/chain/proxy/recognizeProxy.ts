import { type Address, bytesToHex, type Hex, hexToBytes, numberToHex } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { cryptoSuite } from "../../crypto/suites";
import { ChainError } from "../../errors/chainError";
import { selectorOf } from "../abi/selector";
import type { ChainClient, RequestOptions } from "../client/client";
import { instructionSize, op, pushedNumber } from "../evm/opcodes";
import { call } from "../rpc/call";
import { getCode } from "../rpc/contractCode";
import type { ContractProxy } from "./contractProxy";
import { addressIn, type Upgrade, upgradesOf } from "./upgrades";

/** What is known of whether a contract is a proxy. */
export type ProxyReading =
  | { readonly kind: "none" }
  | { readonly kind: "proxy"; readonly proxy: ContractProxy }
  /** Its code delegates as proxies do, and nothing here can read to what. */
  | { readonly kind: "unreadable" };

/** What is asked of a chain to recognize a proxy. */
export interface ProxyChain {
  /** What a call without a caller returned; undefined where it failed. */
  call(to: Address, data: Hex): Promise<string | undefined>;
  /** Words of an account's storage, in the order of the slots; undefined where they can't be read. */
  slots(address: Address, slots: readonly bigint[]): Promise<readonly bigint[] | undefined>;
  /** What the events of a proxy tell, oldest first. */
  upgrades(address: Address): Promise<readonly Upgrade[]>;
}

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

/** What ends a straight run of instructions, and those that a call to another contract's code is made of. */
const [stop, sload, gas, delegateCall] = [0x00, 0x54, 0x5a, 0xf4];
const ends = new Set<number>([stop, sload, op.jump, op.jumpIf, op.jumpTarget]);

/** Whether a number of 32 bytes in code may be an address that was put there at the deployment. */
const mayBeAddress = (word: bigint): boolean => word >> 64n !== 0n && word >> 160n === 0n;

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
async function devSlots(
  { transport, group }: ChainClient,
  address: Address,
  slots: readonly bigint[],
  options?: RequestOptions,
): Promise<readonly bigint[] | undefined> {
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
}

/** What a call without a caller returns; undefined where it fails. @throws ChainError of the way to the node */
export async function outputOf(client: ChainClient, to: Address, data: Hex, options?: RequestOptions) {
  try {
    const { status, output } = await call(client, { to, data }, options);
    return status === 0 ? output : undefined;
  } catch (error) {
    if (error instanceof ChainError && (error.kind === "rpc" || error.kind === "decode")) return undefined;
    throw error;
  }
}

const maxFacets = 200;

/**
 * One address, or a list of them, that a function without arguments returns; empty for whatever else. Code is looked up under either hash:
 * contracts of either sort of compiler run on an SM chain.
 */
async function asked(
  chain: ProxyChain,
  suite: CryptoSuite,
  to: Address,
  signature: string,
): Promise<readonly bigint[]> {
  const suites = suite.name === "standard" ? [suite] : [suite, cryptoSuite("standard")];
  for (const each of suites) {
    const digits = (await chain.call(to, selectorOf(each, signature)))?.slice(2) ?? "";
    if (digits.length === 0 || digits.length % 64 !== 0) continue;
    return (digits.slice(0, 64 * (maxFacets + 2)).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`));
  }
  return [];
}

async function facetsOf(chain: ProxyChain, suite: CryptoSuite, address: Address) {
  const words = await asked(chain, suite, address, "facetAddresses()");
  if (words[0] !== 32n || words[1] === undefined || words[1] === 0n || words[1] > maxFacets) return undefined;
  const facets = words.slice(2, 2 + Number(words[1])).map(addressIn);
  return facets.length === Number(words[1]) && !facets.includes(undefined) ? (facets as Address[]) : undefined;
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
  chain: ProxyChain,
  suite: CryptoSuite,
  { implementation, beacon, admin }: Found,
  foundBy: "storage" | "events",
): Promise<ProxyReading> {
  if (beacon) {
    const [word = 0n] = await asked(chain, suite, beacon, "implementation()");
    const behind = addressIn(word);
    return behind
      ? { kind: "proxy", proxy: { kind: "beacon", implementations: [behind], beacon, foundBy } }
      : { kind: "unreadable" };
  }
  if (!implementation) return { kind: "none" };
  if (admin)
    return { kind: "proxy", proxy: { kind: "transparent", implementations: [implementation], admin, foundBy } };
  const upgradesItself = (await asked(chain, suite, implementation, "proxiableUUID()")).length === 1;
  const kind = upgradesItself ? "uups" : "erc1967";
  return { kind: "proxy", proxy: { kind, implementations: [implementation], foundBy } };
}

/**
 * Whether code is a proxy's, and whose code it runs: minimal proxies by their code; ERC-1967, ERC-1822 and beacons by their storage
 * where it can be read (an embedded chain, a web3 port), else by the event of their last upgrade; diamonds by what their loupe lists.
 * Code without DELEGATECALL is no proxy. All of it is the node's word.
 * @throws what the questions throw
 */
export async function readProxy(
  chain: ProxyChain,
  suite: CryptoSuite,
  address: Address,
  code: string,
): Promise<ProxyReading> {
  if (code.length <= 2) return { kind: "none" };
  const { delegates, pushed, always } = delegationIn(hexToBytes(code as Hex));
  if (always) return { kind: "proxy", proxy: { kind: "clone", implementations: [always], foundBy: "code" } };
  if (!delegates) return { kind: "none" };
  const slots = proxySlots(suite);
  const words = await chain.slots(
    address,
    slots.map(({ slot }) => slot),
  );
  if (words) {
    const reading = await pointedTo(chain, suite, foundIn(slots, words), "storage");
    if (reading.kind !== "none") return reading;
  }
  const facets = await facetsOf(chain, suite, address);
  if (facets) return { kind: "proxy", proxy: { kind: "diamond", implementations: facets, foundBy: "call" } };
  if (words) return { kind: "none" };
  const hasSlot = slots.some(({ slot, holds }) => holds !== "admin" && pushed.has(slot));
  // A beacon may stand in the code alone, as an immutable (OpenZeppelin 5).
  if (!hasSlot && ![...pushed].some(mayBeAddress)) return { kind: "none" };
  // What can upgrade itself has the slot in its code, too: asked directly, it says which one; behind a proxy it refuses to.
  if ((await asked(chain, suite, address, "proxiableUUID()")).length === 1) return { kind: "none" };
  const upgrade = (await chain.upgrades(address)).at(-1);
  if (!hasSlot && !(upgrade?.isBeacon && pushed.has(BigInt(upgrade.target)))) return { kind: "none" };
  if (!upgrade) return { kind: "unreadable" };
  const found = upgrade.isBeacon ? { beacon: upgrade.target } : { implementation: upgrade.target };
  return pointedTo(chain, suite, found, "events");
}

export interface ProxyOptions extends RequestOptions {
  /** What `getCode` gave to the caller before. */
  readonly code?: string | undefined;
}

/**
 * The same of an address on a chain ({@link readProxy}).
 * @throws ChainError what a request throws
 */
export async function recognizeProxy(
  client: ChainClient,
  suite: CryptoSuite,
  address: Address,
  { code, ...options }: ProxyOptions = {},
): Promise<ProxyReading> {
  const chain: ProxyChain = {
    call: (to, data) => outputOf(client, to, data, options),
    slots: (of, slots) => devSlots(client, of, slots, options),
    upgrades: (of) => upgradesOf(client, suite, of, options),
  };
  return readProxy(chain, suite, address, code ?? (await getCode(client, address, options)));
}
