import { PassThrough } from "node:stream";
import { afterEach, describe, expect, it, vi } from "vitest";
import { readPassword } from "../../../src/cli/account/passwords";
import { WrongInput } from "../../../src/cli/output/showError";
import { printPaged, terminalQuestion } from "../../../src/cli/output/terminalQuestion";

/** A terminal at which a person presses keys as soon as something is asked. */
function atTerminal(keys: string): void {
  const [input, output] = [new PassThrough(), new PassThrough()];
  vi.spyOn(process, "stdin", "get").mockReturnValue(Object.assign(input, { isTTY: true }) as never);
  for (const stream of ["stdout", "stderr"] as const)
    vi.spyOn(process, stream, "get").mockReturnValue(Object.assign(output, { isTTY: true, rows: 7 }) as never);
  output.once("data", () => setImmediate(() => input.write(keys)));
}

const endings = [
  ["Ctrl+C", "\u0003"],
  ["Ctrl+D", "\u0004"],
] as const;

describe("questions at a terminal that end with", () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });

  it.each(endings)("%s give no password", async (_, key) => {
    vi.stubEnv("CHAINSIDE_PASSWORD", "");
    atTerminal(key);
    const asked = readPassword(undefined, "CHAINSIDE_PASSWORD", "Password: ");
    await expect(asked).rejects.toEqual(new WrongInput("declined", "No password was entered."));
  });

  it.each(endings)("%s agree to nothing", async (_, key) => {
    atTerminal(key);
    expect(await terminalQuestion()?.("Sign?")).toBe("");
  });

  it.each(endings)("%s show no further lines", async (_, key) => {
    const report = vi.spyOn(console, "log").mockImplementation(() => undefined);
    atTerminal(key);
    await printPaged(Array.from({ length: 20 }, (_each, line) => `line ${line}`));
    expect(report.mock.calls).toEqual([["line 0\nline 1\nline 2\nline 3\nline 4"]]);
  });

  it("a line give it", async () => {
    vi.stubEnv("CHAINSIDE_PASSWORD", "");
    atTerminal("secret\r");
    expect(await readPassword(undefined, "CHAINSIDE_PASSWORD", "Password: ")).toBe("secret");
  });
});
