/** A value of a DER structure. */
export interface DerValue {
  readonly tag: number;
  readonly content: Buffer;
  /** With tag and length. */
  readonly raw: Buffer;
}

export const derTags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

const broken = (): RangeError => new RangeError("this is no DER");

/** The values that follow one another in these bytes. Only the one way of writing each length that DER has is read. */
function readDer(bytes: Buffer): DerValue[] {
  const values: DerValue[] = [];
  let at = 0;
  while (at < bytes.length) {
    const start = at;
    const tag = bytes[at++] ?? 0;
    if ((tag & 0x1f) === 0x1f) throw broken();
    let length = bytes[at++] ?? 0xff;
    if (length > 0x80) {
      const size = length & 0x7f;
      if (size > 4 || at + size > bytes.length) throw broken();
      length = bytes.readUIntBE(at, size);
      if (length < 0x80 || bytes[at] === 0) throw broken();
      at += size;
    } else if (length === 0x80) throw broken();
    if (at + length > bytes.length) throw broken();
    values.push({ tag, content: bytes.subarray(at, at + length), raw: bytes.subarray(start, at + length) });
    at += length;
  }
  return values;
}

/** The one value that these bytes are. */
export function oneDer(bytes: Buffer, tag: number): DerValue {
  const [value, ...more] = readDer(bytes);
  if (!value || more.length > 0 || value.tag !== tag) throw broken();
  return value;
}

/** The value, which must be there and of this kind. */
export function expectDer(value: DerValue | undefined, tag: number): Buffer {
  if (value?.tag !== tag) throw broken();
  return value.content;
}

export const derChildren = (value: DerValue | undefined, tag: number = derTags.sequence): DerValue[] =>
  readDer(expectDer(value, tag));

/** A non-negative number of at most so many bytes, filled up on the left. */
export function derNumber(value: DerValue | undefined, size: number): Buffer {
  const content = expectDer(value, derTags.integer);
  const [first, second] = content;
  if (first === undefined || first >= 0x80 || (first === 0 && second !== undefined && second < 0x80)) throw broken();
  const digits = first === 0 ? content.subarray(1) : content;
  if (digits.length > size) throw broken();
  return Buffer.concat([Buffer.alloc(size - digits.length), digits]);
}

/** `1.2.156.10197.1.501` of an object identifier's content. */
export function objectIdText(content: Buffer): string {
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of content) {
    arc = arc * 128 + (byte & 0x7f);
    if (arc > Number.MAX_SAFE_INTEGER / 256) throw broken();
    if (byte < 0x80) {
      arcs.push(arc);
      arc = 0;
    }
  }
  const [head] = arcs;
  if (head === undefined || (content.at(-1) ?? 0x80) >= 0x80) throw broken();
  const top = Math.min(2, Math.floor(head / 40));
  return [top, head - 40 * top, ...arcs.slice(1)].join(".");
}

export function writeDer(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const digits: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256);
  return Buffer.concat([Buffer.from([tag, 0x80 | digits.length, ...digits]), content]);
}

/** A non-negative number from its big-endian bytes. */
export function writeDerNumber(bytes: Uint8Array): Buffer {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start++;
  const digits = bytes.subarray(start);
  return writeDer(derTags.integer, Uint8Array.from((digits[0] ?? 0) >= 0x80 ? [0] : []), digits);
}

export function writeObjectId(id: string): Buffer {
  const [first = 0, second = 0, ...rest] = id.split(".").map(Number);
  const bytes = [40 * first + second, ...rest].flatMap((arc) => {
    const digits = [arc % 128];
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128)) digits.unshift((left % 128) | 0x80);
    return digits;
  });
  return writeDer(derTags.objectId, Buffer.from(bytes));
}
