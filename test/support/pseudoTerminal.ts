// A real terminal without a window: tmux draws what a program prints on a pseudo-terminal, and presses keys.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";

/** Whether a program is there. `npm test` installs those of this suite on Debian (scripts/test/prepareTools.ts). */
export const hasProgram = (name: string): boolean =>
  spawnSync("sh", ["-c", `command -v ${name}`], { stdio: "ignore" }).status === 0;

/** Between two words of a line for a shell. */
const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

export class PseudoTerminal {
  readonly #folder = mkdtempSync(join(tmpdir(), "chainside-tmux-"));

  /** @param command a program and its arguments @param folder where it runs @param env all that it finds */
  constructor(command: readonly string[], folder: string, env: Readonly<Record<string, string>>) {
    const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    const line = ["exec", "env", "-i", ...variables, ...command].map(quoted).join(" ").replace("'exec'", "exec");
    this.#tmux("-f", "/dev/null", "new-session", "-d", "-x", "110", "-y", "50", "-c", folder, line);
  }

  #tmux(...args: readonly string[]): string {
    const { TMUX: _, ...env } = process.env;
    const socket = join(this.#folder, "socket");
    const { status, stdout, stderr } = spawnSync("tmux", ["-u", "-S", socket, ...args], {
      encoding: "utf8",
      env: { ...env, LC_ALL: "C.UTF-8" },
    });
    if (status !== 0) throw new Error(`tmux ${args.join(" ")}: ${stderr}`);
    return stdout;
  }

  /** What stands on the screen, without empty lines. */
  screen(): string {
    const lines = this.#tmux("capture-pane", "-p").split("\n");
    return lines
      .map((line) => line.trimEnd())
      .filter((line) => line !== "")
      .join("\n");
  }

  /** The last line with something on it. */
  lastLine(): string {
    return this.screen().split("\n").at(-1) ?? "";
  }

  /** Waits until the last line is this. */
  async shows(line: string | RegExp): Promise<void> {
    if (typeof line === "string") await expect.poll(() => this.lastLine()).toBe(line);
    else await expect.poll(() => this.lastLine()).toMatch(line);
  }

  /** Waits until the screen has this somewhere. */
  async says(words: string | RegExp): Promise<void> {
    if (typeof words === "string") await expect.poll(() => this.screen()).toContain(words);
    else await expect.poll(() => this.screen()).toMatch(words);
  }

  /** Types letters as they are. */
  type(text: string): void {
    this.#tmux("send-keys", "-l", text);
  }

  /** Presses keys by tmux's names: `Tab`, `Enter`, `Up`, `C-c`. */
  press(...keys: readonly string[]): void {
    this.#tmux("send-keys", ...keys);
  }

  /** In columns from the left edge. */
  cursorColumn(): number {
    return Number(this.#tmux("display-message", "-p", "#{cursor_x}").trim());
  }

  /** An empty screen with the line that is being typed. */
  clear(): void {
    this.press("C-l");
  }

  close(): void {
    spawnSync("tmux", ["-S", join(this.#folder, "socket"), "kill-server"], { stdio: "ignore" });
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
