import { chainFlags } from "../../facts/releases/chainFlags";
import { releases } from "../../facts/releases/releases";
import type { IniFileKind } from "../document/iniDocument";
import genesisSchema from "./configGenesis.json";
import iniSchema from "./configIni.json";

/** How the node converts a value (docs/protocol/config-ini.md, "Values"). `-`: the key is never read. */
type ValueType =
  | "bool"
  | "int32"
  | "uint32"
  | "uint64"
  | "size"
  | "int64"
  | "port"
  | "ip"
  | "enum"
  | "double"
  | "nodeid"
  | "string"
  | "file"
  | "dir"
  | "endpoint"
  | "csv-endpoint"
  | "csv-module"
  | "csv-int"
  | "hex"
  | "time"
  | "decimal-string"
  | "sealer"
  | "version"
  | "address"
  | "-";

/** What the node does with a value it cannot use. */
type OnInvalid =
  | "silent-default"
  | "lexcast-throw"
  | "text"
  | "throw"
  | "skip-entry"
  | "ignored-key"
  | "silent-info"
  | "none";

/** Which program reads a section: the all-in-one node, or one of the services of a pro or max deployment. */
export type Role = "air" | "pro-node" | "max-node" | "rpc" | "gateway" | "executor";

export interface KeySpec {
  /** The key as written; `cal.<n>` and the like for families, see `pattern`. */
  readonly key: string;
  readonly type: ValueType;
  /** What the node uses without the key; in parentheses when it is no value. */
  readonly default: string;
  /** The default in Chinese, where it is a description. */
  readonly defaultZh?: string;
  /** What the official generator writes; in parentheses when it writes none. */
  readonly template: string;
  readonly since: string;
  /** Last release that reads it. */
  readonly until?: string;
  /** Releases from the first up to, not including, the second do not read it. */
  readonly absent?: readonly string[];
  readonly onInvalid: OnInvalid;
  /** How a change takes effect; a restart when absent. */
  readonly reload?: "sigusr1" | "sigusr2" | "permanent";
  /** config.genesis: how the value can change after block 0. */
  readonly change?: string;
  readonly range?: {
    readonly min?: number;
    readonly max?: number;
    readonly unit?: string;
    readonly enum?: readonly string[];
    readonly caseInsensitive?: boolean;
  };
  /** First release that looks at the range. */
  readonly rangeSince?: string;
  readonly requiredWhen?: string;
  /** Regular expression of the keys of a family. */
  readonly pattern?: string;
  /** The node's own words when it refuses to start. */
  readonly failure?: string;
  /** The same in Chinese, where there is more to it than the node's words. */
  readonly failureZh?: string;
  readonly related?: readonly string[];
  readonly unread?: boolean;
  readonly deprecated?: boolean;
  readonly security?: boolean;
  readonly secret?: boolean;
  readonly roles?: readonly string[];
  readonly en: string;
  readonly zh: string;
}

interface SectionSpec {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** Programs that read it; `all` for every one. */
  readonly roles: readonly string[];
  readonly keys: readonly KeySpec[];
  readonly en: string;
  readonly zh: string;
}

/** The keys of all releases: what later ones brought stands in their facts. */
function withLaterKeys(sections: readonly SectionSpec[]): SectionSpec[] {
  const later = releases.flatMap(({ configKeys = [] }) => configKeys);
  return sections.map((section) => {
    const own = later.filter((key) => key.section === section.name) as unknown as KeySpec[];
    return own.length > 0 ? { ...section, keys: [...section.keys, ...own] } : section;
  });
}

const schemas: Readonly<Record<IniFileKind, readonly SectionSpec[]>> = {
  config: withLaterKeys(iniSchema.sections as readonly SectionSpec[]),
  genesis: genesisSchema.sections as readonly SectionSpec[],
};

/** Feature flags the node accepts in `[features]` of config.genesis, each with the first release that knows it. */
export const featureFlags: readonly { readonly flag: string; readonly since: string }[] = chainFlags.map(
  ({ name, since, genesisSince = since }) => ({ flag: name, since: genesisSince }),
);

interface IndexedSection {
  readonly spec: SectionSpec;
  readonly keys: ReadonlyMap<string, KeySpec>;
  readonly plainKeys: readonly string[];
  readonly families: readonly { readonly pattern: RegExp; readonly spec: KeySpec }[];
}

function indexSections(sections: readonly SectionSpec[]): ReadonlyMap<string, IndexedSection> {
  const index = new Map<string, IndexedSection>();
  for (const spec of sections) {
    const indexed: IndexedSection = {
      spec,
      keys: new Map(spec.keys.map((key) => [key.key, key])),
      plainKeys: spec.keys.flatMap(({ key }) => (key.includes("<") ? [] : [key])),
      families: spec.keys.flatMap((key) =>
        key.pattern === undefined ? [] : [{ pattern: new RegExp(key.pattern), spec: key }],
      ),
    };
    for (const name of [spec.name, ...(spec.aliases ?? [])]) index.set(name, indexed);
  }
  return index;
}

const indexes: Readonly<Record<IniFileKind, ReadonlyMap<string, IndexedSection>>> = {
  config: indexSections(schemas.config),
  genesis: indexSections(schemas.genesis),
};

/** All sections of that kind of file, in the order the generator writes them. */
export function sectionSpecs(kind: IniFileKind): readonly SectionSpec[] {
  return schemas[kind];
}

/** A section by its name or alias, exactly as the node compares it. */
export function findSection(kind: IniFileKind, name: string): SectionSpec | undefined {
  return indexes[kind].get(name)?.spec;
}

/** What is known of a key, families (`cal.7`) included. */
export function findKey(kind: IniFileKind, section: string, key: string): KeySpec | undefined {
  const indexed = indexes[kind].get(section);
  return indexed?.keys.get(key) ?? indexed?.families.find(({ pattern }) => pattern.test(key))?.spec;
}

/** The keys of a section that have a name of their own, families left out. */
export function plainKeys(kind: IniFileKind, section: string): readonly string[] {
  return indexes[kind].get(section)?.plainKeys ?? [];
}

/** Whether what is said of a default, or of what the generator writes, is a value as it stands: `(unset)`, `data/<group id>` are none. */
export const isPlainValue = (value: string): boolean => /^[^ ()<>+;]+$/.test(value);

type Wording = Readonly<Record<string, { readonly en: string; readonly zh: string }>>;

/** How a change of the key takes effect, in both languages. */
export const reloadWording: Wording = iniSchema.reload;
/** What the node does with a wrong value, in both languages. */
export const onInvalidWording: Wording = iniSchema.onInvalid;
