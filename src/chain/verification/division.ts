/**
 * Nothing in what is hashed carries a length (docs/protocol/transaction-encoding.md, "Transaction"): the last digit of a nonce may as well
 * be the first byte of the code, an event's last topic the start of its data. The same hash then stands for other members. These
 * functions say whether what was hashed can be cut in one way only, as far as clients and compilers write such things.
 */

const zero = 0x30;
const isDigit = (code: number | undefined): boolean => code !== undefined && code >= zero && code <= 0x39;
const isHexCode = (code: number | undefined): boolean =>
  isDigit(code) || (code !== undefined && ((code >= 0x61 && code <= 0x66) || (code >= 0x41 && code <= 0x46)));
const closingBracket = 0x5d;
const letterX = 0x78;

/** Where a last `0x…` begins that reaches up to `end`, or undefined. An amount has at most 64 digits. */
function lastAmount(bytes: Uint8Array, end: number): number | undefined {
  let at = end;
  while (at > 0 && end - at <= 512 && isHexCode(bytes[at - 1])) at--;
  return at >= 2 && bytes[at - 1] === letterX && bytes[at - 2] === zero ? at - 2 : undefined;
}

/** How code begins that solc makes (it sets up its memory first), and that of WASM. */
function beginsLikeCode(bytes: Uint8Array, at: number): boolean {
  const [a, b = 0, c, d] = bytes.subarray(at, at + 4);
  if (a === 0x60) return b >= 0x40 && b % 0x20 === 0 && (c === 0x60 || c === 0x80);
  if (a === 0x61) return b > 0 && b < 0x10 && c !== undefined && c % 0x20 === 0 && (d === 0x60 || d === 0x80);
  return a === 0 && b === 0x61 && c === 0x73 && d === 0x6d;
}

/**
 * Forty hex digits, with `0x` or without. Without it one of them must be a letter, as in all addresses but one of a hundred million: forty
 * decimal digits are part of a long nonce.
 */
function isAddressText(bytes: Uint8Array, at: number, prefixed: boolean): boolean {
  const start = prefixed ? at + 2 : at;
  if (prefixed && (bytes[at] !== zero || bytes[at + 1] !== letterX)) return false;
  let letters = 0;
  for (let i = start; i < start + 40; i++) {
    if (!isHexCode(bytes[i])) return false;
    if (!isDigit(bytes[i])) letters += 1;
  }
  return prefixed || letters > 0;
}

/** Lengths of nonce, `to` and the rest, in bytes. */
export interface FrontDivision {
  readonly nonce: number;
  readonly to: number;
}

const longestNonce = 78;
const uuidNonce = 32;

/** Every usual way to cut nonce, `to` and input up to `end`: a decimal nonce or a UUID's digits, an address or a deployment. */
function frontDivisions(bytes: Uint8Array, end: number): FrontDivision[] {
  const inside = bytes.subarray(0, end);
  const nonces: number[] = [];
  let digits = 0;
  while (digits < longestNonce && isDigit(inside[digits])) nonces.push(++digits);
  let uuid = 0;
  while (uuid < uuidNonce && isHexCode(inside[uuid])) uuid++;
  if (uuid === uuidNonce && !nonces.includes(uuidNonce)) nonces.push(uuidNonce);
  const found: FrontDivision[] = [];
  for (const nonce of nonces) {
    if (isAddressText(inside, nonce, true)) found.push({ nonce, to: 42 });
    if (isAddressText(inside, nonce, false)) found.push({ nonce, to: 40 });
    if (beginsLikeCode(inside, nonce)) found.push({ nonce, to: 0 });
  }
  return found;
}

/** The members after the block limit as they were shown, in bytes; amounts as text. */
export interface ShownTransaction {
  readonly version: number;
  readonly nonce: Uint8Array;
  readonly to: Uint8Array;
  readonly input: Uint8Array;
  readonly abi: Uint8Array;
  readonly value: Uint8Array;
  readonly gasPrice: Uint8Array;
  readonly gasLimit: bigint;
  readonly maxFeePerGas: Uint8Array;
  readonly maxPriorityFeePerGas: Uint8Array;
  readonly extension: Uint8Array;
}

function isAmount(bytes: Uint8Array): boolean {
  return bytes.length === 0 || lastAmount(bytes, bytes.length) === 0;
}

/** Whether front and ABI are what anybody would read. */
function frontIsSole(front: Uint8Array, shown: ShownTransaction): boolean {
  const [only, ...others] = frontDivisions(front, front.length);
  if (!only || others.length > 0) return false;
  if (only.nonce !== shown.nonce.length || only.to !== shown.to.length) return false;
  if (shown.to.length > 0) return shown.abi.length === 0;
  return shown.abi.length === 0 ? shown.input.at(-1) !== closingBracket : isAbiText(shown.abi);
}

function isAbiText(bytes: Uint8Array): boolean {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return Array.isArray(parsed) && parsed.every((item) => typeof item === "object" && item !== null);
  } catch {
    return false;
  }
}

/** `count` amounts one after the other at the end, and no third: where they begin. */
function amountsBefore(bytes: Uint8Array, end: number, count: number): number | undefined {
  let at = end;
  for (let i = 0; i < count; i++) {
    const start = lastAmount(bytes, at);
    if (start === undefined) return undefined;
    at = start;
  }
  return at;
}

/** Every usual way to cut amounts and gas limit from the end; each says where the input ends. */
function amountDivisions(bytes: Uint8Array): { end: number; amounts: number; gasAt: number; fees: number }[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found: { end: number; amounts: number; gasAt: number; fees: number }[] = [];
  for (const fees of [0, 1, 2]) {
    const feesAt = amountsBefore(bytes, bytes.length, fees);
    if (feesAt === undefined || feesAt < 8) continue;
    const gasAt = feesAt - 8;
    if (view.getBigUint64(gasAt) >= 2n ** 56n) continue;
    for (const amounts of [0, 1, 2]) {
      const end = amountsBefore(bytes, gasAt, amounts);
      if (end !== undefined) found.push({ end, amounts, gasAt, fees });
    }
  }
  return found;
}

/** One of two neighbours is empty: which, the bytes do not say. Clients leave the gas price empty where they name fees. */
const whichIsOpen = (amounts: number, fees: number): boolean => fees === 1 || (amounts === 1 && fees === 0);

/**
 * Whether what was hashed behind the block limit can only be the members shown.
 * @param tail nonce, to, input, ABI and, from version 1 on, the amounts, as they were hashed
 */
export function isSoleTransaction(tail: Uint8Array, shown: ShownTransaction): boolean {
  if (shown.version === 0) return frontIsSole(tail, shown);
  // an extension may be anything, so anything may be an extension
  if (shown.version !== 1 || shown.extension.length > 0) return false;
  const { value, gasPrice, maxFeePerGas, maxPriorityFeePerGas } = shown;
  if (![value, gasPrice, maxFeePerGas, maxPriorityFeePerGas].every(isAmount)) return false;
  const usual = amountDivisions(tail).filter(({ end }) => {
    const [front] = frontDivisions(tail, end);
    if (!front) return false;
    const inputAt = front.nonce + front.to;
    const amount = lastAmount(tail, end);
    // an input that ends like an amount is none that a compiler's call data would be
    return amount === undefined || amount < inputAt;
  });
  const [only, ...others] = usual;
  if (!only || others.length > 0 || whichIsOpen(only.amounts, only.fees)) return false;
  const shownEnd = shown.nonce.length + shown.to.length + shown.input.length + shown.abi.length;
  if (only.end !== shownEnd || only.gasAt !== shownEnd + value.length + gasPrice.length) return false;
  if (only.amounts === 1 && value.length === 0) return false;
  return frontIsSole(tail.subarray(0, only.end), shown);
}

const addressDigits = 40;
const word = 32;

export interface ShownLog {
  readonly topics: number;
  readonly data: number;
}

/** `one`: it can be cut in no other way. `events`: only an event's interface tells topics from data. `other`: it can be cut otherwise. */
export type ReceiptDivision = "one" | "events" | "other";

/**
 * Whether what was hashed between status and block number can only be the output and the events shown.
 * @param body output, gas price and events as they were hashed
 * @param known for each event shown, whether its interface says that it has so many topics
 */
export function receiptDivision(
  body: Uint8Array,
  output: number,
  price: number,
  logs: readonly ShownLog[],
  known: readonly boolean[],
): ReceiptDivision {
  if (lastAmount(body, output) !== undefined) return "other";
  if (logs.length > 0 && (output % word !== 0 || logs.some(({ data }) => data % word !== 0))) return "other";
  const length = output + logs.reduce((sum, log) => sum + addressDigits + word * log.topics + log.data, 0);
  if (eventDivisions(body, price, logs.length === 0, length) !== 1) return "other";
  const open = logs.some((log, i) => known[i] !== true && log.topics + log.data > 0);
  return open ? "events" : "one";
}

/** Places where an event may begin: 40 digits of an address, so many bytes from the start that whole words can lie between. */
function eventPlaces(body: Uint8Array, price: number): number[] {
  const places: number[] = [];
  let run = 0;
  for (let at = 0; at <= body.length; at++) {
    run = isHexCode(body[at]) ? run + 1 : 0;
    const place = at + 1 - addressDigits;
    if (run >= addressDigits && (place - price) % 8 === 0 && place >= price) places.push(place);
  }
  return places;
}

/**
 * In how many ways whole words of output and of events fill the body, 2 for more than one. An event takes 40 bytes beside its words, so
 * where the next may begin, and how many there can be, follows modulo 4.
 * @param bare no events are shown: then the output may have any length
 */
function eventDivisions(body: Uint8Array, price: number, bare: boolean, length: number): number {
  const places = eventPlaces(body, price);
  /** Ways to have placed so many events (modulo 4) up to the places passed; the first one is that of no event. */
  const ways = [1, 0, 0, 0];
  const found = places.map((place) => ({ place, kind: ((place - price) / 8) % 4, ways: 0 }));
  let passed = 0;
  for (const each of found) {
    for (let before = found[passed]; before && before.place + addressDigits <= each.place; before = found[++passed]) {
      const kind = (before.kind + 1) % 4;
      ways[kind] = Math.min(2, (ways[kind] ?? 0) + before.ways);
    }
    each.ways = ways[each.kind] ?? 0;
  }
  for (const rest of found.slice(passed)) {
    const kind = (rest.kind + 1) % 4;
    ways[kind] = Math.min(2, (ways[kind] ?? 0) + rest.ways);
  }
  const whole = length % 8 === 0 ? (ways[(length / 8) % 4] ?? 0) : 0;
  // the way without events is among those of kind 0 already
  return bare && length % word !== 0 ? whole + 1 : whole;
}
