import type { AlertChange } from "../../monitoring/watch/alerts";
import type { Finding } from "../../monitoring/watch/judge";
import type { Look } from "../../monitoring/watch/observer";
import type { Watching } from "../../monitoring/watch/watchMemory";
import { pause } from "../../time/waitUntil";
import type { WaitForPush } from "../connection/blockWaiter";

/** Blocks may come faster than they have to be looked at. */
const minIntervalMs = 1000;

/** A look, and what the rules make of it. */
export interface JudgedLook {
  readonly look: Look;
  readonly findings: readonly Finding[];
  readonly changes: readonly AlertChange[];
}

/** Looks once, judges, and tells alerts from those that are known. */
export async function judgedLook({ observer, judge, alerts }: Watching, timeoutMs: number): Promise<JudgedLook> {
  const look = await observer.look(Date.now(), timeoutMs);
  const findings = judge.judge(look);
  return { look, findings, changes: alerts.take(findings, look.atMs) };
}

/** How often nodes are looked at. */
interface WatchTiming {
  readonly timeoutMs: number;
  /** Longest time between two looks. */
  readonly intervalMs: number;
  /** The only group whose new blocks count. */
  readonly group: string | undefined;
  readonly untilBlock: WaitForPush;
}

/** Looks with each new block that a node pushes, and after each interval, until the signal. */
export async function watchLoop(
  watching: Watching,
  { timeoutMs, intervalMs, group: only, untilBlock }: WatchTiming,
  signal: AbortSignal,
  onLook: (judged: JudgedLook) => Promise<void> | void,
): Promise<void> {
  while (!signal.aborted) {
    const judged = await judgedLook(watching, timeoutMs);
    await onLook(judged);
    const began = performance.now();
    const limits = { pushedMs: intervalMs, askedMs: intervalMs };
    await untilBlock(({ group }) => only === undefined || group === only, limits);
    await pause(Math.max(0, Math.min(intervalMs, minIntervalMs) - (performance.now() - began)), signal);
  }
}
