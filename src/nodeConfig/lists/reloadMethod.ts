import { atLeast } from "../../text/versions";
import type { Evaluation } from "../analysis/evaluation";

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
