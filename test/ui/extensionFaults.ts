import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** The beginning of an entry of a log: its time and level. */
const entryStart = /^(?=\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} \[)/m;

/** Where our code runs, as it stands in a stack. */
const ourCode = `${resolve(import.meta.dirname, "../../dist")}/`.replaceAll("\\", "/");

/** What VS Code writes of us without our saying anything: a warning with our name, or an error of our code. */
const isOurs = (entry: string): boolean =>
  /^\S+ \S+ \[warning\] \[chainside\.chainside\]/.test(entry) ||
  (/^\S+ \S+ \[error\]/.test(entry) && (entry.includes(ourCode) || entry.includes("chainside.chainside")));

/**
 * What the extension threw where no one was listening, and what VS Code warned of: it stands in the log of the extension host alone. A
 * handler of an event that throws does half of its work, and nothing on the screen tells why.
 * @param userData folder of a window that has been closed
 */
export function extensionFaults(userData: string): string[] {
  const logs = join(userData, "data/logs");
  const files = existsSync(logs) ? readdirSync(logs, { recursive: true, encoding: "utf8" }) : [];
  return files
    .filter((file) => /(?:^|[\\/])(?:remote)?exthost\.log$/.test(file))
    .flatMap((file) => readFileSync(join(logs, file), "utf8").split(entryStart))
    .filter(isOurs);
}
