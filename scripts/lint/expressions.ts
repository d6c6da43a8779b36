import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Visitor } from "oxc-parser";
import type { Diagnostics } from "recheck";
import { lineOf, readSources, root, type SourceFile } from "./sources";

/**
 * Every regular expression in the product, and in scripts that read what is not ours, must run in time linear in its input: an
 * error text, a log, a config.ini or an ABI may be hostile and long. `recheck` proves it, or shows the text that takes too long.
 */

/** Programs that read nothing but our own recordings and our own sources. */
const ownInput = /^(?:tools\/(?:replay|recordings)\/|scripts\/(?:compile-governance|bundling\/translations)\.ts$)/;
/** Where an expression may be made at run time, and why: its text stands in a JSON file whose patterns are proven here too. */
const fromData: Readonly<Record<string, string>> = {
  "src/contractTests/discover/selectTests.ts":
    "patterns that a person types, and those of foundry.toml that are quick by their form",
  "src/errors/logPhrases.ts": "patterns of logPhrases.json",
  "src/cli/contractTests/mutationOptions.ts": "patterns that a person types for a run of their own",
  "src/nodeConfig/schema/keySpec.ts": "patterns of configIni.json and configGenesis.json",
};
const dataFiles = [
  "package.json",
  "src/errors/logPhrases.json",
  "src/nodeConfig/schema/configIni.json",
  "src/nodeConfig/schema/configGenesis.json",
];
const grammars = ["chain-sql", "fisco-ini", "fisco-record", "fisco-request"].map(
  (name) => `syntaxes/${name}.tmLanguage.json`,
);

/** What `npm run lint -- --prove` proved when it was called last; a fresh clone need not prove it again. */
const list = join(import.meta.dirname, "provenExpressions.txt");

interface Expression {
  where: string;
  source: string;
  flags: string;
}

/** A call or `new` of RegExp, or a method that makes an expression of a string. */
function madeAtRunTime(node: { callee: unknown; arguments: readonly unknown[] }): boolean {
  const callee = node.callee as { name?: string; property?: { name?: string } };
  if (callee.name === "RegExp" || callee.property?.name === "RegExp") return true;
  const first = node.arguments[0] as { type?: string; regex?: unknown; value?: unknown } | undefined;
  const isText = first?.type === "TemplateLiteral" || (first?.type === "Literal" && typeof first.value === "string");
  return isText && ["match", "matchAll", "search"].includes(callee.property?.name ?? "");
}

function inSource({ path, text, program }: SourceFile, problems: string[]): Expression[] {
  const found: Expression[] = [];
  const made = (node: { callee: unknown; arguments: readonly unknown[]; start: number }): void => {
    if (madeAtRunTime(node) && !(path in fromData))
      problems.push(
        `${path}:${lineOf(text, node.start)} an expression made at run time cannot be proven: write a literal`,
      );
  };
  new Visitor({
    Literal: (node) => {
      if (!("regex" in node) || !node.regex) return;
      const { pattern: source, flags } = node.regex;
      found.push({ where: `${path}:${lineOf(text, node.start)}`, source, flags });
    },
    NewExpression: made,
    CallExpression: made,
  }).visit(program);
  return found;
}

/** The texts under these names, wherever they stand in a JSON value. */
function textsUnder(names: readonly string[], value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    typeof member === "string" ? (names.includes(name) ? [member] : []) : textsUnder(names, member),
  );
}

function inData(path: string, names: readonly string[], flags: string): Expression[] {
  const content: unknown = JSON.parse(readFileSync(join(root, path), "utf8"));
  return textsUnder(names, content).map((source) => ({ where: path, source, flags }));
}

function ownExpressions(): Expression[] {
  return [
    ...dataFiles.flatMap((path) => inData(path, ["pattern", "regexp"], "i")),
    ...grammars.flatMap((path) => inData(path, ["match", "begin", "end"], "")),
  ];
}

/** What is said of an expression in the list of those that are proven: no one reads it, so a part of its hash will do. */
const mark = (key: string): string => createHash("sha256").update(key).digest("hex").slice(0, 20);

/** Expressions that were proven before, by the version of the checker. Most proofs take milliseconds, the rest of them a minute. */
class Proven {
  readonly #cache: string;
  readonly #own: Set<string>;
  readonly #listed: ReadonlySet<string>;
  readonly #version: string;

  /** @param believed whether the list beside this file counts, too, which other machines have made */
  constructor(version: string, believed: boolean) {
    this.#version = `recheck ${version}`;
    this.#cache = join(root, "node_modules/.cache/chainside/expressions.txt");
    this.#own = this.#read(this.#cache);
    this.#listed = believed ? this.#read(list) : new Set();
  }

  #read(path: string): Set<string> {
    const [version, ...marks] = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
    return new Set(version === this.#version ? marks.filter((each) => each !== "") : []);
  }

  has(key: string): boolean {
    return this.#own.has(mark(key)) || this.#listed.has(mark(key));
  }

  /** Only what is proven is kept: a machine under load may be too slow for a proof. */
  add(key: string): void {
    this.#own.add(mark(key));
  }

  save(): void {
    this.#write(this.#cache, [...this.#own]);
  }

  /** Writes the list anew, of what this machine has proven. */
  publish(keys: Iterable<string>): void {
    this.#write(
      list,
      [...keys].map(mark).filter((each) => this.#own.has(each)),
    );
  }

  #write(path: string, marks: readonly string[]): void {
    const temporary = `${path}.${process.pid}`;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(temporary, [this.#version, ...marks.toSorted(), ""].join("\n"));
    renameSync(temporary, path);
  }
}

/** With so many new ones each fresh clone proves for a minute what is proven here. */
const maxUnlisted = 50;

/** Its short time limits take a busy machine for a slow expression; those of steps stay. */
const limits = { timeout: 120_000, incubationTimeout: null, attackTimeout: null };

function verdictOf(result: Diagnostics): string {
  if (result.status === "safe") return "safe";
  if (result.status === "unknown") return `cannot be proven linear (${result.error.kind})`;
  const { complexity, attack } = result;
  return `is not linear: ${complexity.summary}, for example for ${attack.pattern}`;
}

/** Whose proofs count: those of the list in the repository, only this machine's own, or (`anew`) those for a new list. */
export type Proofs = "listed" | "own" | "anew";

/** Every regular expression of the product and of those scripts. */
export function checkExpressions(proofs: Proofs): Promise<string[]> {
  const sources = ["src", "scripts", "tools"].flatMap(readSources).filter(({ path }) => !ownInput.test(path));
  return proveLinear(sources, ownExpressions(), proofs);
}

/** Proves the regular expressions of these files and texts linear; one line for each that is not. */
export async function proveLinear(
  sources: readonly SourceFile[],
  texts: readonly Expression[],
  proofs: Proofs,
): Promise<string[]> {
  const problems: string[] = [];
  const require = createRequire(import.meta.url);
  const { check } = await import("recheck").catch(() => ({ check: undefined }));
  if (!check) return ["the checker is not installed: npm install"];
  const { version } = require("recheck/package.json") as { version: string };
  const proven = new Proven(version, proofs === "listed");
  const places = new Map<string, Expression[]>();
  for (const expression of [...sources.flatMap((source) => inSource(source, problems)), ...texts]) {
    const key = `/${expression.source}/${expression.flags.replace(/[dgy]/g, "")}`;
    places.set(key, [...(places.get(key) ?? []), expression]);
  }
  const unproven = [...places.keys()].filter((key) => !proven.has(key));
  if (unproven.length > maxUnlisted)
    console.log(`${unproven.length} expressions aren't in the list of proofs: \`npm run lint -- --prove\` adds them`);
  for (const key of unproven) {
    const [first, ...others] = places.get(key) ?? [];
    if (!first) continue;
    const verdict = verdictOf(await check(first.source, first.flags, limits));
    if (verdict === "safe") proven.add(key);
    else for (const each of [first, ...others]) problems.push(`${each.where} ${key} ${verdict}`);
  }
  proven.save();
  if (proofs === "anew") proven.publish(places.keys());
  return problems;
}
