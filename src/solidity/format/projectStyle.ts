import nodePath, { dirname, join } from "node:path";
import { withinFence } from "../../files/liesWithin";
import { isThereIn } from "../../files/look";
import { namedPath } from "../../files/namedPath";
import { readRegularTextIfAny } from "../../files/regularFile";
import { isJsonObject, type JsonObject, jsonObjectOf, parseBoundedJson } from "../../text/limits/boundedJson";
import { parseBoundedToml } from "../../text/limits/boundedToml";
import { mebibyte } from "../../text/limits/sizes";
import { pathBelow, withSlashes } from "../../text/pathBelow";
import { readFoundrySettings } from "../project/foundrySettings";
import { isPathLike, readEditorConfig, styleOfEditorConfig } from "./editorConfig";
import { plainStyle, type Style, styleIn } from "./style";

/** Whose style: what the project says (`auto`), prettier's, or that of `forge fmt`. */
export type StyleChoice = "auto" | "prettier" | "forge";

/** How a file is written, and what says so. */
interface ProjectStyle {
  readonly style: Style;
  /** Files that were read for it, absolute. */
  readonly files: readonly string[];
  /** Configurations that are programs, which are never run, or that could not be read; absolute. */
  readonly unread: readonly string[];
}

/** Configurations are written by hand. */
const maxCharacters = mebibyte / 4;
const limits = { characters: maxCharacters, depth: 32, values: 20_000 };
const maxOverrides = 500;
const maxFolders = 200;

/** In the order in which prettier looks. */
const prettierFiles = [
  "package.json",
  ".prettierrc",
  ".prettierrc.json",
  ".prettierrc.yaml",
  ".prettierrc.yml",
  ".prettierrc.toml",
] as const;
const programs = [".prettierrc", "prettier.config"].flatMap((name) =>
  ["js", "mjs", "cjs", "ts", "mts", "cts"].map((ending) => `${name}.${ending}`),
);
const unknownForms = [".prettierrc.json5", "package.yaml"];

/** What `forge fmt` writes where nothing is said (book of Foundry, "Formatter"). */
export const forgeStyle: Style = {
  ...plainStyle,
  printWidth: 120,
  layout: "forge",
  // Long imports are broken, which compilers before 0.7.4 don't read: few projects of Foundry have any.
  compiler: "0.8.0",
};

type Read = { readonly file: string; readonly options: unknown } | { readonly unread: string };

async function textIn(folder: string, name: string, fence: string | undefined): Promise<string | undefined> {
  if (!isThereIn(folder, name)) return undefined;
  const path = await withinFence(namedPath(name, folder), fence);
  return path && readRegularTextIfAny(path, maxCharacters);
}

async function parsed(name: string, text: string): Promise<unknown> {
  if (name === "package.json") return jsonObjectOf(parseBoundedJson(text, limits))["prettier"];
  if (name.endsWith(".toml")) return parseBoundedToml(text, limits);
  // What is no YAML is no JSON either: each JSON text is one.
  const { parseBoundedYaml } = await import("../../yaml/boundedYaml");
  const document = parseBoundedYaml(text);
  if (document.errors.length > 0) throw new Error("no YAML");
  return document.toJS({ maxAliasCount: 0 });
}

/** The configuration of prettier in one folder; undefined where it has none. */
async function prettierIn(folder: string, fence: string | undefined): Promise<Read | undefined> {
  for (const name of prettierFiles) {
    const text = await textIn(folder, name, fence);
    if (text === undefined) continue;
    const file = join(folder, name);
    try {
      const options = await parsed(name, text);
      if (options === undefined && name === "package.json") continue;
      return isJsonObject(options) ? { file, options } : { unread: file };
    } catch {
      // A manifest that is none says nothing of prettier; npm complains of it.
      if (name !== "package.json") return { unread: file };
    }
  }
  const other = [...unknownForms.slice(0, 1), ...programs].find((name) => isThereIn(folder, name));
  return other === undefined ? undefined : { unread: join(folder, other) };
}

const patternsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each): each is string => typeof each === "string");

/** Options of a configuration for one file: its own, and those of the overrides that mean it. */
function optionsFor({ overrides, ...own }: JsonObject, path: string): Partial<Style> {
  let style = styleIn(own);
  for (const each of Array.isArray(overrides) ? overrides.slice(0, maxOverrides) : []) {
    const { files, excludeFiles, options } = jsonObjectOf(each) as Record<string, unknown>;
    const isMeant = patternsOf(files).some((pattern) => isPathLike(path, pattern));
    if (isMeant && !patternsOf(excludeFiles).some((pattern) => isPathLike(path, pattern)))
      style = { ...style, ...styleIn(options) };
  }
  return style;
}

/** Whether a configuration says something of this file: one that is about other languages alone says nothing of how Solidity is written. */
function concerns(options: JsonObject, path: string): boolean {
  const { overrides, plugins, ...own } = options;
  const isMeant = (each: unknown): boolean =>
    patternsOf(jsonObjectOf(each)["files"]).some((pattern) => isPathLike(path, pattern));
  const isEmpty = Object.keys(options).length === 0;
  return (
    isEmpty ||
    Object.keys(styleIn(own)).length > 0 ||
    patternsOf(plugins).some((name) => name.includes("solidity")) ||
    (Array.isArray(overrides) && overrides.slice(0, maxOverrides).some(isMeant))
  );
}

/** Folders from that of a file upwards: to the fence, the repository, or the top. */
function foldersAbove(path: string, fence: string | undefined): string[] {
  const folders: string[] = [];
  for (let folder = dirname(path); folders.length < maxFolders; folder = dirname(folder)) {
    if (fence !== undefined && folder !== fence && pathBelow(fence, folder, nodePath) === undefined) break;
    folders.push(folder);
    if (isThereIn(folder, ".git") || dirname(folder) === folder) break;
  }
  return folders;
}

const below = (folder: string, path: string): string =>
  withSlashes(pathBelow(folder, path, nodePath) ?? path, nodePath);

/** What `.editorconfig` files say, the nearest counting most. */
async function editorStyle(path: string, folders: readonly string[], fence: string | undefined) {
  const files: string[] = [];
  let values = new Map<string, string>();
  for (const folder of folders) {
    const text = await textIn(folder, ".editorconfig", fence);
    if (text === undefined) continue;
    const config = readEditorConfig(text, below(folder, path));
    files.push(join(folder, ".editorconfig"));
    values = new Map([...config.values, ...values]);
    if (config.root) break;
  }
  return { files, style: styleIn(styleOfEditorConfig(values)) };
}

/** `[fmt]` of the nearest `foundry.toml`, as its settings have it. */
async function forgeIn(folders: readonly string[], fence: string | undefined): Promise<Read | undefined> {
  for (const folder of folders) {
    const settings = await readFoundrySettings(folder, fence);
    if (!settings) continue;
    const file = join(folder, "foundry.toml");
    return settings.broken ? { unread: file } : { file, options: jsonObjectOf(settings.values["fmt"]) };
  }
  return undefined;
}

function styleOfForge(options: unknown): Partial<Style> {
  const { line_length, tab_width, bracket_spacing, quote_style, style, multiline_func_header } = jsonObjectOf(
    options,
  ) as Record<string, unknown>;
  const read = styleIn({
    printWidth: line_length,
    tabWidth: tab_width,
    bracketSpacing: bracket_spacing,
    singleQuote: quote_style === "single",
    useTabs: style === "tab",
  });
  return multiline_func_header === "all" ? { ...read, heads: "all" } : read;
}

/**
 * How a project writes a file, as its configurations say: they are read, never run. The nearest `.prettierrc` (or `prettier` of a
 * `package.json`) over `.editorconfig`, as prettier takes them; where there is none and a `foundry.toml` is, what `forge fmt` takes.
 * @param path absolute
 * @param fence the only folder in which files are read, absolute; undefined: up to the repository's
 */
export async function projectStyle(path: string, choice: StyleChoice, fence?: string): Promise<ProjectStyle> {
  const folders = foldersAbove(path, fence);
  const unread: string[] = [];
  if (choice !== "forge") {
    for (const folder of folders) {
      const found = await prettierIn(folder, fence);
      if (!found) continue;
      const editor = await editorStyle(path, folders, fence);
      if ("unread" in found) {
        unread.push(found.unread);
        return { style: { ...plainStyle, ...editor.style }, files: editor.files, unread };
      }
      const options = jsonObjectOf(found.options);
      if (choice === "auto" && !concerns(options, below(folder, path))) break;
      const own = optionsFor(options, below(folder, path));
      return { style: { ...plainStyle, ...editor.style, ...own }, files: [found.file, ...editor.files], unread };
    }
  }
  if (choice !== "prettier") {
    const found = await forgeIn(folders, fence);
    if (found && "unread" in found) return { style: forgeStyle, files: [], unread: [found.unread] };
    if (found) return { style: { ...forgeStyle, ...styleOfForge(found.options) }, files: [found.file], unread };
    if (choice === "forge") return { style: forgeStyle, files: [], unread };
  }
  const editor = await editorStyle(path, folders, fence);
  return { style: { ...plainStyle, ...editor.style }, files: editor.files, unread };
}
