import type { ParseArgsConfig } from "node:util";
import { afterEach, beforeEach, vi } from "vitest";
import { type CommandLine, runCommandLine } from "../../src/cli/options/commandLine";

/** What came of a command line: what it asked for, or what was said instead. */
export interface Taken<Order> {
  readonly code: number;
  readonly order: Order | undefined;
  readonly out: string;
  readonly err: string;
}

/**
 * Reads a command line as the program does.
 * @param run what the command does, where that matters
 */
export async function take<Known extends NonNullable<ParseArgsConfig["options"]>, Order>(
  line: CommandLine<Known, Order>,
  args: readonly string[],
  run: (order: Order) => Promise<number> = async () => 0,
): Promise<Taken<Order>> {
  let [out, err] = ["", ""];
  const log = vi.spyOn(console, "log").mockImplementation((text: string) => {
    out += `${text}\n`;
  });
  const error = vi.spyOn(console, "error").mockImplementation((text: string) => {
    err += `${text}\n`;
  });
  try {
    let order: Order | undefined;
    const code = await runCommandLine(line, args, (asked) => {
      order = asked;
      return run(asked);
    });
    return { code, order, out, err };
  } finally {
    log.mockRestore();
    error.mockRestore();
  }
}

/** Lines that commands write, in English, while each test of a suite runs; empty before the next. */
export function writtenLines(): { readonly out: string[]; readonly err: string[] } {
  const lines = { out: [] as string[], err: [] as string[] };
  beforeEach(() => {
    lines.out.length = 0;
    lines.err.length = 0;
    vi.stubEnv("LC_ALL", "en");
    vi.spyOn(console, "log").mockImplementation((line: unknown) => void lines.out.push(String(line)));
    vi.spyOn(console, "error").mockImplementation((line: unknown) => void lines.err.push(String(line)));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });
  return lines;
}
