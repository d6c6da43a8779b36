import { atLeast } from "../../text/versions";
import type { Evaluation } from "../analysis/evaluation";

/** What a node wrote about a reload of its lists (docs/protocol/config-ini.md, "Reload"). */
export type ReloadOutcome = { readonly taken: true } | { readonly taken: false; readonly why: string };

const taken = "reload p2p connected nodes successfully";
const failed = "reload p2p connected nodes failed";

/** A reason longer than this is cut: it is one line of a log. */
const maxLength = 300;

/**
 * The last word on a reload in what a node wrote after it was told to; undefined when it says nothing. nodes.json is read first, and
 * what fails leaves everything as it was.
 */
export function reloadOutcome(written: string): ReloadOutcome | undefined {
  const good = written.lastIndexOf(taken);
  const bad = written.lastIndexOf(failed);
  if (good < 0 && bad < 0) return undefined;
  if (good > bad) return { taken: true };
  const start = bad + failed.length;
  const end = written.indexOf("\n", start);
  const rest = written.slice(start, end < 0 ? undefined : end).trim();
  const errorAt = rest.indexOf("e:");
  return { taken: false, why: (errorAt < 0 ? rest : rest.slice(errorAt + 2)).trim().slice(0, maxLength) };
}

/**
 * How changed lists come into effect (docs/protocol/config-ini.md, "Reload"): `signal` is SIGUSR1, which `start.sh` sends to
 * a running node from 3.4.0; `script` is `scripts/reload_whitelist.sh` of 2.x (whitelist only); everything else a restart.
 */
export type ReloadMethod = "signal" | "script" | "restart";

/** The way for a node of that release and kind; services of pro and max deployments do not reload. */
export function reloadMethod(
  { version, role, secondGeneration }: Pick<Evaluation, "version" | "role" | "secondGeneration">,
  list: "black" | "white" = "white",
): ReloadMethod {
  if (secondGeneration) return list === "white" ? "script" : "restart";
  return role === "air" && atLeast(version, "3.4.0") ? "signal" : "restart";
}
