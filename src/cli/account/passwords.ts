import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** Asks at the terminal without echo; undefined when nobody sits there. */
async function ask(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await lines.question("");
  } finally {
    lines.close();
    process.stderr.write("\n");
  }
}

/** The password from its file (without the line end), the environment or the terminal. */
export async function readPassword(
  file: string | undefined,
  variable: "CHAINSIDE_PASSWORD" | "CHAINSIDE_NEW_PASSWORD",
  question: string,
): Promise<string | undefined> {
  if (file !== undefined) return (await readFile(file, "utf8")).replace(/\r?\n$/, "");
  return process.env[variable] ?? (await ask(question));
}
