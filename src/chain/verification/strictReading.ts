import { hexToBytes, isHexDigits } from "../../crypto/bytes/hex";

/** A member that is not what it must be. Thrown while reading and caught by the verdict, which names the member. */
export class UnreadableMember extends Error {
  constructor(readonly member: string) {
    super(`${member} cannot be read`);
  }
}

export type Members = Readonly<Record<string, unknown>>;

export function membersOf(value: unknown, member: string): Members {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new UnreadableMember(member);
  return value as Members;
}

/** @param max more elements than any chain has are refused before they are looked at */
export function listOf(value: unknown, member: string, max: number): readonly unknown[] {
  if (!Array.isArray(value) || value.length > max) throw new UnreadableMember(member);
  return value;
}

export function textOf(value: unknown, member: string): string {
  if (typeof value !== "string") throw new UnreadableMember(member);
  return value;
}

/** Hex of whole bytes with `0x`, any length. */
export function bytesOf(value: unknown, member: string): Uint8Array {
  const text = textOf(value, member);
  if (!text.startsWith("0x") || text.length % 2 !== 0) throw new UnreadableMember(member);
  if (!isHexDigits(text.slice(2))) throw new UnreadableMember(member);
  return hexToBytes(text);
}

/** Hex with `0x` of exactly so many bytes. */
export function fixedBytesOf(value: unknown, member: string, length: number): Uint8Array {
  const bytes = bytesOf(value, member);
  if (bytes.length !== length) throw new UnreadableMember(member);
  return bytes;
}

/** 64 digits as a Merkle path has them: without prefix in every release, with one accepted. */
export function pathHashOf(value: unknown, member: string): Uint8Array {
  const text = textOf(value, member);
  return fixedBytesOf(text.startsWith("0x") ? text : `0x${text}`, member, 32);
}

const maxLength = 20;

/** A whole number, printed as a number or as decimal text, within the bounds. */
export function integerOf(value: unknown, member: string, min: bigint, max: bigint): bigint {
  let number: bigint | undefined;
  if (typeof value === "bigint") number = value;
  else if (typeof value === "number" && Number.isSafeInteger(value)) number = BigInt(value);
  else if (typeof value === "string" && value.length <= maxLength && /^-?[0-9]+$/.test(value)) number = BigInt(value);
  if (number === undefined || number < min || number > max) throw new UnreadableMember(member);
  return number;
}

/** Beyond these no chain counts; what is smaller begins with a zero byte when it is hashed as 64 bits. */
export const maxCount = 2n ** 53n - 1n;
export const maxWeight = 2n ** 63n - 1n;

export const countOf = (value: unknown, member: string): number => Number(integerOf(value, member, 0n, maxCount));

/** Decimal text as a node prints gas: digits without leading zero. */
export function gasTextOf(value: unknown): string {
  const member = "gasUsed";
  const text = typeof value === "number" || typeof value === "bigint" ? String(value) : textOf(value, member);
  if (text.length > maxLength || !/^(?:0|[1-9][0-9]*)$/.test(text)) throw new UnreadableMember(member);
  return text;
}
