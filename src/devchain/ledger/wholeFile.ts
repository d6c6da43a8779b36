import { renameSync, writeFileSync } from "node:fs";

/** Writes a file that is there whole or not at all, whenever the process or the machine stops. */
export function writeWhole(path: string, text: string): void {
  writeFileSync(`${path}.tmp`, text, { flush: true });
  renameSync(`${path}.tmp`, path);
}
