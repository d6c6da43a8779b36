import { spawn } from "node:child_process";
import { homedir } from "node:os";
import { join } from "node:path";
import { maxBytes } from "../../files/regularFile";
import { installedProgram } from "../../processes/installedProgram";
import { type LocalizableText, text } from "../../text/catalogue";
import { minuteMs } from "../../time/units";
import { lex } from "../language/syntax/lexer";
import { parseTokens } from "../language/syntax/parser";

/** What came of a source. */
type ForgeFormatted =
  | { readonly kind: "formatted"; readonly text: string }
  /** Nothing is changed. `missing`: the program isn't there, so that no other file needs to be tried. */
  | { readonly kind: "refused"; readonly reason: LocalizableText; readonly missing?: true };

const missing = (): ForgeFormatted => ({
  kind: "refused",
  reason: text("forge isn't installed, or not on the path. Install Foundry, or use the style forge."),
  missing: true,
});

/** Where `forge` is: on the path, or where Foundry's own installer puts it, which shells know and editors often don't. */
export const installedForge = (home = homedir(), path = process.env["PATH"]): Promise<string | undefined> =>
  installedProgram("forge", { folders: [join(home, ".foundry", "bin")], path });

const refused = (reason: LocalizableText): ForgeFormatted => ({ kind: "refused", reason });

/**
 * Formats a source by the `forge` that the user has installed (`forge fmt`), by the settings of a folder's `foundry.toml`. It is the user's
 * program, which may change words where its settings say so (`int_types`, `sort_imports`): run it only where the user asks for it. What it
 * gives is taken only where that is finished Solidity.
 * @param folder the project's, absolute
 * @param program its absolute path; undefined: it isn't there
 */
export async function formatByForge(
  source: string,
  folder: string,
  program: string | undefined,
  signal?: AbortSignal,
): Promise<ForgeFormatted> {
  if (program === undefined) return missing();
  const made = await new Promise<ForgeFormatted>((resolve) => {
    const child = spawn(program, ["fmt", "--raw", "-"], {
      cwd: folder,
      ...(signal ? { signal } : {}),
      stdio: ["pipe", "pipe", "pipe"],
      timeout: minuteMs,
    });
    const out: Buffer[] = [];
    let [length, complaint] = [0, ""];
    child.stdout.on("data", (data: Buffer) => {
      length += data.length;
      if (length > 2 * maxBytes.source) child.kill();
      else out.push(data);
    });
    child.stderr.setEncoding("utf8").on("data", (data: string) => {
      if (complaint.length < 2000) complaint += data;
    });
    // a program that ends before it has read all is reported by its exit code
    child.stdin.on("error", () => undefined).end(source);
    child.on("error", () => resolve(missing()));
    child.on("close", (code) => {
      const made = Buffer.concat(out).toString("utf8");
      const reason = complaint.trim().split("\n")[0] ?? "";
      if (code !== 0)
        resolve(refused(text("forge fmt ended with an error: {0}", reason.slice(0, 300) || String(code))));
      else if (made.trim() === "" || parseTokens(lex(made)).faults.length > 0)
        resolve(refused(text("What forge fmt gave isn't finished Solidity.")));
      else resolve({ kind: "formatted", text: made });
    });
  });
  signal?.throwIfAborted();
  return made;
}
