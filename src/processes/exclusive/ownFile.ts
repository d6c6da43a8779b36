import { closeSync, constants, fstatSync, lstatSync, openSync, rmSync, writeFileSync } from "node:fs";
import { ChainError } from "../../errors/chainError";
import { t } from "../../text/catalogue";

const { O_RDWR = 2, O_CREAT = 0, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** What stands in a data directory under a name of ours and is not ours to write. */
const strangeFile = (path: string, is: string): ChainError =>
  new ChainError({
    kind: "usage",
    code: "strangeFile",
    message: is,
    advice: t("Remove it or choose another directory. Writing to it could change something outside this directory."),
    details: { path },
  });
const isLink = (path: string): ChainError => strangeFile(path, t("{0} is a symbolic link.", path));
const isNoFile = (path: string): ChainError => strangeFile(path, t("{0} isn't a file.", path));

function kindOf(path: string): ReturnType<typeof lstatSync> | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

/** @throws ChainError code `strangeFile` for a name of ours that a link or anything but a file has. */
export function requireOwnFile(path: string): void {
  const status = kindOf(path);
  if (status?.isSymbolicLink()) throw isLink(path);
  if (status && !status.isFile()) throw isNoFile(path);
}

/**
 * Opens a file of the data directory to read and write it in place, and makes it where there is none. Never another than the one of this
 * name: neither what a link points to, nor a file that has a second name elsewhere, nor a pipe or device.
 * @param flag of the system, beside those
 * @throws ChainError kind `usage`, code `strangeFile`; the system's errors.
 */
export function openOwnFile(path: string, flag = 0): number {
  requireOwnFile(path);
  let file: number;
  try {
    file = openSync(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | flag, 0o666);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ELOOP") throw isLink(path);
    throw error;
  }
  requireOnlyName(file, path);
  return file;
}

/** An open file has no other name than the one it was opened by; it is closed where it has. */
function requireOnlyName(file: number, path: string): void {
  const status = fstatSync(file);
  if (status.isFile() && status.nlink <= 1) return;
  closeSync(file);
  throw status.isFile() ? strangeFile(path, t("{0} is a hard link to another file.", path)) : isNoFile(path);
}

/**
 * Opens an empty file of this name that no other process has; what stood there before, a link for example, goes away and not its target.
 */
export function openNewFile(path: string): number {
  rmSync(path, { force: true });
  return openSync(path, "wx");
}

/** Writes a file of this name that no other process has; `secret`: for its owner alone, where the system has modes of files. */
export function writeNewFile(path: string, text: string, secret?: "secret"): void {
  rmSync(path, { force: true });
  writeFileSync(path, text, { flag: "wx", mode: secret ? 0o600 : 0o666 });
}

/** @throws ChainError code `strangeFile` for a folder of ours that is something else, such as a link. */
export function requireOwnFolder(path: string): void {
  const status = kindOf(path);
  if (status?.isSymbolicLink()) throw isLink(path);
  if (status && !status.isDirectory()) throw strangeFile(path, t("{0} isn't a folder.", path));
}
