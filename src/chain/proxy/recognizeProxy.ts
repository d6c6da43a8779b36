import {
  type Address,
  bytesToHex,
  bytesToHexDigits,
  type Hex,
  hexToBytes,
  numberToHex,
  zeroAddress,
} from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { cryptoSuite } from "../../crypto/suites";
import { ChainError } from "../../errors/chainError";
import { knowsFunction } from "../abi/codeSuite";
import { selectorOf } from "../abi/selector";
import type { ChainClient, RequestOptions } from "../client/client";
import { followCall } from "../evm/forwarding";
import { instructionSize, instructionStarts, op, pushedNumber } from "../evm/opcodes";
import { type AddressSource, sourceKey } from "../evm/symbolicValue";
import { call } from "../rpc/call";
import { getCode } from "../rpc/contractCode";
import type { ContractProxy } from "./contractProxy";
import { addressIn, facetsAfter, type ProxyEvents, proxyEvents } from "./upgrades";

/** What is known of whether a contract is a proxy. */
type ProxyReading =
  | { readonly kind: "none" }
  | { readonly kind: "proxy"; readonly proxy: ContractProxy }
  /** Its code delegates as proxies do, and nothing here can read to what. */
  | { readonly kind: "unreadable" };

/** What is asked of a chain to recognize a proxy. */
export interface ProxyChain {
  /** What a call without a caller returned; undefined where it failed. */
  call(to: Address, data: Hex): Promise<string | undefined>;
  code(address: Address): Promise<string>;
  /** Words of an account's storage, in the order of the slots; undefined where they can't be read. */
  slots(address: Address, slots: readonly bigint[]): Promise<readonly bigint[] | undefined>;
  /** What the events of a proxy tell; cuts of a diamond, where they are read. */
  events(address: Address): Promise<Omit<ProxyEvents, "cuts"> & Partial<ProxyEvents>>;
}

/** Where proxies keep addresses: what ERC-1967, ERC-1822 and OpenZeppelin before both hash. */
const slotTexts = [
  { holds: "implementation", text: "eip1967.proxy.implementation", minus: 1n, isErc1967: true },
  { holds: "implementation", text: "PROXIABLE", minus: 0n, isErc1967: false },
  { holds: "implementation", text: "org.zeppelinos.proxy.implementation", minus: 0n, isErc1967: false },
  { holds: "beacon", text: "eip1967.proxy.beacon", minus: 1n, isErc1967: true },
  { holds: "admin", text: "eip1967.proxy.admin", minus: 1n, isErc1967: true },
  { holds: "admin", text: "org.zeppelinos.proxy.admin", minus: 0n, isErc1967: false },
] as const;

interface ProxySlot {
  readonly holds: "implementation" | "beacon" | "admin";
  readonly slot: bigint;
  readonly isErc1967: boolean;
}

const utf8 = new TextEncoder();
const slotsBySuite = new Map<string, readonly ProxySlot[]>();

/** Either hash that code on a chain may know a text by: sources write the number of keccak256, whatever the chain hashes with. */
export const suitesOn = (suite: CryptoSuite): readonly CryptoSuite[] =>
  suite.name === "sm" ? [cryptoSuite("standard"), suite] : [suite];

function proxySlots(suite: CryptoSuite): readonly ProxySlot[] {
  const known = slotsBySuite.get(suite.name);
  if (known) return known;
  const slots = suitesOn(suite).flatMap((each) =>
    slotTexts.map(({ text, minus, ...slot }) => ({
      ...slot,
      slot: BigInt(bytesToHex(each.hash(utf8.encode(text)))) - minus,
    })),
  );
  slotsBySuite.set(suite.name, slots);
  return slots;
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

/** The words of an answer; none for what isn't made of them. */
function wordsOf(answer: string | undefined): readonly bigint[] {
  const digits = answer?.slice(2) ?? "";
  if (digits.length % 64 !== 0) return [];
  return (digits.slice(0, 64 * (maxFacets + 2)).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`));
}

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
  for (const each of [...suitesOn(suite)].reverse()) {
    const words = wordsOf(await chain.call(to, selectorOf(each, signature)));
    if (words.length > 0) return words;
  }
  return [];
}

async function facetsOf(chain: ProxyChain, suite: CryptoSuite, address: Address) {
  const words = await asked(chain, suite, address, "facetAddresses()");
  if (words[0] !== 32n || words[1] === undefined || words[1] === 0n || words[1] > maxFacets) return undefined;
  const facets = words.slice(2, 2 + Number(words[1])).map(addressIn);
  return facets.length === Number(words[1]) && !facets.includes(undefined) ? (facets as Address[]) : undefined;
}

/** Calls of functions that no contract has. */
const [unknownCall, otherUnknownCall] = [0xc5, 0xc6].map((last) => {
  const data = new Uint8Array(36);
  data.set([0x9e, 0x3b, 0x70, last]);
  return data;
}) as [Uint8Array, Uint8Array];
const selectorSize = 4;
/** A selector as a word begins with it, and has zeros behind. */
const behindSelector = 1n << BigInt(8 * (32 - selectorSize));

/** Numbers of the PUSH instructions of so many bytes in code. */
function pushedIn(code: Uint8Array, size: number): ReadonlySet<bigint> {
  const pushed = new Set<bigint>();
  for (const at of instructionStarts(code))
    if (instructionSize(code[at] as number) === size + 1) pushed.add(pushedNumber(code, at));
  return pushed;
}

/** Whether code runs other code on its own storage at all. */
const delegates = (code: Uint8Array): boolean =>
  instructionStarts(code).some((at) => code[at] === op.delegateCall || code[at] === op.callCode);

const maxSelectors = 200;

/** Selectors that code compares a call with, and some other numbers. */
function selectorsIn(code: Uint8Array): readonly Hex[] {
  // Safe's proxy compares its selector, as a word, with the first word of the call.
  const asWords = [...pushedIn(code, 32)].flatMap((word) =>
    word % behindSelector === 0n ? [word / behindSelector] : [],
  );
  const numbers = [...new Set([...pushedIn(code, selectorSize), ...asWords])].slice(0, maxSelectors);
  return numbers.map((number): Hex => `0x${number.toString(16).padStart(8, "0")}`);
}

/** What proxies have for themselves. */
const proxyFunctions = [
  "implementation()",
  "admin()",
  "changeAdmin(address)",
  "upgradeTo(address)",
  "upgradeToAndCall(address,bytes)",
  "proxyType()",
  "masterCopy()",
];

/** Whether code that passes unknown calls on has functions of its own beside those of proxies: it stores what these store. */
function hasOwnFunctions({ code, suite }: Pick<Running, "code" | "suite">): boolean {
  const usual = new Set(suitesOn(suite).flatMap((each) => proxyFunctions.map((one) => selectorOf(each, one))));
  return selectorsIn(code).some((selector) => {
    if (usual.has(selector)) return false;
    const data = new Uint8Array(unknownCall.length);
    data.set(hexToBytes(selector));
    return followCall(code, data, suite.hash).kind !== "forwards";
  });
}

/** Slots of variables as compilers place them; what standards hash lies beyond. */
const maxVariableSlot = 1n << 64n;

/** Whether the code of a proxy may keep variables where those of its implementation are: what it runs, or what its own functions store. */
export function keepsVariables(suite: CryptoSuite, code: Hex): boolean {
  const bytes = hexToBytes(code);
  const followed = followCall(bytes, unknownCall, suite.hash);
  const source =
    followed.kind !== "forwards" ? undefined : followed.to.kind === "answer" ? followed.to.of : followed.to;
  return (source?.kind === "slot" && source.slot < maxVariableSlot) || hasOwnFunctions({ code: bytes, suite });
}

/** A contract whose code is looked at on the storage of an account. */
interface Running {
  readonly chain: ProxyChain;
  readonly suite: CryptoSuite;
  /** Whose storage it is, and who is asked. */
  readonly address: Address;
  readonly code: Uint8Array;
}

/** What the code itself returns of what it runs, by the function for that; undefined where it has none. */
async function answerOfGetter(
  { chain, address, code, suite }: Running,
  source: AddressSource,
): Promise<Address | undefined> {
  const wanted = sourceKey(source);
  // The shortest proxies have no functions, and answer a call of one byte.
  for (const data of ["0x00", ...selectorsIn(code)] as const) {
    const followed = followCall(code, hexToBytes(data), suite.hash);
    if (followed.kind !== "returns" || sourceKey(followed.value) !== wanted) continue;
    const [word = 0n] = wordsOf(await chain.call(address, data));
    return addressIn(word);
  }
  return undefined;
}

/** An address that a proxy runs, and what else is kept with it. */
interface Pointed {
  readonly address: Address;
  readonly foundBy: ContractProxy["foundBy"];
  readonly admin?: Address | undefined;
}

const bits160 = (1n << 160n) - 1n;

/** The address that code takes from its storage; `none` for 0. */
async function pointedTo(
  running: Running,
  source: AddressSource & { readonly kind: "slot" },
): Promise<Pointed | "none" | "unreadable"> {
  const { chain, suite, address } = running;
  const slots = proxySlots(suite);
  const admins = slots.filter(({ holds }) => holds === "admin").map(({ slot }) => slot);
  const words = await chain.slots(address, [source.slot, ...admins]);
  if (words) {
    const [word = 0n, ...kept] = words;
    const found = addressIn((word >> BigInt(source.shift)) & bits160);
    const admin = kept.map(addressIn).find((each) => each !== undefined);
    return found ? { address: found, admin, foundBy: "storage" } : "none";
  }
  const holds = slots.find(({ slot }) => slot === source.slot)?.holds;
  const reported = await answerOfGetter(running, source);
  const { upgrades, admin } = await chain.events(address);
  if (reported) return { address: reported, admin, foundBy: "call" };
  const upgrade = upgrades.findLast(({ isBeacon }) => holds === undefined || isBeacon === (holds === "beacon"));
  return upgrade ? { address: upgrade.target, admin, foundBy: "events" } : "unreadable";
}

const knowsUpgrades = async (chain: ProxyChain, implementation: Address): Promise<boolean> =>
  knowsFunction(await chain.code(implementation), "proxiableUUID()");

/** What code runs whose fallback takes an address from there. */
async function forwardingTo(running: Running, source: AddressSource): Promise<ProxyReading> {
  const { chain, suite } = running;
  const none: ProxyReading = { kind: "none" };
  if (source.kind === "constant") {
    const behind = addressIn(source.address);
    const kind = hasOwnFunctions(running) ? "other" : "clone";
    return behind ? { kind: "proxy", proxy: { kind, implementations: [behind], foundBy: "code" } } : none;
  }
  if (source.kind === "answer") {
    const { of } = source;
    // Whom to ask may be what another contract answers in turn: no proxy is known that does so.
    if (of.kind === "answer") return { kind: "unreadable" };
    const pointed: Pointed | "none" | "unreadable" =
      of.kind === "slot"
        ? await pointedTo(running, of)
        : { address: addressIn(of.address) ?? zeroAddress, foundBy: "code" };
    if (pointed === "unreadable") {
      const reported = await answerOfGetter(running, source);
      return reported
        ? { kind: "proxy", proxy: { kind: "beacon", implementations: [reported], foundBy: "call" } }
        : { kind: "unreadable" };
    }
    if (pointed === "none") return none;
    const [word = 0n] = wordsOf(await chain.call(pointed.address, source.data));
    const behind = addressIn(word);
    const { address: beacon, foundBy } = pointed;
    return behind
      ? { kind: "proxy", proxy: { kind: "beacon", implementations: [behind], beacon, foundBy } }
      : { kind: "unreadable" };
  }
  const pointed = await pointedTo(running, source);
  if (pointed === "none" || pointed === "unreadable") return { kind: pointed };
  const { address: implementation, admin, foundBy } = pointed;
  const implementations = [implementation];
  if (admin) return { kind: "proxy", proxy: { kind: "transparent", implementations, admin, foundBy } };
  const [uuid] = await asked(chain, suite, implementation, "proxiableUUID()");
  // Frozen code answers nothing.
  const isUups = uuid === source.slot || (uuid === undefined && (await knowsUpgrades(chain, implementation)));
  const isErc1967 = proxySlots(suite).some((each) => each.slot === source.slot && each.isErc1967);
  const kind = !isErc1967 ? "other" : isUups ? "uups" : "erc1967";
  return { kind: "proxy", proxy: { kind, implementations, foundBy } };
}

/** What code whose way can't be followed says of itself by the slots that stand in it. */
async function bySlotsInCode(running: Running): Promise<ProxyReading> {
  const { chain, suite, address, code } = running;
  const pushed = pushedIn(code, 32);
  let reading: ProxyReading = { kind: "none" };
  for (const { slot, holds } of proxySlots(suite)) {
    if (holds === "admin" || !pushed.has(slot)) continue;
    // What can upgrade itself has the slot in its code, too: asked directly, it says which one; behind a proxy it refuses to.
    if ((await asked(chain, suite, address, "proxiableUUID()")).length === 1) return { kind: "none" };
    const source: AddressSource = { kind: "slot", slot, shift: 0 };
    const data = selectorOf(suite, "implementation()");
    const found = await forwardingTo(running, holds === "beacon" ? { kind: "answer", of: source, data } : source);
    if (found.kind === "proxy") return found;
    if (found.kind === "unreadable") reading = found;
  }
  return reading;
}

/** What code says by the function of EIP-897 that forwards calls to an address which can't be followed. */
async function byItsWord({ chain, suite, address, code }: Running): Promise<ProxyReading> {
  if (!knowsFunction(bytesToHexDigits(code), "implementation()")) return { kind: "unreadable" };
  const [word = 0n] = await asked(chain, suite, address, "implementation()");
  const behind = addressIn(word);
  return behind && behind !== address.toLowerCase() && (await chain.code(behind)).length > 2
    ? { kind: "proxy", proxy: { kind: "other", implementations: [behind], foundBy: "call" } }
    : { kind: "unreadable" };
}

/** What code whose call was followed runs, as far as that is the same for all functions. */
async function forAllFunctions(
  running: Running,
  followed: ReturnType<typeof followCall> & { readonly kind: "forwards" | "unclear" },
): Promise<ProxyReading> {
  if (followed.kind === "forwards") return forwardingTo(running, followed.to);
  const found = await bySlotsInCode(running);
  return found.kind === "none" && followed.forwards ? byItsWord(running) : found;
}

/** What code runs on the storage of an account. */
async function readRunning(running: Running): Promise<ProxyReading> {
  const { chain, suite, address, code } = running;
  if (!delegates(code)) return { kind: "none" };
  const followed = followCall(code, unknownCall, suite.hash);
  if (followed.kind === "ends" || followed.kind === "returns") return { kind: "none" };
  const hasLoupe = knowsFunction(bytesToHexDigits(code), "facetAddresses()");
  const other = followed.kind === "forwards" ? followCall(code, otherUnknownCall, suite.hash) : followed;
  // A diamond looks each function up: an unknown one leads nowhere.
  const isLookedUp =
    followed.kind === "forwards" && !(other.kind === "forwards" && sourceKey(other.to) === sourceKey(followed.to));
  const reading =
    hasLoupe || isLookedUp || followed.kind === "unclear" ? undefined : await forAllFunctions(running, followed);
  if (reading?.kind === "proxy") return reading;
  const facets = await facetsOf(chain, suite, address);
  if (facets) return { kind: "proxy", proxy: { kind: "diamond", implementations: facets, foundBy: "call" } };
  const found: ProxyReading =
    reading ?? (isLookedUp ? { kind: "unreadable" } : await forAllFunctions(running, followed));
  if (found.kind !== "unreadable") return found;
  // Before its loupe is cut into it, the events of a diamond alone say what its facets are.
  const { cuts = [] } = await chain.events(address);
  const implementations = [...new Set(facetsAfter(cuts).values())];
  return implementations.length > 0
    ? { kind: "proxy", proxy: { kind: "diamond", implementations, foundBy: "events" } }
    : found;
}

/** So many proxies may run one another. */
const maxThrough = 4;

/**
 * Whether code is a proxy's, and whose code it runs in the end. Its instructions say where it passes an unknown call on to: to an address
 * in it (minimal proxies), to one of its storage, or to one that another contract answers (beacons). Storage is read where it can be
 * (an embedded chain, a web3 port); elsewhere the proxy's own function that returns the same word tells, or the event of the last upgrade.
 * Diamonds are known by what their loupe lists. All of it is the node's word.
 * @throws what the questions throw
 */
export async function readProxy(
  chain: ProxyChain,
  suite: CryptoSuite,
  address: Address,
  code: string,
): Promise<ProxyReading> {
  if (code.length <= 2) return { kind: "none" };
  const first = await readRunning({ chain, suite, address, code: hexToBytes(code as Hex) });
  if (first.kind !== "proxy") return first;
  let { proxy } = first;
  const through: Address[] = [];
  while (through.length < maxThrough) {
    const [implementation, ...others] = proxy.implementations;
    if (!implementation || others.length > 0 || proxy.kind === "diamond") break;
    const behind = await chain.code(implementation);
    if (behind.length <= 2) break;
    // It runs on the storage of the proxy.
    const running = { chain, suite, address, code: hexToBytes(behind as Hex) };
    const next = await readRunning(running);
    if (next.kind !== "proxy") break;
    const again = [implementation, ...through];
    if (next.proxy.implementations.some((each) => again.includes(each))) break;
    if (next.proxy.kind !== "diamond" && hasOwnFunctions(running)) {
      proxy = { ...proxy, extensions: next.proxy.implementations };
      break;
    }
    through.push(implementation);
    // Who may change what a minimal proxy runs is asked of the next one.
    const { implementations } = next.proxy;
    proxy = proxy.kind === "clone" ? next.proxy : { ...proxy, implementations };
  }
  return { kind: "proxy", proxy: through.length > 0 ? { ...proxy, through } : proxy };
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
    code: (of) => getCode(client, of, options),
    events: (of) => proxyEvents(client, suite, of, options),
  };
  return readProxy(chain, suite, address, code ?? (await getCode(client, address, options)));
}
