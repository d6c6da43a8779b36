import { constants } from "node:fs";
import { mkdir, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { AuditLog } from "../../assistants/signing/auditLog";
import { withOpenFile } from "../../files/openFile";
import { mebibyte } from "../../text/limits/sizes";

/** A log that has grown to this gets a second name, and a new one begins. */
const maxBytes = 10 * mebibyte;

/** Writes lines to a file that only its owner reads, in the order in which they come. No link is followed. */
export function auditFile(path: string): AuditLog {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
  const write = async (line: string): Promise<void> => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const size = await stat(path).then(
      (facts) => facts.size,
      () => 0,
    );
    if (size > maxBytes) await rename(path, `${path}.1`);
    await withOpenFile(path, flags, async (file) => {
      await file.chmod(0o600);
      await file.appendFile(`${line}\n`);
    });
  };
  let last: Promise<unknown> = Promise.resolve();
  return (line) => {
    const written = last.then(
      () => write(line),
      () => write(line),
    );
    last = written.catch(() => undefined);
    return written;
  };
}
