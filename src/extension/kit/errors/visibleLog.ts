import type * as vscode from "vscode";
import { visibleText } from "../../../text/visibleText";

const visibleValues = (values: readonly unknown[]): unknown[] =>
  values.map((value) => (typeof value === "string" ? visibleText(value) : value));

const written = (value: unknown): string =>
  typeof value === "string" ? value : value instanceof Error ? (value.stack ?? value.message) : String(value);

/** The last lines of the log of this window, for a report: an output channel cannot be read back. */
export class LogTail {
  readonly #lines: string[] = [];

  /** At most so many lines are kept, each cut at `length` characters. */
  constructor(
    private readonly count = 200,
    private readonly length = 500,
  ) {}

  add(level: string, text: string): void {
    const time = new Date().toISOString();
    for (const line of text.split("\n").slice(0, this.count))
      this.#lines.push(`${time} [${level}] ${line.slice(0, this.length)}`);
    this.#lines.splice(0, this.#lines.length - this.count);
  }

  get text(): string {
    return this.#lines.join("\n");
  }
}

/** The log with everything that is written to it made visible: a node's words stand in it. What may be reported is kept in `tail`. */
export function visibleLog(log: vscode.LogOutputChannel, tail?: LogTail): vscode.LogOutputChannel {
  const writers = new Set<PropertyKey>(["trace", "debug", "info", "warn", "error", "append", "appendLine", "replace"]);
  return new Proxy(log, {
    get(target, name): unknown {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      const call = member.bind(target) as (...values: unknown[]) => unknown;
      if (!writers.has(name)) return call;
      return (...values: unknown[]) => {
        const visible = visibleValues(values);
        if (name !== "trace" && name !== "debug") tail?.add(String(name), visible.map(written).join(" "));
        return call(...visible);
      };
    },
  });
}
