import { chainFlags, isFlagOf } from "../../src/facts/releases/chainFlags";
import { releaseFacts } from "../../src/facts/releases/releases";
import { findKey } from "../../src/nodeConfig/schema/keySpec";
import { availability } from "../../src/nodeConfig/schema/nodeVersion";
import { atLeast } from "../../src/text/versions";

/** Reads a file of the tree by its path; undefined where the tree has none. */
export type ReadTree = (path: string) => string | undefined;

const places = {
  flags: "bcos-framework/bcos-framework/ledger/Features.h",
  steps: ["bcos-framework/bcos-framework/ledger/Features.cpp", "bcos-framework/bcos-framework/ledger/Features.h"],
  statuses: "bcos-protocol/bcos-protocol/TransactionStatus.h",
  versions: "bcos-framework/bcos-framework/protocol/Protocol.h",
  config: ["bcos-tool/bcos-tool/NodeConfig.cpp", "bcos-gateway/bcos-gateway/GatewayConfig.cpp"],
  generator: "tools/BcosAirBuilder/build_chain.sh",
} as const;

/** Statuses of all releases up to 3.17.1, by number (docs/protocol/errors.md, "Error and status numbers"). */
const knownStatuses: ReadonlySet<number> = new Set([
  0, 1, 2, 7, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 32, 33, 34, 35, 10000, 10001, 10002, 10003,
  10004, 10005, 10006, 10007, 10008, 10009, 10010, 10011, 10012, 10013, 10014, 10015,
]);

const withoutComments = (text: string): string => text.replace(/\/\/[^\n]*/g, "");

/** What stands between the braces behind a text. */
function bodyBehind(text: string, begin: string): string {
  const at = text.indexOf(begin);
  const open = text.indexOf("{", at);
  return at < 0 || open < 0 ? "" : text.slice(open + 1, text.indexOf("}", open));
}

/** `3.16.4` of `V3_16_4_VERSION`. */
const versionOf = (name: string): string => {
  const [major = "3", minor = "0", patch = "0"] = name.match(/\d+/g) ?? [];
  return `${major}.${minor}.${patch}`;
};

function compareFlags(source: string, version: string): string[] {
  const body = bodyBehind(withoutComments(source), "enum class Flag");
  const there: string[] = body.match(/\b(?:bugfix|feature)_\w+/g) ?? [];
  const known = chainFlags.map(({ name }) => name).filter((name) => isFlagOf(version, name));
  const differences = [
    ...there.filter((name) => !known.includes(name)).map((name) => `flag ${name} is new`),
    ...known.filter((name) => !there.includes(name)).map((name) => `flag ${name} isn't in the tree`),
  ];
  const common = there.filter((name) => known.includes(name));
  const order = known.filter((name) => there.includes(name));
  if (common.join() !== order.join()) differences.push("flags stand in another order");
  return differences;
}

/** Which data versions switch on which flags. */
function compareSteps(source: string, version: string): string[] {
  const differences: string[] = [];
  const reported = new Map<string, Set<string>>();
  const text = withoutComments(source);
  for (const found of text.matchAll(/\bV(3_\d{1,3}(?:_\d{1,3})?)_VERSION/g)) {
    const behind = found.index + found[0].length;
    const open = text.indexOf("{", behind);
    // between a version and its flags stands no more than the member's name
    const between = text.slice(behind, Math.min(open, behind + 200)).replaceAll(/[\s,=]/g, "");
    if (open < 0 || (between !== "" && between !== ".flags")) continue;
    const flags = text.slice(open, text.indexOf("}", open));
    for (const [flag] of flags.matchAll(/\b(?:bugfix|feature)_\w+/g)) {
      reported.set(flag, (reported.get(flag) ?? new Set()).add(versionOf(found[1] ?? "")));
    }
  }
  if (reported.size === 0) return ["the steps of data versions can't be read"];
  for (const { name, onWith } of chainFlags.filter((flag) => isFlagOf(version, flag.name))) {
    const [tree, facts] = [
      [...(reported.get(name) ?? [])].sort(),
      onWith.filter((step) => atLeast(version, step)).sort(),
    ];
    if (tree.join() !== facts.join())
      differences.push(
        `flag ${name} comes on with ${tree.join(", ") || "nothing"}, in the facts with ${facts.join(", ") || "nothing"}`,
      );
  }
  return differences;
}

function compareConfig(source: string, version: string): string[] {
  const text = withoutComments(source);
  const keys = new Map<string, readonly [string, string]>();
  for (const found of text.matchAll(/"([a-z0-9_]{1,60})\.([A-Za-z0-9_]{1,60})"/g)) {
    const before = text.slice(Math.max(0, found.index - 120), found.index).trimEnd();
    if (!/\bget(?:_optional)?<[^<>]{0,60}>\($/.test(before)) continue;
    const [, section = "", key = ""] = found;
    keys.set(`${section}.${key}`, [section, key]);
  }
  return [...keys].flatMap(([name, [section, key]]) => {
    const spec = findKey("config", section, key) ?? findKey("genesis", section, key);
    if (!spec) return [`key ${name} is new`];
    return availability(spec, version) === "notYet"
      ? [`key ${name} is read, in the facts only since ${spec.since}`]
      : [];
  });
}

function compareStatuses(source: string): string[] {
  const body = bodyBehind(withoutComments(source), "enum class TransactionStatus");
  return [...body.matchAll(/\b(\w{1,60})\s{0,9}=\s{0,9}(\d{1,9})/g)]
    .filter(([, , number]) => !knownStatuses.has(Number(number)))
    .map(([, name, number]) => `status ${number} ${name} is new`);
}

function compareVersions(source: string, version: string): string[] {
  const newest = /\bMAX_VERSION\s*=\s*V(3_\d+(?:_\d+)?)_VERSION/.exec(source)?.[1];
  if (newest === undefined) return ["the newest data version can't be read"];
  return versionOf(newest) === version ? [] : [`the newest data version is ${versionOf(newest)}`];
}

function compareGenerator(script: string, version: string): string[] {
  const made = /^default_version="v([\d.]+)"/m.exec(script)?.[1];
  const known = releaseFacts(version)?.newChain?.compatibilityVersion;
  return made === known ? [] : [`the generator makes chains of ${made ?? "?"}, in the facts of ${known ?? "?"}`];
}

/** What of a node's tree differs from the facts of a release, a line each. What the tree lacks is told as well. */
export function compareRelease(read: ReadTree, version: string): string[] {
  const differences: string[] = releaseFacts(version) ? [] : [`release ${version} is unknown`];
  const look = (paths: string | readonly string[], compare: (source: string) => string[]): void => {
    const texts = [paths]
      .flat()
      .map(read)
      .filter((text) => text !== undefined);
    differences.push(
      ...(texts.length > 0 ? compare(texts.join("\n")) : [`the tree has no ${[paths].flat().join(" or ")}`]),
    );
  };
  look(places.flags, (source) => compareFlags(source, version));
  look(places.steps, (source) => compareSteps(source, version));
  look(places.statuses, compareStatuses);
  look(places.versions, (source) => compareVersions(source, version));
  look(places.config, (source) => compareConfig(source, version));
  look(places.generator, (source) => compareGenerator(source, version));
  return differences;
}
