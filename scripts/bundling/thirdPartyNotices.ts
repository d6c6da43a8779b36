// The licence notices of what is bundled, made from esbuild's own list of what it took in. By hand is listed alone what files of packages
// hold of others, of which the bundler knows nothing.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Metafile } from "esbuild";

/** A package whose code is in the bundles. */
export interface BundledPackage {
  name: string;
  version: string;
  /** SPDX expression of its manifest. */
  license: string;
  author: string;
  /** Its licence and notice files, word for word. Empty where the package has none. */
  texts: string[];
}

const modules = "node_modules/";

/** The folder of the package that an input belongs to: `node_modules/a/node_modules/@b/c` of `…/@b/c/lib/x.js`. */
function packageFolder(input: string): string | undefined {
  const at = input.lastIndexOf(modules);
  if (at < 0) return undefined;
  const inside = input.slice(at + modules.length).split("/");
  const name = inside.slice(0, inside[0]?.startsWith("@") ? 2 : 1).join("/");
  return input.slice(0, at + modules.length) + name;
}

/** Folders, relative to the root, of all packages that gave at least one byte to an output. */
function bundledFolders(metafiles: readonly Metafile[]): string[] {
  const folders = new Set<string>();
  for (const { outputs } of metafiles) {
    for (const { inputs } of Object.values(outputs)) {
      for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
        const folder = bytesInOutput > 0 ? packageFolder(input) : undefined;
        if (folder !== undefined) folders.add(folder);
      }
    }
  }
  return [...folders].sort();
}

function readPackage(root: string, folder: string): BundledPackage {
  const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Record<string, unknown>;
  const { name, version, license, author } = manifest;
  if (typeof name !== "string" || typeof version !== "string" || typeof license !== "string")
    throw new Error(`${folder}: name, version or license is missing in its package.json`);
  const texts = readdirSync(join(root, folder))
    .filter((file) => /^(?:licen[cs]e|notice|copying)/i.test(file))
    .sort()
    .map((file) =>
      readFileSync(join(root, folder, file), "utf8")
        .replaceAll("\r\n", "\n")
        .trim(),
    );
  // the licence of this project: its text is here
  if (texts.length === 0 && license === "Apache-2.0") texts.push(readFileSync(join(root, "LICENSE"), "utf8").trim());
  const person = typeof author === "object" && author !== null ? (author as { name?: unknown }).name : author;
  return { name, version, license, author: typeof person === "string" ? person : `the authors of ${name}`, texts };
}

/** What published files of packages hold of others, which stand in `node_modules` or in the package's own list of notices. */
const within: Readonly<Record<string, { readonly installed: readonly string[]; readonly listed: readonly string[] }>> =
  {
    "prettier-plugin-solidity": { installed: ["@solidity-parser/parser", "semver"], listed: [] },
    prettier: {
      installed: [],
      listed: [
        "@babel/code-frame",
        "@babel/helper-validator-identifier",
        "diff",
        "emoji-regex",
        "escape-string-regexp",
        "get-east-asian-width",
        "js-tokens",
        "leven",
        "picocolors",
        "vnopts",
      ],
    },
  };

/** The runtime of ANTLR, which the parser of `@solidity-parser/parser` holds without its licence. */
const antlr: BundledPackage = {
  name: "antlr4",
  version: "4.13",
  license: "BSD-3-Clause",
  author: "The ANTLR Project",
  texts: [readFileSync(join(import.meta.dirname, "antlr4-licence.txt"), "utf8").trim()],
};

/** Entries of a package's `THIRD-PARTY-NOTICES.md`: a heading `## name@vVersion`, `License: …`, and the licence as a quotation. */
function listedPackages(root: string, folder: string, names: readonly string[]): BundledPackage[] {
  if (names.length === 0) return [];
  const notices = readFileSync(join(root, folder, "THIRD-PARTY-NOTICES.md"), "utf8").replaceAll("\r\n", "\n");
  return names.map((name) => {
    const section = notices.split("\n## ").find((each) => each.startsWith(`${name}@v`));
    const license = /^License: (\S+)/m.exec(section ?? "")?.[1];
    const lines = (section ?? "").split("\n").filter((line) => line.startsWith(">"));
    // the first is what the package says of itself
    const text = lines
      .slice(lines.findIndex((line) => /licen[cs]e|copyright/i.test(line)))
      .map((line) => line.slice(2))
      .join("\n");
    if (section === undefined || license === undefined || !/copyright/i.test(text))
      throw new Error(`${folder}: THIRD-PARTY-NOTICES.md has no licence of ${name}`);
    const version = section.slice(name.length + 2, section.indexOf("\n"));
    return { name, version, license, author: `the authors of ${name}`, texts: [text.trim()] };
  });
}

/** What is inside the published files of a package. */
function heldIn(root: string, folder: string, name: string): BundledPackage[] {
  const held = within[name];
  if (!held) return [];
  return [
    ...held.installed.map((each) => readPackage(root, `${modules}${each}`)),
    ...listedPackages(root, folder, held.listed),
    ...(held.installed.includes("@solidity-parser/parser") ? [antlr] : []),
  ];
}

/** What is bundled, one entry for each name and version. Throws for a package without a licence in its manifest. */
export function bundledPackages(root: string, metafiles: readonly Metafile[]): BundledPackage[] {
  const found = new Map<string, BundledPackage>();
  for (const folder of bundledFolders(metafiles)) {
    if (!existsSync(join(root, folder, "package.json"))) throw new Error(`${folder}: no package.json`);
    const own = readPackage(root, folder);
    for (const each of [own, ...heldIn(root, folder, own.name)]) found.set(`${each.name}@${each.version}`, each);
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * The terms for a package that brings no licence file: its copyright line, and what another bundled package under the same
 * licence says below its own. Throws where there is none: such a package may not be bundled before its terms are found.
 */
function termsWithoutFile(each: BundledPackage, packages: readonly BundledPackage[]): string {
  const start = each.license === "MIT" ? "Permission is hereby granted" : "";
  for (const { license, texts } of packages) {
    const text = texts[0] ?? "";
    const at = text.indexOf(start);
    if (license === each.license && text !== "" && at >= 0) return `Copyright (c) ${each.author}\n\n${text.slice(at)}`;
  }
  throw new Error(`${each.name}: no licence file, and no other package under ${each.license} has one`);
}

/** The text of `ThirdPartyNotices.txt`: equal licences are printed once, below all that are under them. */
export function thirdPartyNotices(packages: readonly BundledPackage[]): string {
  const groups = new Map<string, BundledPackage[]>();
  for (const each of packages) {
    const text = each.texts.join("\n\n") || termsWithoutFile(each, packages);
    groups.set(text, [...(groups.get(text) ?? []), each]);
  }
  const line = "-".repeat(80);
  const sections = [...groups].map(([text, members]) => {
    const names = members.map(({ name, version, license }) => `${name} ${version} (${license})`);
    const source = members.some(({ license }) => license.includes("MPL"))
      ? "\nUsed unchanged. Source: the npm registry, under this name and version.\n"
      : "";
    return `${line}\n${names.join("\n")}\n${source}\n${text}\n`;
  });
  const head =
    "Third-party notices of Chainside for FISCO BCOS\n\nThis extension contains code of the packages below, under their licences.\n";
  return `${head}\n${sections.join("\n")}`;
}
