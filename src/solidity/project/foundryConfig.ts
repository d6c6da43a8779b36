import { isJsonObject, type JsonObject, jsonObjectOf } from "../../text/limits/boundedJson";
import { evmVersionOf } from "../version/evmVersion";
import { exactVersion } from "../version/versionRange";
import type { CompilerProfile, ConfiguredCode, ConfiguredProject, Restriction } from "./configuredProject";
import type { FoundrySettings } from "./foundrySettings";

const texts = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : undefined;

/** `contracts/Lib.sol:Lib:0x…` */
function librariesOf(entries: readonly string[]): Record<string, Record<string, string>> {
  const libraries: Record<string, Record<string, string>> = {};
  for (const entry of entries) {
    const [source, name, address] = entry.split(":");
    if (source && name && address) libraries[source] = { ...libraries[source], [name]: address };
  }
  return libraries;
}

/** Steps of the optimizer, as compilers name them; Foundry has the same names. */
const optimizerSteps = [
  "peephole",
  "inliner",
  "jumpdestRemover",
  "orderLiterals",
  "deduplicate",
  "cse",
  "constantOptimizer",
  "simpleCounterForLoopUncheckedIncrement",
  "yul",
  "yulDetails",
] as const;

/** As Foundry settles it: runs without a word about the optimizer turn it on. */
function optimizerOf(
  enabled: boolean | undefined,
  count: number | undefined,
  details: unknown,
): NonNullable<ConfiguredProject["optimizer"]> {
  const stated = isJsonObject(details) ? details : {};
  const steps = optimizerSteps.flatMap((name) => (stated[name] === undefined ? [] : [[name, stated[name]] as const]));
  return {
    enabled: enabled ?? (count ?? 0) > 0,
    runs: count ?? 200,
    ...(steps.length === 0 ? {} : { details: Object.fromEntries(steps) }),
  };
}

/** The senders that forge takes where none is configured, which are those of tests here. */
const usualSender = "0x1804c8ab1f12e6bbf3894d4083f33e07309d1f38";

/** Settings that change what code or tests come to, which aren't followed here; with the value that changes nothing. */
const unfollowed: Readonly<Record<string, unknown>> = {
  revert_strings: "default",
  include_paths: undefined,
  hardfork: undefined,
  sender: usualSender,
  tx_origin: usualSender,
  initial_balance: "0xffffffffffffffffffffffff",
  block_difficulty: 0,
  block_prevrandao: undefined,
  block_gas_limit: undefined,
  code_size_limit: undefined,
  isolate: false,
  eth_rpc_url: undefined,
  fork_block_number: undefined,
};

function unfollowedIn(values: JsonObject): string[] {
  const own = Object.entries(unfollowed).filter(([name, usual]) => {
    const value = values[name];
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return false;
    return typeof value === "string" ? value.toLowerCase() !== usual : value !== usual;
  });
  const { fuzz, invariant } = values;
  return [
    ...own.map(([name]) => name),
    ...(jsonObjectOf(fuzz)["fail_on_revert"] === false ? ["fuzz.fail_on_revert"] : []),
    ...(jsonObjectOf(invariant)["call_override"] === true ? ["invariant.call_override"] : []),
  ];
}

/** Reads settings by their kinds; what is of another one doesn't count, and is named. */
class Values {
  readonly #values: JsonObject;
  readonly wrong = new Set<string>();

  constructor(values: JsonObject) {
    this.#values = values;
  }

  #one<Value>(name: string, is: (value: unknown) => value is Value): Value | undefined {
    const value = this.#values[name];
    if (value === undefined || is(value)) return value;
    this.wrong.add(name);
    return undefined;
  }

  text = (name: string): string | undefined => this.#one(name, (value) => typeof value === "string");
  number = (name: string): number | undefined => this.#one(name, (value) => typeof value === "number");
  truth = (name: string): boolean | undefined => this.#one(name, (value) => typeof value === "boolean");
  texts = (name: string): string[] | undefined => texts(this.#one(name, (value) => Array.isArray(value)));
}

/** What code is made by in a profile, over what another one says. */
function codeOf(values: Values): ConfiguredCode {
  const [runs, enabled] = [values.number("optimizer_runs"), values.truth("optimizer")];
  const evmVersion = values.text("evm_version");
  const viaIR = values.truth("via_ir");
  const bytecodeHash = values.text("bytecode_hash");
  return {
    ...(evmVersion === undefined ? {} : { evmVersion }),
    ...(viaIR === undefined ? {} : { viaIR }),
    ...(runs === undefined && enabled === undefined
      ? {}
      : { optimizer: { enabled: enabled ?? (runs ?? 0) > 0, runs: runs ?? 200 } }),
    ...(bytecodeHash === undefined ? {} : { metadata: { bytecodeHash } }),
  };
}

const listOf = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);

/** `[[additional_compiler_profiles]]`: what each says in place of the project's own. */
const profilesIn = (values: JsonObject): readonly CompilerProfile[] =>
  listOf(values["additional_compiler_profiles"]).map((each) => {
    const { optimizer, ...code } = codeOf(new Values(each));
    const { optimizer: enabled, optimizer_runs: runs } = each;
    return {
      code,
      ...(typeof runs === "number" ? { runs } : {}),
      ...(optimizer === undefined ? {} : { enabled: typeof enabled === "boolean" ? enabled : optimizer.enabled }),
    };
  });

/** `[[compilation_restrictions]]`: what must hold for the code of some sources, and of all that imports them. */
const restrictionsIn = (values: JsonObject): readonly Restriction[] =>
  listOf(values["compilation_restrictions"]).flatMap((each) => {
    const own = new Values(each);
    const paths = own.text("paths");
    if (paths === undefined) return [];
    const evm = (name: string) => evmVersionOf(own.text(name) ?? "");
    return [
      {
        paths,
        version: own.text("version")?.replaceAll(",", " "),
        viaIR: own.truth("via_ir"),
        bytecodeHash: own.text("bytecode_hash"),
        minRuns: own.number("min_optimizer_runs") ?? own.number("optimizer_runs"),
        maxRuns: own.number("max_optimizer_runs") ?? own.number("optimizer_runs"),
        minEvm: evm("min_evm_version") ?? evm("evm_version"),
        maxEvm: evm("max_evm_version") ?? evm("evm_version"),
      },
    ];
  });

/** What a project's settings of Foundry say of how it is compiled. */
export function foundryConfig({ values: all, unread }: FoundrySettings): ConfiguredProject {
  const values = new Values(all);
  const solc = values.text("solc");
  const version = solc === undefined ? undefined : exactVersion(solc);
  const { metadata, ...code } = codeOf(values);
  const remappings = values.texts("remappings");
  const libs = values.texts("libs");
  const skip = values.texts("skip");
  const sources = values.text("src");
  const noCbor = values.truth("cbor_metadata") === false;
  const configured: ConfiguredProject = {
    unread: [],
    ...(sources === undefined ? {} : { sources }),
    tests: values.text("test") ?? "test",
    scripts: values.text("script") ?? "script",
    ...(version === undefined ? {} : { versions: [version] }),
    ...code,
    optimizer: optimizerOf(values.truth("optimizer"), values.number("optimizer_runs"), all["optimizer_details"]),
    viaIR: code.viaIR ?? false,
    ...(metadata || noCbor ? { metadata: { ...metadata, ...(noCbor ? { appendCBOR: false } : {}) } } : {}),
    ...(remappings ? { remappings } : {}),
    ...(libs ? { libraryFolders: libs } : {}),
    ...(skip ? { skip } : {}),
    findsLibraries: values.truth("auto_detect_remappings") ?? true,
    profiles: profilesIn(all),
    restrictions: restrictionsIn(all),
    libraries: librariesOf(values.texts("libraries") ?? []),
  };
  const names = [
    ...(solc !== undefined && version === undefined ? ["solc"] : []),
    ...values.wrong,
    ...unfollowedIn(all),
  ];
  return { ...configured, unread: [...unread, ...names.map((name) => `foundry.toml: ${name}`)] };
}
