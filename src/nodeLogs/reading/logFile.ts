import type { FileHandle } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import type { NamedPath } from "../../files/namedPath";
import { withRegularFile } from "../../files/regularFile";
import { mebibyte } from "../../text/limits/sizes";
import { lineTime } from "./logLine";

/** From when to when, in milliseconds of `logTime`; open where nothing is said. */
export interface TimeRange {
  readonly from?: number;
  readonly to?: number;
}

/** A log file of a node. */
export interface LogFile {
  readonly path: NamedPath;
  readonly packed: boolean;
  /** Bytes on disk when it was found. */
  readonly size: number;
}

/** Takes a line: where it lies in a piece of text, at which byte of the (unpacked) log, and its number where that is known. */
type TakeLine = (text: string, start: number, end: number, offset: number, line: number | undefined) => void;

const chunkBytes = mebibyte;
/** Where a longer line goes on is not read. */
const maxLineLength = 64 * 1024;
const lineEnd = 10;

/** The bytes of a file, piece by piece. */
export async function* plainPieces(file: FileHandle, from: number, to: number): AsyncGenerator<Buffer> {
  for (let at = from; at < to; ) {
    const { buffer, bytesRead } = await file.read(
      Buffer.allocUnsafe(Math.min(chunkBytes, to - at)),
      0,
      Math.min(chunkBytes, to - at),
      at,
    );
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/**
 * A packed log may unpack to so many times its size, or to so many bytes where that is more: those of nodes come to 10 to 30 times, gzip
 * could make of nothing 1,000 times.
 */
const maxUnpacked = { times: 200, bytes: 64 * mebibyte } as const;

/** A packed file unpacked to more than a log does. */
class Swollen extends Error {}

/**
 * Unpacked pieces; what is damaged or not written to its end gives what can be read of it, and then an error, as does what is far larger
 * unpacked (`Swollen`).
 * @param size bytes of the file
 */
export async function* unpackedPieces(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  let left = Math.max(maxUnpacked.bytes, maxUnpacked.times * size);
  const stream = file.createReadStream({ autoClose: false, start: 0 });
  const unpacked = createGunzip({ chunkSize: 256 * 1024 });
  stream.on("error", (error) => unpacked.destroy(error));
  stream.pipe(unpacked);
  try {
    for await (const piece of unpacked) {
      yield piece as Buffer;
      left -= (piece as Buffer).length;
      if (left < 0) throw new Swollen();
    }
  } finally {
    stream.destroy();
    unpacked.destroy();
  }
}

/** Lines of pieces, decoded as Latin-1: a byte is a character, and what is shown is decoded again. */
class LineCutter {
  #rest = "";
  #restOffset: number;
  #skipping = false;
  #line: number | undefined;

  constructor(
    offset: number,
    private readonly take: TakeLine,
  ) {
    this.#restOffset = offset;
    this.#line = offset === 0 ? 1 : undefined;
  }

  add(piece: Buffer): void {
    const text = this.#rest + piece.toString("latin1");
    let start = 0;
    for (let end = text.indexOf("\n", 0); end >= 0; end = text.indexOf("\n", start)) {
      if (!this.#skipping) this.#hand(text, start, end);
      this.#skipping = false;
      if (this.#line !== undefined) this.#line++;
      start = end + 1;
    }
    this.#restOffset += start;
    if (text.length - start <= maxLineLength) {
      this.#rest = text.slice(start);
      return;
    }
    if (!this.#skipping) this.#hand(text, start, text.length);
    this.#skipping = true;
    this.#restOffset += text.length - start;
    this.#rest = "";
  }

  end(): void {
    if (this.#rest !== "" && !this.#skipping) this.#hand(this.#rest, 0, this.#rest.length);
  }

  #hand(text: string, start: number, end: number): void {
    const behind = text.charCodeAt(end - 1) === 13 ? end - 1 : end;
    if (behind > start)
      this.take(text, start, Math.min(behind, start + maxLineLength), this.#restOffset + start, this.#line);
  }
}

/** Does something with a log that is open meanwhile. @throws OutOfBounds for what is no file; the system's error */
export const withLog = <Result>(path: NamedPath, work: (file: FileHandle, size: number) => Promise<Result>) =>
  withRegularFile(path, Number.POSITIVE_INFINITY, (file, { size }) => work(file, size));

/** Bytes between which a search gives up and lines are read one after the other. */
const closeEnough = 256 * 1024;
const probeBytes = 64 * 1024;
/** A line longer than all of these holds no time; a search then goes on before it. */
const maxProbes = 16;

interface TimedLine {
  readonly offset: number;
  readonly time: number;
}

/** The first line with a time that begins behind a place. */
async function timedLineAfter(file: FileHandle, from: number, to: number): Promise<TimedLine | undefined> {
  let at = from;
  for (let probes = 0; probes < maxProbes && at < to; probes++) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(probeBytes), 0, probeBytes, at);
    const bytes = buffer.subarray(0, Math.min(bytesRead, to - at));
    const text = bytes.toString("latin1");
    let start = from === 0 && at === 0 ? 0 : text.indexOf("\n") + 1;
    let whole = start > 0 || at === 0;
    while (whole && start + 40 < text.length) {
      const time = lineTime(text, start);
      if (!Number.isNaN(time)) return { offset: at + start, time };
      const next = bytes.indexOf(lineEnd, start);
      whole = next >= 0;
      start = next + 1;
    }
    at += Math.max(1, bytes.length - 64);
  }
  return undefined;
}

/** Between which bytes the first line of a time or later begins, found by halving: lines stand in order of their times, almost. */
async function bracketOf(file: FileHandle, size: number, time: number): Promise<readonly [number, number]> {
  let low = 0;
  let high = size;
  while (high - low > closeEnough) {
    const middle = Math.floor((low + high) / 2);
    const found = await timedLineAfter(file, middle, high);
    if (found !== undefined && found.time < time) low = found.offset;
    else high = middle;
  }
  return [low, high];
}

/** Threads write beside each other: a line may stand before one that is so much older, in milliseconds. */
const disorderMs = 2000;

/** The first time that a file says; undefined where it says none at its beginning. */
export async function firstTime({ path, packed }: LogFile): Promise<number | undefined> {
  return withLog(path, async (file, size) => {
    if (!packed) return (await timedLineAfter(file, 0, size))?.time;
    let found: number | undefined;
    let bytes = 0;
    const cutter = new LineCutter(0, (text, start) => {
      const time = lineTime(text, start);
      if (found === undefined && !Number.isNaN(time)) found = time;
    });
    try {
      for await (const piece of unpackedPieces(file, size)) {
        cutter.add(piece);
        bytes += piece.length;
        if (found !== undefined || bytes > maxProbes * probeBytes) break;
      }
    } catch {
      return found;
    }
    return found;
  });
}

/** Why a file wasn't read to its end: a packed one, or one that the node moved away meanwhile. */
export type FileCut = "damaged" | "swollen" | "gone";

export interface ReadResult {
  /** Bytes of the log that were looked at, unpacked. */
  readonly bytes: number;
  readonly cut?: FileCut;
}

/**
 * Gives the lines of a log file whose times are within a range, with the lines behind them that have no time. Of a plain file only the part
 * is read that the range asks for.
 */
export async function readLogFile(
  { path, packed }: LogFile,
  { from, to }: TimeRange,
  take: TakeLine,
  { signal, progress }: { readonly signal?: AbortSignal | undefined; readonly progress?: (bytes: number) => void } = {},
): Promise<ReadResult> {
  return withLog(path, async (file, size) => {
    const start = packed || from === undefined ? undefined : await bracketOf(file, size, from - disorderMs);
    const stop = packed || to === undefined ? undefined : await bracketOf(file, size, to + disorderMs);
    let inside = from === undefined;
    const inRange: TakeLine = (text, at, end, offset, line) => {
      const time = lineTime(text, at);
      // a line without a time goes with the one before it
      if (!Number.isNaN(time)) inside = (from === undefined || time >= from) && (to === undefined || time <= to);
      if (inside) take(text, at, end, offset, line);
    };
    const cutter = new LineCutter(start?.[0] ?? 0, from === undefined && to === undefined ? take : inRange);
    let bytes = 0;
    let cut: FileCut | undefined;
    // the last line may begin before the place that was found, and end behind it
    const behind = stop === undefined ? size : Math.min(size, stop[1] + maxLineLength);
    const pieces = packed ? unpackedPieces(file, size) : plainPieces(file, start?.[0] ?? 0, behind);
    try {
      for await (const piece of pieces) {
        signal?.throwIfAborted();
        bytes += piece.length;
        cutter.add(piece);
        progress?.(piece.length);
      }
    } catch (error) {
      if (!packed || signal?.aborted) throw error;
      cut = error instanceof Swollen ? "swollen" : "damaged";
    }
    cutter.end();
    return { bytes, ...(cut ? { cut } : {}) };
  });
}
