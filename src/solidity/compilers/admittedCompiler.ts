import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { clientError } from "../../chain/errors/clientError";
import { givenPath } from "../../files/namedPath";
import { readRegularFile } from "../../files/regularFile";
import type { CompilerConsent } from "./consent";
import { releaseOfHash, releases } from "./releases";

declare const admitted: unique symbol;
declare const checked: unique symbol;

/** A compiler whose hash is that of a release, or one that a person allowed. Only `admitCompiler` makes it. */
export interface AdmittedCompiler {
  readonly [admitted]: true;
  /** Empty where only running it tells. */
  readonly version: string;
  readonly path: string;
  /** SHA-256 that the file must have whenever it is run, hex digits. */
  readonly sha256: string;
}

/** The program of an admitted compiler, read and compared just now. Only `readCompiler` makes it; nothing else is ever run. */
export interface CheckedProgram {
  readonly [checked]: true;
  /** `soljson.js`. */
  readonly bytes: Buffer;
}

/** No release is a third of it. */
const maxBytes = 100 * 1024 * 1024;

export const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** What may run: of a released version only the release, anything else only where a person allowed this very hash. */
function isAdmitted(version: string, sha256: string, consent: CompilerConsent): boolean {
  const release = releases.get(version)?.soljson;
  if (release === sha256 || (version === "" && releaseOfHash(sha256) !== undefined)) return true;
  return consent.compilers.includes(sha256);
}

/**
 * Admits a compiler by its hash.
 * @param version as its place names it; empty where it has none
 * @throws ChainError usage `compilerUnknown`.
 */
export function admitCompiler(
  { version, path, sha256 }: { readonly version: string; readonly path: string; readonly sha256: string },
  consent: CompilerConsent,
): AdmittedCompiler {
  if (!isAdmitted(version, sha256, consent)) throw clientError("compilerUnknown", { version, file: path, sha256 });
  return { version: version || (releaseOfHash(sha256) ?? ""), path, sha256 } as AdmittedCompiler;
}

/**
 * Reads the program for one use and compares it again.
 * @throws ChainError usage `compilerUnknown` where the file is another by now; OutOfBounds; Error of the file system.
 */
export async function readCompiler({ version, path, sha256 }: AdmittedCompiler): Promise<CheckedProgram> {
  const bytes = await readRegularFile(givenPath(path), maxBytes);
  const found = sha256Of(bytes);
  if (found !== sha256) throw clientError("compilerUnknown", { version, file: path, sha256: found });
  return { bytes } as CheckedProgram;
}

/** Hashes of files by what the file system says of them: good enough to choose by, never to run by. */
const known = new Map<string, { readonly stamp: string; readonly sha256: string }>();

/** SHA-256 of a file, hex digits. @throws as `readCompiler`. */
export async function hashOfFile(path: string): Promise<string> {
  const { size, mtimeMs, ctimeMs, ino } = await stat(path);
  const stamp = `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
  const before = known.get(path);
  if (before?.stamp === stamp) return before.sha256;
  const sha256 = sha256Of(await readRegularFile(givenPath(path), maxBytes));
  known.set(path, { stamp, sha256 });
  return sha256;
}
