import { constants } from "node:fs";
import { lstat, mkdir, rm, stat } from "node:fs/promises";
import nodePath, { dirname, resolve } from "node:path";
import { clientError } from "../../errors/clientError";
import { wouldLieWithin } from "../../files/liesWithin";
import { withOpenFile } from "../../files/openFile";
import { streamWholeFile, writePiece, writeWholeFile } from "../../files/wholeFile";
import { pathBelow } from "../../text/pathBelow";

/** Where a shell puts what isn't a file: `/dev/stdout`, and `/dev/fd/63` of `>(…)`. */
const isChannel = (path: string): boolean => /^\/(?:dev|proc\/self\/fd)\//.test(path);

const isBelow = (folder: string, path: string): boolean =>
  path === folder || pathBelow(folder, path, nodePath) !== undefined;

const factsOf = (path: string) => lstat(path).catch(() => undefined);

/** Refuses a place that a link leads out of the folder in which it seems to be. */
async function requireInside(path: string, base: string): Promise<void> {
  const folder = dirname(path);
  if (isBelow(base, folder) && !(await wouldLieWithin(base, folder))) throw clientError("outputThroughLink", { path });
}

/** Refuses a link at a place, and one on the way there. @throws ChainError usage `outputThroughLink` */
async function requireOwnPlace(path: string, folder: string) {
  for (const base of new Set([process.cwd(), resolve(folder)])) await requireInside(path, base);
  const facts = await factsOf(path);
  if (facts?.isSymbolicLink()) throw clientError("outputThroughLink", { path });
  return facts;
}

/** @throws ChainError usage `outputThroughLink` */
async function ownPlace(named: string, folder: string): Promise<{ readonly path: string; readonly flags: number }> {
  const path = resolve(named);
  if (!isChannel(path)) {
    const facts = await requireOwnPlace(path, folder);
    if (facts?.isFile() && facts.nlink > 1) await rm(path);
  }
  const noLink = isChannel(path) ? 0 : (constants.O_NOFOLLOW ?? 0);
  return { path, flags: constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | noLink };
}

/**
 * Writes a file that a command line names: the one door for it. A link in the project may lead anywhere, so none is written through,
 * neither one at the place nor one on the way there from the working folder (or from `folder`); a file with several names is replaced, so
 * that the others keep theirs.
 * @param folder that the file must stay in, beside the working folder
 * @throws ChainError usage `outputThroughLink`; Error of the file system.
 */
export async function writeOutput(named: string, content: string, folder = process.cwd()): Promise<void> {
  const { path, flags } = await ownPlace(named, folder);
  await withOpenFile(path, flags, (file) => file.writeFile(content));
}

/**
 * The same whole or not at all, for what another run reads, and for its owner alone. As with every output, no folder is made for it.
 * @throws as `writeOutput`
 */
export async function replaceOutput(named: string, content: string): Promise<void> {
  const path = resolve(named);
  await stat(dirname(path));
  await requireOwnPlace(path, process.cwd());
  await writeWholeFile(path, content, 0o600);
}

/** The same piece by piece, for what isn't in memory at once: whole or not at all. @throws as `writeOutput`, and what `work` throws */
export async function streamOutput<Result>(
  named: string,
  work: (write: (piece: string | Uint8Array) => void) => Promise<Result>,
): Promise<Result> {
  const path = resolve(named);
  const facts = isChannel(path) ? undefined : await requireOwnPlace(path, process.cwd());
  const hasPlace = !isChannel(path) && (facts === undefined || facts.isFile());
  if (hasPlace) return streamWholeFile(path, work);
  return withOpenFile(path, constants.O_WRONLY | constants.O_TRUNC, (file) =>
    work((piece) => writePiece(file.fd, piece)),
  );
}

/** The same where the folders on the way may have to be made. */
export async function writeOutputBelow(folder: string, path: string, content: string): Promise<void> {
  for (const base of new Set([process.cwd(), resolve(folder)])) await requireInside(resolve(path), base);
  await mkdir(dirname(resolve(path)), { recursive: true });
  await writeOutput(path, content, folder);
}

/** A file of the program's own, for its owner alone, with its folder; no link is written through. @throws Error of the file system */
export async function writeOwnFile(path: string, content: string): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | (constants.O_NOFOLLOW ?? 0);
  await mkdir(dirname(path), { recursive: true });
  await withOpenFile(path, flags, async (file) => {
    await file.chmod(0o600);
    await file.writeFile(content);
  });
}
