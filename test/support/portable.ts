// What tests do differently where the system does.
import { mkdtempSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Windows keeps who may read a file elsewhere than in modes. */
const hasModes = process.platform !== "win32";

/** Whether a file or folder is its owner's alone, as far as the system tells it by modes. */
export const isOwnersAlone = (path: string): boolean => !hasModes || (statSync(path).mode & 0o077) === 0;

/** A folder under a second name. On Windows a junction, for which no one needs a right. @param target absolute */
export const linkFolder = (target: string, path: string): void => symlinkSync(target, path, "junction");

function triesToLink(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "links-"));
  try {
    symlinkSync(join(folder, "target"), join(folder, "link"));
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Whether this user may make symbolic links to files: Windows asks for a right. */
export const makesLinks: boolean = triesToLink();

/** A path as systems with `/` write it, without the drive that Windows puts before it: for sources that stand nowhere. */
export const plainPath = (path: string): string =>
  process.platform === "win32" ? path.replace(/^[A-Za-z]:/, "").replaceAll("\\", "/") : path;
