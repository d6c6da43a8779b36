import { jsonLimits, parseBoundedJson } from "../../text/limits/boundedJson";

/**
 * Nothing in what is hashed carries a length (docs/protocol/transaction-encoding.md, "Transaction"): the last digit of a nonce may as well
 * be the first byte of the code, an event's last topic the start of its data. The same hash then stands for other members. These
 * functions say whether what was hashed can be cut in one way only, as far as clients and compilers write such things.
 */

const zero = 0x30;
const isDigit = (code: number | undefined): boolean => code !== undefined && code >= zero && code <= 0x39;
export const isHexCode = (code: number | undefined): boolean =>
  isDigit(code) || (code !== undefined && ((code >= 0x61 && code <= 0x66) || (code >= 0x41 && code <= 0x46)));
const closingBracket = 0x5d;
const letterX = 0x78;

/** Where a last `0x…` begins that reaches up to `end`, or undefined. An amount has at most 64 digits. */
export function lastAmount(bytes: Uint8Array, end: number): number | undefined {
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

/**
 * Whether what stands behind an address without `0x` can be a call: nothing, or a selector and whole words. Cut too early, it begins with
 * a digit of the address, which is a letter or digit of ASCII. One selector of twelve does so as well, and stays unproven.
 */
function isLikeCall(input: Uint8Array): boolean {
  return input.length === 0 || (input.length % 32 === 4 && !isHexCode(input[0]));
}

/** Lengths of nonce, `to` and the rest, in bytes. */
interface FrontDivision {
  readonly nonce: number;
  readonly to: number;
}

const maxNonceLength = 78;
const uuidNonce = 32;

/** Every usual way to cut nonce, `to` and input up to `end`: a decimal nonce or a UUID's digits, an address or a deployment. */
function frontDivisions(bytes: Uint8Array, end: number): FrontDivision[] {
  const inside = bytes.subarray(0, end);
  const nonces: number[] = [];
  let digits = 0;
  while (digits < maxNonceLength && isDigit(inside[digits])) nonces.push(++digits);
  let uuid = 0;
  while (uuid < uuidNonce && isHexCode(inside[uuid])) uuid++;
  if (uuid === uuidNonce && !nonces.includes(uuidNonce)) nonces.push(uuidNonce);
  const found: FrontDivision[] = [];
  for (const nonce of nonces) {
    if (isAddressText(inside, nonce, true)) found.push({ nonce, to: 42 });
    if (isAddressText(inside, nonce, false) && isLikeCall(inside.subarray(nonce + 40))) found.push({ nonce, to: 40 });
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

/** Whether front and ABI are what any reader would read. */
function frontIsSole(front: Uint8Array, shown: ShownTransaction): boolean {
  const [only, ...others] = frontDivisions(front, front.length);
  if (!only || others.length > 0) return false;
  if (only.nonce !== shown.nonce.length || only.to !== shown.to.length) return false;
  if (shown.to.length > 0) return shown.abi.length === 0;
  return shown.abi.length === 0 ? shown.input.at(-1) !== closingBracket : isAbiText(shown.abi);
}

function isAbiText(bytes: Uint8Array): boolean {
  try {
    const parsed = parseBoundedJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes), jsonLimits.compiled);
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

/** Where a run of what amounts are written with ends. */
function amountsEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && (isHexCode(bytes[at]) || bytes[at] === letterX)) at++;
  return at;
}

/** How many amounts fill the bytes between exactly; undefined where they are no amounts. */
function amountsBetween(bytes: Uint8Array, from: number, to: number): number | undefined {
  return [0, 1, 2].find((count) => amountsBefore(bytes, to, count) === from);
}

/** Places where eight bytes of a gas limit may stand: amounts are text, so the first zero byte behind them begins it. */
function gasPlaces(bytes: Uint8Array, from: number): number[] {
  const places: number[] = [];
  for (let at = from; at + 8 <= bytes.length && places.length < 2; at++) if (bytes[at] === 0) places.push(at);
  return places;
}

/**
 * The same for version 2, whose extension may be anything, so that nearly anything may be an extension. Sole is what an interface known
 * here gives an end, or what has one place only where a gas limit can stand.
 */
function extendedIsSole(tail: Uint8Array, shown: ShownTransaction, callLength: number | undefined): boolean {
  const { value, gasPrice, maxFeePerGas, maxPriorityFeePerGas, extension } = shown;
  if (![value, gasPrice, maxFeePerGas, maxPriorityFeePerGas].every(isAmount)) return false;
  // of a deployment nothing says where it ends; an address with 0x can begin in one place only
  if (shown.to.length !== 42 || shown.abi.length > 0) return false;
  const inputAt = shown.nonce.length + shown.to.length;
  const inputEnd = inputAt + shown.input.length;
  if (!frontIsSole(tail.subarray(0, inputEnd), shown)) return false;
  const gasAt = inputEnd + value.length + gasPrice.length;
  const [place, ...others] = gasPlaces(tail, callLength === undefined ? inputAt : inputEnd);
  if (callLength === undefined ? others.length > 0 : callLength !== shown.input.length) return false;
  if (place !== gasAt || shown.gasLimit >= 2n ** 56n) return false;
  if (callLength === undefined && lastAmount(shown.input, shown.input.length) !== undefined) return false;
  const amounts = amountsBetween(tail, inputEnd, gasAt);
  const feesAt = gasAt + 8;
  const feesEnd = amountsEnd(tail, feesAt);
  // text at the beginning of an extension could belong to a fee
  const fees = amountsBetween(tail, feesAt, feesEnd);
  if (amounts === undefined || fees === undefined || whichIsOpen(amounts, fees)) return false;
  if (amounts === 1 && value.length === 0) return false;
  return (
    feesEnd === tail.length - extension.length &&
    value.length > 0 === amounts > 0 &&
    maxFeePerGas.length > 0 === fees > 0
  );
}

/**
 * Whether what was hashed behind the block limit can only be the members shown.
 * @param tail nonce, to, input, ABI and, from version 1 on, the amounts, as they were hashed
 * @param callLength how much of what follows `to` is call data by an interface that is known here
 */
export function isSoleTransaction(tail: Uint8Array, shown: ShownTransaction, callLength?: number): boolean {
  if (shown.version === 0) return frontIsSole(tail, shown);
  if (shown.version !== 1) return shown.version === 2 && extendedIsSole(tail, shown, callLength);
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
