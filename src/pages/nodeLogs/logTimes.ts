import { minuteMs } from "../../time/units";
import type { LogsContent } from "../../webview/nodeLogs/messages";

// Nodes write local times without a zone (docs/protocol/node-folders.md, "Logs"): here they are milliseconds as if they were UTC.

/** A moment of this computer's time as a node on it writes it. */
export const writtenTime = (moment: number): number => moment - new Date(moment).getTimezoneOffset() * minuteMs;

/** The moment of this computer's time at which a node on it wrote a time. */
export const momentOf = (written: number): number => Date.parse(new Date(written).toISOString().slice(0, 23));

/** A moment that no clock knows is none (ECMA-262, 21.4.1.1). */
const isTime = (value: unknown): value is number =>
  typeof value === "number" && Number.isFinite(new Date(value).getTime());

/** A range as a page or the window's memory names it: two times, in their order. */
export function rangeOf(range: unknown): LogsContent["range"] {
  const { from, to } = (range ?? {}) as { from?: unknown; to?: unknown };
  return isTime(from) && isTime(to) ? { from, to: Math.max(from, to) } : undefined;
}
