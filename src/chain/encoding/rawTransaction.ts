import { numberOfBytes } from "../../crypto/bytes/bigEndian";

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

  /** Steps over a list whose elements are read by `read`. */
  list(read: () => void): void {
    const { isList, length } = this.head();
    if (!isList) throw new RlpComplaint("Unexpected string");
    for (const end = this.at + length; this.at < end; ) read();
  }
}

const types = { accessList: 1, fees: 2, blobs: 3 } as const;

/** Of a number that is too long the last bytes count. */
const word64 = (bytes: Uint8Array): bigint => numberOfBytes(bytes.subarray(-8));
const word256 = (bytes: Uint8Array): bigint => numberOfBytes(bytes.subarray(-32));

/** Bytes of a fixed length: shorter ones stand at its end, of longer ones the first count. */
function fixed(bytes: Uint8Array, length: number): Uint8Array {
  const out = new Uint8Array(length);
  const kept = bytes.subarray(0, length);
  out.set(kept, length - kept.length);
  return out;
}

/** At the front, until a signature's part has its length. */
const padded = (bytes: Uint8Array): Uint8Array => (bytes.length < 32 ? fixed(bytes, 32) : bytes);

interface AccessListEntry {
  /** 20 bytes. */
  readonly address: Uint8Array;
  /** 32 bytes each. */
  readonly storageKeys: readonly Uint8Array[];
}

/** A raw transaction as a node understands it: what doesn't fit is cut, not refused. */
export interface RawTransaction {
  /** Without what stands behind it, which a node leaves alone. */
  readonly bytes: Uint8Array;
  /** 0 legacy, 1 with an access list (EIP-2930), 2 with fees (EIP-1559), 3 with blobs. */
  readonly type: number;
  /** Undefined for a legacy one that names none. */
  readonly chainId: bigint | undefined;
  readonly nonce: bigint;
  /** The price of gas where there are no fees. */
  readonly maxPriorityFeePerGas: bigint;
  readonly maxFeePerGas: bigint;
  /** Unsigned, of 64 bits. */
  readonly gas: bigint;
  /** 20 bytes; undefined for a deployment. */
  readonly to: Uint8Array | undefined;
  readonly value: bigint;
  readonly data: Uint8Array;
  readonly accessList: readonly AccessListEntry[];
  readonly maxFeePerBlobGas: bigint;
  /** 32 bytes each. */
  readonly blobVersionedHashes: readonly Uint8Array[];
  /** 0 or 1 of a legacy one; of a typed one (EIP-2718) whatever was written. */
  readonly parity: bigint;
  /** 32 bytes, or more. */
  readonly r: Uint8Array;
  readonly s: Uint8Array;
}

type Signed = Pick<RawTransaction, "parity" | "r" | "s">;

function readTo(reader: RlpReader): Uint8Array | undefined {
  const to = reader.item();
  return to.length === 0 ? undefined : fixed(to, 20);
}

const readSigned = (reader: RlpReader): Signed => ({
  parity: word64(reader.item()),
  r: padded(reader.item()),
  s: padded(reader.item()),
});

function readTyped(reader: RlpReader, type: number): Omit<RawTransaction, "bytes"> {
  const [chainId, nonce, maxPriorityFeePerGas] = [
    word64(reader.item()),
    word64(reader.item()),
    word256(reader.item()),
  ] as const;
  const maxFeePerGas = type === types.accessList ? maxPriorityFeePerGas : word256(reader.item());
  const gas = word64(reader.item());
  const to = readTo(reader);
  const [value, data] = [word256(reader.item()), reader.item()] as const;
  const accessList: AccessListEntry[] = [];
  reader.list(() => {
    reader.head();
    const address = fixed(reader.item(), 20);
    const storageKeys: Uint8Array[] = [];
    reader.list(() => storageKeys.push(fixed(reader.item(), 32)));
    accessList.push({ address, storageKeys });
  });
  const blobVersionedHashes: Uint8Array[] = [];
  const maxFeePerBlobGas = type === types.blobs ? word256(reader.item()) : 0n;
  if (type === types.blobs) reader.list(() => blobVersionedHashes.push(fixed(reader.item(), 32)));
  return {
    ...{ type, chainId, nonce, maxPriorityFeePerGas, maxFeePerGas, gas, to, value, data },
    ...{ accessList, maxFeePerBlobGas, blobVersionedHashes, ...readSigned(reader) },
  };
}

/** What `v` says (EIP-155); some name no chain. @throws RlpComplaint */
function chainAndParity(v: bigint): Pick<RawTransaction, "chainId" | "parity"> {
  if (v >= 35n) return { chainId: (v - 35n) >> 1n, parity: (v - 35n) % 2n };
  if (v === 27n || v === 28n) return { chainId: undefined, parity: v - 27n };
  if (v > 1n) throw new RlpComplaint("Invalid V in signature");
  return { chainId: undefined, parity: v };
}

function readLegacy(reader: RlpReader): Omit<RawTransaction, "bytes"> {
  const [nonce, price, gas] = [word64(reader.item()), word256(reader.item()), word64(reader.item())] as const;
  const to = readTo(reader);
  const [value, data] = [word256(reader.item()), reader.item()] as const;
  const { parity: v, r, s } = readSigned(reader);
  return {
    ...{ type: 0, nonce, maxPriorityFeePerGas: price, maxFeePerGas: price, gas, to, value, data },
    ...{ accessList: [], maxFeePerBlobGas: 0n, blobVersionedHashes: [], ...chainAndParity(v), r, s },
  };
}

/**
 * Reads a raw transaction as a node does (docs/protocol/release-3.17.md).
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
  const read = typed ? readTyped(reader, type) : readLegacy(reader);
  return { ...read, bytes: raw.subarray(0, reader.at) };
}
