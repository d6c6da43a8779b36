import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { clientError } from "../../errors/clientError";
import { separated } from "../../text/joining";
import { compareVersions } from "../../text/versions";
import type { CompilerChoice, EvmReason, PragmaOfSource, VersionReason } from "./compilerReasons";
import { defaultEvm, type EvmVersion, isNewerEvm, knowsEvm } from "./evmVersion";
import { allows } from "./versionRange";

/** Versions that could be taken, by where they are. */
interface CompilerOffer {
  /** What a person named: then nothing else is asked. */
  readonly setting?: string;
  /** What the configuration of the project's own tool names: versions to pick from, and the file that says so. */
  readonly project?: { readonly versions: readonly string[]; readonly file: string };
  /** The workspace's own `solc`. */
  readonly workspace?: { readonly version: string; readonly path: string };
  readonly cached: readonly string[];
  readonly released: readonly string[];
  readonly preferred: string;
}

/** Which machine is wanted, and by whom. */
interface EvmWish {
  readonly setting?: EvmVersion;
  readonly project?: { readonly version: EvmVersion; readonly file: string };
  /** What the chain runs; undefined where no chain is meant. */
  readonly chain: EvmVersion | undefined;
}

/** Releases whose hash can be changed (docs/solidity.md, "SM chains"): WebAssembly, and asm.js that holds its memory as text. */
const isForSm = (version: string): boolean => compareVersions(version, "0.5.3") >= 0 || version === "0.4.26";

const newestFirst = (versions: readonly string[]): string[] =>
  [...versions].sort((left, right) => compareVersions(right, left));

function chooseVersion(
  fits: (version: string) => boolean,
  offer: CompilerOffer,
): { version: string; versionReason: VersionReason } | undefined {
  const { setting, project, workspace, cached, released, preferred } = offer;
  if (setting !== undefined) return { version: setting, versionReason: { kind: "setting" } };
  const ofProject = newestFirst(project?.versions ?? []).find(fits);
  if (ofProject !== undefined && project) {
    return { version: ofProject, versionReason: { kind: "project", file: project.file } };
  }
  if (workspace && fits(workspace.version)) {
    return { version: workspace.version, versionReason: { kind: "workspace", path: workspace.path } };
  }
  if (fits(preferred)) return { version: preferred, versionReason: { kind: "preferred" } };
  // The newest release that fits, there or not: what is in a cache must not decide what a contract becomes.
  const newest = newestFirst(released).find(fits);
  if (newest !== undefined) return { version: newest, versionReason: { kind: "newest" } };
  const there = newestFirst(cached).find(fits);
  return there === undefined ? undefined : { version: there, versionReason: { kind: "cached" } };
}

function chooseEvm(
  version: string,
  { setting, project, chain }: EvmWish,
): { evmVersion: EvmVersion; evmReason: EvmReason } {
  if (setting !== undefined) return { evmVersion: setting, evmReason: { kind: "setting" } };
  const wanted = project?.version ?? defaultEvm(version);
  if (chain !== undefined && isNewerEvm(wanted, chain)) {
    return { evmVersion: chain, evmReason: { kind: "chain", chain, wanted: project?.version } };
  }
  const evmReason: EvmReason = project ? { kind: "project", file: project.file } : { kind: "compilerDefault" };
  return { evmVersion: wanted, evmReason };
}

/** The machine as it is told to the compiler: nothing where it is the default, or older than what compilers can be asked. */
export function evmSetting({ version, evmVersion }: CompilerChoice): EvmVersion | undefined {
  return evmVersion === defaultEvm(version) || !knowsEvm(version, evmVersion) ? undefined : evmVersion;
}

/**
 * Chooses compiler and machine for a file: what all pragmas of the file and its imports allow, on a machine that the chain runs.
 * @param pragmas of the file and everything it imports
 * @throws ChainError usage `noFittingCompiler`.
 */
export function chooseCompiler(
  file: string,
  pragmas: readonly PragmaOfSource[],
  suite: CryptoSuiteName,
  offer: CompilerOffer,
  evm: EvmWish,
): CompilerChoice {
  const allowed = allows(pragmas.map(({ text }) => text));
  const forSuite = (version: string): boolean => suite !== "sm" || isForSm(version);
  const chosen =
    chooseVersion((version) => allowed(version) && forSuite(version), offer) ??
    // The error is then that of the compiler, which tells why it is not for SM chains.
    chooseVersion(allowed, offer);
  if (!chosen) {
    const words = separated([...new Set(pragmas.map(({ sourceName, text }) => `${sourceName}: ${text}`))]);
    throw clientError("noFittingCompiler", { file, pragmas: words });
  }
  return { ...chosen, pragmas, ...chooseEvm(chosen.version, evm) };
}
