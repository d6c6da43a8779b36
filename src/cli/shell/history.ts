import { dirname, join } from "node:path";
import { maxBytes, readGivenText } from "../../files/regularFile";
import { mentionsSecret } from "../../text/redacted";
import { userFile } from "../connection/profiles";
import { writeOwnFile } from "../output/outputFile";

const maxLines = 1000;

/** Beside the user's connections. */
const file = (): string => join(dirname(userFile()), "history");

/** What may hold a secret is never kept: what is called one, addresses of webhooks, and what looks like a private key. */
const secret = /webhook|^\s*(?:new|load)Account\s+\S+\s+\S|(?:^|[^0-9a-zA-Zx])[0-9a-fA-F]{64}(?![0-9a-fA-F])/i;

/**
 * Whether an option, a setting or a field in a line is called a secret: `--token x`, `password=x`, `{"secret": …}`. A plain word or
 * path isn't: `call Token …`, `deploy contracts/Token.sol`.
 */
const givesSecret = (line: string): boolean =>
  line.split(/\s+/).some((word) => mentionsSecret(word) && !/^[\w.][\w./@-]*$/.test(word));

/** Whether an address in a line may have a name and a password in it. */
function hasCredentials(line: string): boolean {
  const at = line.indexOf("://");
  return at >= 0 && line.includes("@", at);
}

/** The lines to keep, the newest first, as a terminal has them. */
export const keptLines = (lines: readonly string[]): string[] =>
  lines
    .filter((line) => !secret.test(line) && !givesSecret(line) && !hasCredentials(line) && line.trim() !== "")
    .slice(0, maxLines);

/** The newest first; none where there is no such file. */
export async function readHistory(): Promise<string[]> {
  const text = await readGivenText(file(), maxBytes.configuration).catch(() => "");
  return keptLines(text.split("\n").reverse());
}

/** Readable by its owner alone. What can't be written isn't kept. */
export async function writeHistory(lines: readonly string[]): Promise<void> {
  try {
    await writeOwnFile(file(), `${[...keptLines(lines)].reverse().join("\n")}\n`);
  } catch {
    // a home that can't be written to keeps no history
  }
}
