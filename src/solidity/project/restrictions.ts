// Which of a project's settings hold for a source, where Foundry's `compilation_restrictions` allow only some.
import { clientError } from "../../errors/clientError";
import { pathGlob } from "../../text/wildcards";
import type { PragmaOfSource } from "../version/compilerReasons";
import { isNewerEvm } from "../version/evmVersion";
import type { Restriction } from "./configuredProject";
import type { ProjectSettings } from "./projectSettings";

const restrictionsOf = ({ restrictions }: ProjectSettings, closure: readonly string[]): Restriction[] =>
  restrictions.filter(({ paths }) => closure.some(pathGlob(paths.startsWith("./") ? paths.slice(2) : paths)));

/** The newest machine, which Foundry takes where a project names none. */
const usualEvm = "osaka";

function allows(
  { minEvm, maxEvm, viaIR, bytecodeHash, minRuns = 0, maxRuns }: Restriction,
  own: ProjectSettings,
): boolean {
  const evm = own.evmVersion?.version ?? usualEvm;
  return (
    !(minEvm && isNewerEvm(minEvm, evm)) &&
    !(maxEvm && isNewerEvm(evm, maxEvm)) &&
    (viaIR === undefined || viaIR === own.viaIR) &&
    (bytecodeHash === undefined || bytecodeHash === (own.metadata?.["bytecodeHash"] ?? "ipfs")) &&
    own.optimizer.runs >= minRuns &&
    (maxRuns === undefined || own.optimizer.runs <= maxRuns) &&
    (minRuns === 0 || own.optimizer.enabled)
  );
}

function withProfile(
  project: ProjectSettings,
  { code, runs, enabled }: ProjectSettings["profiles"][number],
): ProjectSettings {
  const { evmVersion, viaIR, metadata } = code;
  const { optimizer } = project;
  return {
    ...project,
    ...(evmVersion === undefined ? {} : { evmVersion }),
    ...(viaIR === undefined ? {} : { viaIR }),
    ...(metadata === undefined ? {} : { metadata: { ...project.metadata, ...metadata } }),
    optimizer: { ...optimizer, enabled: enabled ?? optimizer.enabled, runs: runs ?? optimizer.runs },
  };
}

/** What restrictions of a file and of what it imports say of compilers, as if pragmas did. */
export const restrictedVersions = (project: ProjectSettings, closure: readonly string[]): PragmaOfSource[] =>
  restrictionsOf(project, closure).flatMap(({ version }) =>
    version === undefined ? [] : [{ sourceName: "foundry.toml", text: version }],
  );

/**
 * The first settings that the restrictions of a file and of all that it imports allow: the project's own, else those of a profile.
 * @param closure names of the file and of what it imports, itself first
 * @throws ChainError usage `noFittingProfile` where none do
 */
export function restrictedSettings(project: ProjectSettings, closure: readonly string[]): ProjectSettings {
  const restrictions = restrictionsOf(project, closure);
  if (restrictions.length === 0) return project;
  const able = [project, ...project.profiles.map((each) => withProfile(project, each))];
  const found = able.find((settings) => restrictions.every((each) => allows(each, settings)));
  if (found) return found;
  throw clientError("noFittingProfile", {
    file: closure[0] ?? "",
    paths: [...new Set(restrictions.map(({ paths }) => paths))],
  });
}
