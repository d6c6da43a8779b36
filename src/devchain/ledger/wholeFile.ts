import { closeSync, fsyncSync, renameSync, writeFileSync } from "node:fs";
import { openNewFile } from "../../processes/exclusive/ownFile";

/**
 * Writes a file that is there whole or not at all, whenever the process or the machine stops. A link of its name is replaced, not followed.
 */
export function writeWhole(path: string, text: string): void {
  const file = openNewFile(`${path}.tmp`);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.tmp`, path);
}
