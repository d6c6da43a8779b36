import { readFileSync } from "node:fs";

/** Linux counts in hundredths of a second. */
const ticksPerSecond = 100;

/** Seconds of processor time of this process and of all that it has started and seen end; undefined where the system doesn't tell. */
export function processorSeconds(): number | undefined {
  try {
    const line = readFileSync("/proc/self/stat", "utf8");
    // behind the name in brackets: utime, stime, cutime and cstime are the 12th to 15th
    const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return ticks / ticksPerSecond;
  } catch {
    return undefined;
  }
}
