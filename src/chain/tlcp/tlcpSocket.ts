import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import type { Established } from "./handshake";
import type { SmCertificate } from "./smCertificate";
import { TlcpConnection, type TlcpSide } from "./tlcpConnection";

type Done = (error?: Error | null) => void;
/** What clients and servers of HTTP ask of a socket, beside its stream. */
type AsSocket = {
  readonly [Name in keyof Pick<
    Socket,
    "setKeepAlive" | "setNoDelay" | "setTimeout" | "destroySoon" | "ref" | "unref" | "remoteAddress"
  >]: unknown;
};

/**
 * TLCP over a TCP connection, as a stream. Emits `secureConnect` when the handshake is over; what is written before
 * waits for it. Ends with an error, after its alert, when the other side is not who it should be or a byte was changed.
 */
export class TlcpSocket extends Duplex implements AsSocket {
  readonly #connection: TlcpConnection;
  #waiting: (() => void) | undefined;
  established: Established | undefined;
  /** What the other side showed, proven or not. */
  peerCertificates: readonly SmCertificate[] = [];

  constructor(
    readonly raw: Socket,
    side: TlcpSide,
  ) {
    super({ allowHalfOpen: false });
    this.#connection = new TlcpConnection(side, {
      send: (records) => {
        if (!raw.destroyed && raw.writable) raw.write(records);
      },
      plain: (bytes) => {
        if (!this.push(bytes)) raw.pause();
      },
      secure: (established) => {
        this.established = established;
        this.emit("secureConnect");
        this.#waiting?.();
        this.#waiting = undefined;
      },
      ended: () => this.push(null),
      certificates: (certificates) => {
        this.peerCertificates = certificates;
      },
    });
    raw.setNoDelay(true);
    raw.on("data", (bytes: Buffer) => this.#attempt(() => this.#connection.receive(bytes)));
    raw.on("end", () => this.#attempt(() => this.#connection.networkEnded()));
    raw.on("error", (error) => this.destroy(error));
    raw.on("timeout", () => this.emit("timeout"));
    raw.on("close", () => {
      this.#attempt(() => this.#connection.networkEnded());
      if (!this.readableEnded || !this.writableFinished) this.destroy();
    });
    if (raw.connecting) raw.once("connect", () => this.#start());
    else this.#start();
  }

  #start(): void {
    this.emit("connect");
    this.#attempt(() => this.#connection.start());
  }

  #attempt(work: () => void): void {
    if (this.destroyed) return;
    try {
      work();
    } catch (error) {
      this.destroy(error as Error);
    }
  }

  override _read(): void {
    this.raw.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    if (!this.#connection.secure) {
      this.#waiting = () => this._write(chunk, _encoding, done);
      return;
    }
    const records = this.#connection.encode(chunk);
    if (this.raw.write(records)) done();
    else this.raw.once("drain", done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), "latin1", done);
  }

  override _final(done: Done): void {
    this.#connection.close();
    this.raw.end(() => done());
  }

  override _destroy(error: Error | null, done: Done): void {
    // The alert goes out before the end; a peer that does not take it is not waited for.
    if (error && this.raw.writable) {
      this.raw.end();
      setTimeout(() => this.raw.destroy(), 100).unref();
    } else this.raw.destroy();
    done(error);
  }

  setKeepAlive(on?: boolean, delayMs?: number): this {
    this.raw.setKeepAlive(on, delayMs);
    return this;
  }

  setNoDelay(on?: boolean): this {
    this.raw.setNoDelay(on);
    return this;
  }

  setTimeout(timeoutMs: number, listener?: () => void): this {
    this.raw.setTimeout(timeoutMs);
    if (listener) this.once("timeout", listener);
    return this;
  }

  /** Ends when what was written has gone out. */
  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once("finish", () => this.destroy());
  }

  ref(): this {
    this.raw.ref();
    return this;
  }

  unref(): this {
    this.raw.unref();
    return this;
  }

  get remoteAddress(): string | undefined {
    return this.raw.remoteAddress;
  }
}
