// What binaryText.ts does, by what every browser has.
import { bytesToHex } from "@noble/hashes/utils.js";

export const hexDigits = (bytes: Uint8Array): string => bytesToHex(bytes);

/** A call takes no more arguments than a stack has room for. */
const atOnce = 8192;

export function latin1Text(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += atOnce) parts.push(String.fromCharCode(...bytes.subarray(at, at + atOnce)));
  return parts.join("");
}

export function fillFromDigits(bytes: Uint8Array, digits: string): boolean {
  for (let at = 0; at < bytes.length; at++) {
    const pair = digits.slice(2 * at, 2 * at + 2);
    if (!/^[0-9a-f]{2}$/i.test(pair)) return false;
    bytes[at] = Number.parseInt(pair, 16);
  }
  return true;
}

const encoder = new TextEncoder();
/** As Node reads it: a byte order mark is text, and what is no UTF-8 becomes U+FFFD. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export const utf8Bytes = (text: string): Uint8Array => encoder.encode(text);

export const utf8Text = (bytes: Uint8Array): string => decoder.decode(bytes);

export function base64Bytes(text: string): Uint8Array {
  const digits = text
    .replaceAll("-", "+")
    .replaceAll("_", "/")
    .replace(/[^A-Za-z0-9+/]/g, "");
  // one digit alone holds no byte
  const whole = digits.length % 4 === 1 ? digits.slice(0, -1) : digits;
  return Uint8Array.from(atob(whole), (character) => character.charCodeAt(0));
}

export function compareBytes(one: Uint8Array, other: Uint8Array): number {
  const at = one.findIndex((byte, index) => byte !== other[index]);
  if (at < 0) return one.length - other.length;
  return at < other.length ? (one[at] ?? 0) - (other[at] ?? 0) : 1;
}
