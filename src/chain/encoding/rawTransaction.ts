/** What is wrong with the bytes of a raw transaction, in a node's words. */
export class RlpComplaint extends Error {}

const tooShort = "Input data is too short";

interface Head {
  readonly isList: boolean;
  readonly length: number;
}

/** Reads RLP from front to back, as far as a node does and with its complaints (docs/protocol/web3-rpc.md, "Transactions"). */
class RlpReader {
  readonly #bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.at;
  }

  /** Stands behind the head then; a single byte is its own payload. */
  head(): Head {
    const byte = this.#bytes[this.at];
    if (byte === undefined) throw new RlpComplaint(tooShort);
    const isList = byte >= 0xc0;
    let length = 1;
    if (byte >= 0x80) {
      this.at++;
      const short = byte - (isList ? 0xc0 : 0x80);
      length = short <= 55 ? short : this.#longLength(short - 55);
      if (!isList && short === 1 && (this.#bytes[this.at] ?? 0x80) < 0x80) throw new RlpComplaint("NonCanonicalSize");
    }
    if (length > this.left) throw new RlpComplaint(tooShort);
    return { isList, length };
  }

  #longLength(digits: number): number {
    if (digits > this.left) throw new RlpComplaint(tooShort);
    let length = 0;
    for (let i = 0; i < digits; i++) length = length * 256 + (this.#bytes[this.at++] ?? 0);
    if (length < 56) throw new RlpComplaint("The length of the payload is less than 56");
    return length;
  }

  /** Steps over a text or number and gives its bytes. */
  item(): Uint8Array {
    const { isList, length } = this.head();
    if (isList) throw new RlpComplaint("Unexpected list");
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }

  items(count: number): void {
    for (let i = 0; i < count; i++) this.item();
  }

  /** Steps over a list whose elements are read by `read`. */
  list(read: () => void): void {
    const { isList, length } = this.head();
    if (!isList) throw new RlpComplaint("Unexpected string");
    for (const end = this.at + length; this.at < end; ) read();
  }
}

const types = { accessList: 1, fees: 2, blobs: 3 } as const;

const numberIn = (bytes: Uint8Array): number => bytes.reduce((number, byte) => number * 256 + byte, 0);

/** Gives the y parity. */
function readTyped(reader: RlpReader, type: number): number {
  reader.items(type === types.accessList ? 3 : 4); // chain id, nonce, prices
  reader.items(4); // gas, to, value, data
  reader.list(() => {
    reader.head();
    reader.item();
    reader.list(() => reader.item());
  });
  if (type === types.blobs) {
    reader.item();
    reader.list(() => reader.item());
  }
  const parity = numberIn(reader.item());
  reader.items(2);
  return parity;
}

function readLegacy(reader: RlpReader): void {
  reader.items(6);
  const v = numberIn(reader.item());
  if (v < 35 && v !== 27 && v !== 28) throw new RlpComplaint("Invalid V in signature");
  reader.items(2);
}

export interface RawTransaction {
  /** Without what stands behind it, which a node leaves alone. */
  readonly bytes: Uint8Array;
  /** Of a typed one (EIP-2718); a legacy one has `v` in its place. */
  readonly parity?: number;
}

/**
 * Reads a raw transaction as a node does.
 * @throws RlpComplaint for what a node cannot decode.
 */
export function readRawTransaction(raw: Uint8Array): RawTransaction {
  const [type = 0] = raw;
  const typed = type > 0 && type < 0x80;
  if (raw.length === 0) throw new RlpComplaint("Input too short");
  if (typed && type > types.blobs) throw new RlpComplaint("Unsupported transaction type");
  const reader = new RlpReader(raw);
  if (typed) reader.at = 1;
  if (!reader.head().isList) throw new RlpComplaint(typed ? "Unexpected String" : "Unexpected list");
  const parity = typed ? { parity: readTyped(reader, type) } : {};
  if (!typed) readLegacy(reader);
  return { bytes: raw.subarray(0, reader.at), ...parity };
}
