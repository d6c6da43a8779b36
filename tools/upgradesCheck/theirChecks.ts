import { createRequire } from "node:module";
import { join } from "node:path";
import { npmPackages } from "../../scripts/test/npmPackages";
import type { CompiledContract, CompiledProject, StorageLayout } from "../../src/solidity/artifact/compiledProject";

/** What their program gives for the contracts of one compilation, by `SOURCE:NAME`. */
type Run = Record<string, unknown>;

interface Difference {
  readonly kind: string;
  readonly original?: { readonly label?: string };
  readonly updated?: { readonly label?: string };
}

/** The parts of OpenZeppelin's upgrades-core that are used here. */
interface UpgradesCore {
  validate(output: object, decode: object, version: string, input: object, namespaced?: object): Run;
  makeNamespacedInput(input: object, output: object, version: string): { sources: Record<string, { content: string }> };
  solcInputOutputDecoder(input: object, output: object): object;
  getStorageUpgradeErrors(before: object, now: object, options: object): readonly Difference[];
  silenceWarnings(): void;
}

interface Query {
  unfoldStorageLayout(run: Run, contract: string): object;
}

/** One compilation: the compiler's version, its sources and all contracts of them. */
export interface Compilation {
  readonly version: string;
  readonly sources: CompiledProject["sources"];
  readonly contracts: readonly CompiledContract[];
}

const isNamespaced = ({ contract }: StorageLayout["storage"][number]): boolean => contract.startsWith("erc7201:");

/** A layout as the compiler gave it: without variables of namespaces, and with the types of the others alone. */
function ofCompiler({ storage, types }: StorageLayout) {
  const own = storage.filter((entry) => !isNamespaced(entry));
  const used = new Map<string, StorageLayout["types"][string]>();
  const add = (key: string | undefined): void => {
    const type = key === undefined ? undefined : types[key];
    if (key === undefined || !type || used.has(key)) return;
    const { label, numberOfBytes, key: of, value, base, members } = type;
    const encoding = { ...(of === undefined ? {} : { key: of }), ...(value === undefined ? {} : { value }) };
    used.set(key, { label, numberOfBytes, ...encoding, ...(base ? { base } : {}), ...(members ? { members } : {}) });
    for (const each of [of, value, base, ...(members ?? []).map((member) => member.type)]) add(each);
  };
  for (const { type } of own) add(type);
  return { storage: own, types: Object.fromEntries(used) };
}

/** A compilation in the form of solc's own output. */
function solcOutput({ sources, contracts }: Compilation) {
  const named: Record<string, Record<string, object>> = Object.fromEntries(sources.map(({ name }) => [name, {}]));
  for (const { sourceName, name, bytecode, storageLayout } of contracts) {
    const { object, linkReferences } = bytecode;
    const layout = storageLayout ? { storageLayout: ofCompiler(storageLayout) } : {};
    named[sourceName] = {
      ...named[sourceName],
      [name]: { evm: { bytecode: { object, linkReferences } }, ...layout },
    };
  }
  return { contracts: named, sources: Object.fromEntries(sources.map(({ name, id, ast }) => [name, { id, ast }])) };
}

/** OpenZeppelin's checks of upgrades, as `tools/upgradesCore` pins them. */
export async function theirChecks() {
  const require = createRequire(join(await npmPackages("tools/upgradesCore"), "@openzeppelin/upgrades-core/"));
  const core = require("@openzeppelin/upgrades-core") as UpgradesCore;
  const query = require("@openzeppelin/upgrades-core/dist/validate/query") as Query;
  core.silenceWarnings();
  const inputOf = ({ sources }: Compilation) => ({
    language: "Solidity",
    sources: Object.fromEntries(sources.map(({ name, content }) => [name, { content }])),
    settings: {},
  });
  return {
    /** Texts of the same sources in which the structs of namespaces are variables: the compiler measures them so. */
    namespaced: (compilation: Compilation) =>
      core.makeNamespacedInput(inputOf(compilation), solcOutput(compilation), compilation.version).sources,
    /** Judges all contracts of a compilation. @param namespaced what the texts above compile to */
    run(compilation: Compilation, namespaced?: Compilation): Run {
      const [input, output] = [inputOf(compilation), solcOutput(compilation)];
      const decode = core.solcInputOutputDecoder(input, output);
      return core.validate(output, decode, compilation.version, input, namespaced && solcOutput(namespaced));
    },
    /** Kinds of what is unsafe in a contract behind a transparent proxy. What they only warn of is left out. */
    risks(run: Run, contract: string): readonly string[] {
      type Judged = { readonly inherit: readonly string[]; readonly errors: readonly { readonly kind: string }[] };
      const { inherit, errors } = run[contract] as Judged;
      const ofBases = inherit.flatMap((base) => (run[base] as Judged | undefined)?.errors ?? []);
      const isCode = ({ kind }: { readonly kind: string }) => kind === "delegatecall" || kind === "selfdestruct";
      const all = [...errors, ...ofBases.filter((each) => !isCode(each))];
      return [...new Set(all.map(({ kind }) => kind))].filter((kind) => kind !== "incorrect-initializer-order");
    },
    /** What speaks against an upgrade; undefined where they refuse to judge. */
    changes([beforeRun, before]: readonly [Run, string], [nowRun, now]: readonly [Run, string]) {
      const layouts = [query.unfoldStorageLayout(beforeRun, before), query.unfoldStorageLayout(nowRun, now)] as const;
      const found = core.getStorageUpgradeErrors(...layouts, {});
      return found.map(({ kind, original, updated }) => `${kind} ${original?.label ?? ""}→${updated?.label ?? ""}`);
    },
  };
}
