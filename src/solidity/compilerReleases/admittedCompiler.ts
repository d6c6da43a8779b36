import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { clientError } from "../../errors/clientError";
import { givenPath } from "../../files/namedPath";
import { readRegularFile } from "../../files/regularFile";
import type { CompilerConsent } from "./consent";
import { nativeReleaseOfHash } from "./nativeFolders";
import { releaseOfHash } from "./releases";

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
  /** A program of the system, in place of `soljson.js`. */
  readonly native: boolean;
}

/** What is known of a compiler's file. */
interface CompilerFile {
  readonly sha256: string;
  /** It begins as programs of a system do. */
  readonly native: boolean;
}

/** The program of an admitted compiler, read and compared just now. Only `readCompiler` makes it; nothing else is ever run. */
export interface CheckedProgram {
  readonly [checked]: true;
  /** `soljson.js`, or a program of the system. */
  readonly bytes: Buffer;
}

/** No release is a third of it. */
const maxBytes = 100 * 1024 * 1024;

export const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** The release that a file is, by its hash; undefined for what is none. */
const releaseOf = ({ sha256, native }: CompilerFile): string | undefined =>
  native ? nativeReleaseOfHash(sha256) : releaseOfHash(sha256);

/** What may run: of a released version only the release, anything else only where a person allowed this very hash. */
function isAdmitted(version: string, file: CompilerFile, consent: CompilerConsent): boolean {
  const release = releaseOf(file);
  const isRelease = release !== undefined && (version === "" || version === release);
  return isRelease || consent.compilers.includes(file.sha256);
}

/**
 * Admits a compiler by its hash.
 * @param version as its place names it; empty where it has none
 * @throws ChainError usage `compilerUnknown`.
 */
export function admitCompiler(
  { version, path, ...file }: CompilerFile & { readonly version: string; readonly path: string },
  consent: CompilerConsent,
): AdmittedCompiler {
  const { sha256, native } = file;
  if (!isAdmitted(version, file, consent)) throw clientError("compilerUnknown", { version, file: path, sha256 });
  return { version: version || (releaseOf(file) ?? ""), path, sha256, native } as AdmittedCompiler;
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

/** Signs at the beginning of programs: ELF, Mach-O (both byte orders, for one processor or several), Windows. */
const programSigns = ["7f454c46", "cffaedfe", "feedfacf", "cafebabe", "4d5a"];

const isProgram = (bytes: Uint8Array): boolean => {
  const start = Buffer.from(bytes.subarray(0, 4)).toString("hex");
  return programSigns.some((sign) => start.startsWith(sign));
};

/** Files by what the file system says of them: good enough to choose by, never to run by. */
const known = new Map<string, { readonly stamp: string; readonly file: CompilerFile }>();

/** What a file is. @throws as `readCompiler`. */
export async function compilerFile(path: string): Promise<CompilerFile> {
  const { size, mtimeMs, ctimeMs, ino } = await stat(path);
  const stamp = `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
  const before = known.get(path);
  if (before?.stamp === stamp) return before.file;
  const bytes = await readRegularFile(givenPath(path), maxBytes);
  const file = { sha256: sha256Of(bytes), native: isProgram(bytes) };
  known.set(path, { stamp, file });
  return file;
}
