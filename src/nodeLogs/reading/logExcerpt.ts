import { extname } from "node:path";
import { givenPath } from "../../files/namedPath";
import { mebibyte } from "../../text/limits/sizes";
import { plainPieces, unpackedPieces, withLog } from "./logFile";

/** Lines of a log around one, for who can't open the whole. */
export interface LogExcerpt {
  readonly text: string;
  /** The line in it, from 0. */
  readonly line: number;
  /** Its number in the whole log, from 0, where that is plain and can be opened. */
  readonly whole?: number;
}

/** Bytes before and behind the line. */
const before = 96 * 1024;
const behind = 32 * 1024;
/** A larger file isn't opened in an editor. */
const maxOpened = 48 * mebibyte;

const lineFeed = 10;

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) count += 1;
  return count;
}

/**
 * The lines around a byte of an (unpacked) log, whole.
 * @throws OutOfBounds for what is no file; the system's error; what aborted it
 */
export function logExcerpt(path: string, offset: number, signal?: AbortSignal): Promise<LogExcerpt> {
  const packed = extname(path).toLowerCase() === ".gz";
  return withLog(givenPath(path), async (file, size) => {
    const isSmall = !packed && size <= maxOpened;
    const from = packed || isSmall ? 0 : Math.max(0, offset - before);
    let kept = Buffer.alloc(0);
    /** Where what is kept begins, and how many lines stand before it. */
    let [at, lines] = [from, 0];
    try {
      for await (const piece of packed ? unpackedPieces(file, size) : plainPieces(file, from, size)) {
        signal?.throwIfAborted();
        kept = Buffer.concat([kept, piece]);
        const cut = Math.min(kept.length, offset - before - at);
        if (cut > 0) {
          lines += countLines(kept.subarray(0, cut));
          kept = kept.subarray(cut);
          at += cut;
        }
        if (at + kept.length >= offset + behind) break;
      }
    } catch (error) {
      // what is damaged, or swollen, is shown as far as it goes
      if (!packed || signal?.aborted) throw error;
    }
    const bytes = kept.subarray(0, Math.max(0, offset + behind - at));
    const line = countLines(bytes.subarray(0, Math.max(0, offset - at)));
    const isCut = at > 0 && line > 0;
    const text = bytes.toString("utf8");
    return {
      text: isCut ? text.slice(text.indexOf("\n") + 1) : text,
      line: isCut ? line - 1 : line,
      ...(isSmall ? { whole: lines + line } : {}),
    };
  });
}
