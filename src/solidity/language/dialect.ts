import { compareVersions } from "../../text/versions";
import { defaultEvm, type EvmVersion, evmOfChain, isNewerEvm } from "../version/evmVersion";
import type { BuiltIn } from "./names/builtInTable";
import type { SourceFile } from "./names/declarations";

/** What decides about the language of a source: the compiler's release, and the machine that it compiles for. */
export interface Dialect {
  readonly release: string;
  readonly evmVersion: EvmVersion;
}

/** Where no compiler is chosen: what the file's own pragmas allow, on the newest machine of a chain. */
export function dialectOfPragmas({ release }: SourceFile): Dialect {
  const [usual, newest] = [defaultEvm(release), evmOfChain({ executorVersion: 1 })];
  return { release, evmVersion: isNewerEvm(usual, newest) ? newest : usual };
}

/** Whether a source has something that the language itself gives. */
export function isThere(
  { since, until, evm, evmUntil }: Pick<BuiltIn, "since" | "until" | "evm" | "evmUntil">,
  { release, evmVersion }: Dialect,
): boolean {
  if (since !== undefined && compareVersions(release, since) < 0) return false;
  if (until !== undefined && compareVersions(release, until) >= 0) return false;
  if (evm !== undefined && isNewerEvm(evm, evmVersion)) return false;
  return evmUntil === undefined || isNewerEvm(evmUntil, evmVersion);
}
