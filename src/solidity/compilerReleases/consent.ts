import { createHash } from "node:crypto";
import { join } from "node:path";
import { givenPath } from "../../files/namedPath";
import { readRegularText } from "../../files/regularFile";
import { writeWholeFile } from "../../files/wholeFile";

/** What a person allowed beyond what this product knows by itself. */
export interface CompilerConsent {
  /** SHA-256 of compilers, hex digits. */
  readonly compilers: readonly string[];
  /** Projects' `.npmrc` files that count, as `npmrcKey` gives them; `any` allows that of every project of this run. */
  readonly npmrc: readonly string[] | "any";
}

export const noConsent: CompilerConsent = { compilers: [], npmrc: [] };

/** A project's `.npmrc` in this folder with this content: another content is another question. */
export const npmrcKey = (folder: string, content: string): string =>
  createHash("sha256").update(`${folder}\n${content}`).digest("hex");

export const isSha256 = (text: unknown): text is string => typeof text === "string" && /^[0-9a-f]{64}$/.test(text);

/** What two places allow together. */
export function bothConsents(left: CompilerConsent, right: CompilerConsent): CompilerConsent {
  return {
    compilers: [...left.compilers, ...right.compilers],
    npmrc: left.npmrc === "any" || right.npmrc === "any" ? "any" : [...left.npmrc, ...right.npmrc],
  };
}

const maxBytes = 1024 * 1024;
const fileIn = (compilers: string): string => join(compilers, "allowed.json");
const hashesOf = (value: unknown): string[] => (Array.isArray(value) ? value.filter(isSha256) : []);

/** What was allowed once, kept in the user's folder of compilers; what can't be read allows nothing. */
export async function readConsent(compilers: string): Promise<CompilerConsent> {
  const file = fileIn(compilers);
  try {
    const read = JSON.parse(await readRegularText(givenPath(file), maxBytes)) as {
      readonly compilers?: unknown;
      readonly npmrc?: unknown;
    };
    return { compilers: hashesOf(read.compilers), npmrc: hashesOf(read.npmrc) };
  } catch {
    return noConsent;
  }
}

/** Keeps what a person allowed just now, beside what was allowed before. @throws Error of the file system */
export async function keepConsent(
  compilers: string,
  more: { readonly compilers?: readonly string[]; readonly npmrc?: readonly string[] },
): Promise<void> {
  const before = await readConsent(compilers);
  const kept = {
    compilers: [...new Set([...before.compilers, ...(more.compilers ?? [])])],
    npmrc: [...new Set([...before.npmrc, ...(more.npmrc ?? [])])],
  };
  await writeWholeFile(fileIn(compilers), `${JSON.stringify(kept, null, 1)}\n`, 0o600);
}
