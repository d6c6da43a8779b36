import { ByteQueue } from "../frame/byteQueue";
import { alerts, TlcpError } from "./alert";
import { tlcpVersion } from "./cipherSuites";
import type { RecordProtection } from "./recordProtection";

export const contentTypes = { changeCipherSpec: 20, alert: 21, handshake: 22, applicationData: 23 } as const;

const headerSize = 5;
/** Of a record's content. */
const maxContentLength = 2 ** 14;
/** Of what a record may carry once it is protected (GB/T 38636-2020, 6.3.3.3). */
const maxFragmentLength = maxContentLength + 2048;

export interface PlainRecord {
  type: number;
  content: Buffer;
}

/** Cuts a stream into records and protects what goes out: the record layer of one connection, both directions. */
export class RecordLayer {
  readonly #received = new ByteQueue();
  #reading: RecordProtection | undefined;
  #writing: RecordProtection | undefined;

  /** Bytes as they come from the network. */
  push(bytes: Buffer): void {
    this.#received.push(bytes);
  }

  protectReading(protection: RecordProtection): void {
    this.#reading = protection;
  }

  protectWriting(protection: RecordProtection): void {
    this.#writing = protection;
  }

  #checkHeader(header: Buffer): void {
    const type = header[0] ?? 0;
    const known = type >= contentTypes.changeCipherSpec && type <= contentTypes.applicationData;
    if (!known || header.readUInt16BE(1) !== tlcpVersion)
      throw TlcpError.notSpoken("what came is no record of TLCP 1.1 (version 0x0101)");
    if (header.readUInt16BE(3) > maxFragmentLength)
      throw TlcpError.found(alerts.recordOverflow, "a record is longer than the standard allows");
  }

  /**
   * The next whole record, opened; undefined while there is none.
   * @throws TlcpError
   */
  next(): PlainRecord | undefined {
    const header = this.#received.peek(headerSize);
    if (!header) return undefined;
    this.#checkHeader(header);
    const bytes = this.#received.take(headerSize + header.readUInt16BE(3));
    if (!bytes) return undefined;
    const type = bytes[0] ?? 0;
    const fragment = bytes.subarray(headerSize);
    const content = this.#reading ? this.#reading.open(type, fragment) : fragment;
    if (content.length > maxContentLength)
      throw TlcpError.found(alerts.recordOverflow, "a record holds more than the standard allows");
    return { type, content };
  }

  /** Whether bytes of a record that has not ended wait here. */
  get partial(): boolean {
    return this.#received.size > 0;
  }

  /** Content as records, in pieces where it is long. */
  encode(type: number, content: Buffer): Buffer {
    const parts: Buffer[] = [];
    for (let at = 0; at === 0 || at < content.length; at += maxContentLength) {
      const whole = at === 0 && content.length <= maxContentLength;
      const piece = whole ? content : content.subarray(at, at + maxContentLength);
      const fragment = this.#writing ? this.#writing.protect(type, piece) : piece;
      const header = Buffer.allocUnsafe(headerSize);
      header[0] = type;
      header.writeUInt16BE(tlcpVersion, 1);
      header.writeUInt16BE(fragment.length, 3);
      parts.push(header, fragment);
    }
    return Buffer.concat(parts);
  }
}
