import { spawn } from "node:child_process";
import { maxBytes } from "../../files/regularFile";
import { type LocalizableText, text } from "../../text/catalogue";
import { minuteMs } from "../../time/units";
import { lex } from "../language/syntax/lexer";
import { parseTokens } from "../language/syntax/parser";

/** What came of a source. */
type ForgeFormatted =
  | { readonly kind: "formatted"; readonly text: string }
  /** Nothing is changed. `missing`: the program isn't there, so that no other file needs to be tried. */
  | { readonly kind: "refused"; readonly reason: LocalizableText; readonly missing?: true };

const refused = (reason: LocalizableText): ForgeFormatted => ({ kind: "refused", reason });

/**
 * Formats a source by the `forge` that the user has installed (`forge fmt`), by the settings of a folder's `foundry.toml`. It is the user's
 * program, which may change words where its settings say so (`int_types`, `sort_imports`): run it only where the user asks for it. What it
 * gives is taken only where that is finished Solidity.
 * @param folder the project's, absolute
 * @param program name or path of the program
 */
export function formatByForge(source: string, folder: string, program = "forge"): Promise<ForgeFormatted> {
  return new Promise((resolve) => {
    const child = spawn(program, ["fmt", "--raw", "-"], {
      cwd: folder,
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
    child.on("error", () =>
      resolve({
        kind: "refused",
        reason: text("forge isn't installed, or not on the path. Install Foundry, or use --style forge."),
        missing: true,
      }),
    );
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
}
