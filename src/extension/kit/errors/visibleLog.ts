import type * as vscode from "vscode";
import { visibleText } from "../../../text/visibleText";
import type { LogTail } from "./logTail";

const visibleValues = (values: readonly unknown[]): unknown[] =>
  values.map((value) => (typeof value === "string" ? visibleText(value) : value));

const written = (value: unknown): string =>
  typeof value === "string" ? value : value instanceof Error ? (value.stack ?? value.message) : String(value);

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
