import { evmRevision } from "../../chain/evm/chainMachine";
import { compareVersions } from "../../text/versions";

/** The machines that compilers know, oldest first. */
const evmVersions = [
  "homestead",
  "tangerineWhistle",
  "spuriousDragon",
  "byzantium",
  "constantinople",
  "petersburg",
  "istanbul",
  "berlin",
  "london",
  "paris",
  "shanghai",
  "cancun",
  "prague",
  "osaka",
] as const;

/** A machine as compilers name it in `settings.evmVersion`. */
export type EvmVersion = (typeof evmVersions)[number];

/** A machine by its name, however it is written; undefined for what no compiler knows. */
export function evmVersionOf(text: string): EvmVersion | undefined {
  const wanted = text.toLowerCase();
  return evmVersions.find((version) => version.toLowerCase() === wanted);
}

/** Whether code for `left` needs more than `right` has. */
export function isNewerEvm(left: EvmVersion, right: EvmVersion): boolean {
  return evmVersions.indexOf(left) > evmVersions.indexOf(right);
}

/** What is known of the chain that code is for. */
export interface ChainTarget {
  /** The chain's data version: `3.2.0`. */
  readonly compatibilityVersion?: string;
  /** Feature flags that are on. */
  readonly features?: readonly string[];
  /** 0: classic executor, 1: baseline executor. */
  readonly executorVersion?: number;
  /** Whether transactions move their value; undefined: not asked. */
  readonly movesCoins?: boolean;
}

/** The machine that a chain runs. Paris without any chain: what chains run that say nothing else. */
export const evmOfChain = ({ features = [], ...chain }: ChainTarget): EvmVersion =>
  evmRevision({ ...chain, hasFeature: (name) => features.includes(name) });

/** What a chain is like that runs a machine: as `evmOfChain` reads it. */
export function chainOfEvm(evm: string): ChainTarget {
  if (evm === "cancun") return { executorVersion: 1 };
  return { compatibilityVersion: evm === "paris" ? "3.2.0" : "3.1.0" };
}

/** From which compiler on a machine is the default. */
const defaults: readonly (readonly [string, EvmVersion])[] = [
  ["0.8.31", "osaka"],
  ["0.8.30", "prague"],
  ["0.8.25", "cancun"],
  ["0.8.20", "shanghai"],
  ["0.8.18", "paris"],
  ["0.8.7", "london"],
  ["0.8.5", "berlin"],
  ["0.5.14", "istanbul"],
  ["0.5.5", "petersburg"],
];

/** From which compiler on a machine can be asked for. */
const known: Readonly<Partial<Record<EvmVersion, string>>> = {
  petersburg: "0.5.5",
  istanbul: "0.5.13",
  berlin: "0.8.5",
  london: "0.8.7",
  paris: "0.8.18",
  shanghai: "0.8.20",
  cancun: "0.8.24",
  prague: "0.8.27",
  osaka: "0.8.29",
};

/** What a compiler takes by default. */
export function defaultEvm(compiler: string): EvmVersion {
  return defaults.find(([since]) => compareVersions(compiler, since) >= 0)?.[1] ?? "byzantium";
}

/** Whether a compiler can be asked for a machine; the oldest compilers cannot be asked at all. */
export function knowsEvm(compiler: string, evm: EvmVersion): boolean {
  return compareVersions(compiler, known[evm] ?? "0.4.21") >= 0;
}
