import { jsonObjectOf } from "../../text/limits/boundedJson";
import { isChainVersion } from "../../text/versions";
import type { CompileFor, StartOptions } from "../protocol/messages";

const wordOf = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;

/**
 * What sources are compiled for in an editor that only has settings (the section `chainside`): `solidity.compiler`, `solidity.evmVersion`,
 * `solidity.suite` (`standard` or `sm`), `solidity.chainVersion` (the chain's data version). What isn't trusted names no compiler.
 */
export function compileForOf(settings: unknown, { trusted = true }: StartOptions): CompileFor {
  const given = jsonObjectOf(jsonObjectOf(settings)["solidity"]);
  const compiler = trusted ? wordOf(given["compiler"]) : undefined;
  const evmVersion = wordOf(given["evmVersion"]);
  const version = wordOf(given["chainVersion"]);
  return {
    suite: given["suite"] === "sm" ? "sm" : "standard",
    trusted,
    ...(compiler === undefined ? {} : { compiler }),
    ...(evmVersion === undefined ? {} : { evmVersion }),
    ...(version !== undefined && isChainVersion(version) ? { chain: { compatibilityVersion: version } } : {}),
  };
}
