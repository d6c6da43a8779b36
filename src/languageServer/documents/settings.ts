import type { AnalysisContext } from "../../nodeConfig/analysis/analysisContext";
import { namedRelease } from "../../nodeConfig/schema/nodeVersion";

/** The settings under `chainside.` that the server heeds. */
export interface ServerSettings {
  identityLength: AnalysisContext["identityLength"];
  /** `undefined`: the version that the node folder tells, else the newest. */
  nodeVersion: string | undefined;
}

export const defaultSettings: ServerSettings = { identityLength: "auto", nodeVersion: undefined };

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** Reads what the editor answers for the section `chainside`; anything that is no setting of ours counts as unset. */
export function readSettings(answer: unknown): ServerSettings {
  const length = member(member(answer, "accessList"), "identityLength");
  const version = member(member(answer, "nodeConfig"), "nodeVersion");
  return {
    identityLength: length === "128" || length === 128 ? 128 : length === "512" || length === 512 ? 512 : "auto",
    nodeVersion: namedRelease(version),
  };
}
