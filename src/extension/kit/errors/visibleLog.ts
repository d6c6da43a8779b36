import type * as vscode from "vscode";
import { visibleText } from "../../../text/visibleText";

const said = (values: readonly unknown[]): unknown[] =>
  values.map((value) => (typeof value === "string" ? visibleText(value) : value));

/** The log with everything that is written to it made visible: a node's words stand in it. */
export function visibleLog(log: vscode.LogOutputChannel): vscode.LogOutputChannel {
  const writers = new Set<PropertyKey>(["trace", "debug", "info", "warn", "error", "append", "appendLine", "replace"]);
  return new Proxy(log, {
    get(target, name): unknown {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      const call = member.bind(target) as (...values: unknown[]) => unknown;
      return writers.has(name) ? (...values: unknown[]) => call(...said(values)) : call;
    },
  });
}
