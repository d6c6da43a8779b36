import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectFiles, root } from "../../../scripts/lint/sources";
import { newerMembers, newerUses, usedMembers } from "../../../tools/editorCheck/newerApis";

const older = `declare module "vscode" {
  export const version: string;
  export namespace lm { export function registerTool(name: string): void; }
  export class TreeItem { label?: string; }
}`;
const newer = `declare module "vscode" {
  export const version: string;
  export namespace lm { export function registerTool(name: string): void; export function registerServer(id: string): void; }
  export class TreeItem { label?: string; markdown?: string; }
  export class Server { env: object; }
}`;
const members = ["Server", "TreeItem.markdown", "lm.registerServer"];

test("newer members are those of a newer version's types alone", () => {
  expect(newerMembers(older, newer)).toEqual(members);
  expect(newerMembers(newer, newer)).toEqual([]);
});

const cast = `interface Host { readonly lm?: { registerServer?(id: string): void } }
const { lm } = vscode as unknown as Host;`;

test("a newer member behind a cast is found, and whether the version was asked for", () => {
  const found = (text: string) => newerUses("a.ts", text, members);
  expect(found(cast)).toEqual([{ path: "a.ts", member: "lm.registerServer", guarded: false }]);
  expect(found(`${cast}\nif (atLeast(vscode.version, "1.101.0")) lm?.registerServer?.("a");`)[0]?.guarded).toBe(true);
  expect(found(`const tree = vscode.TreeItem as unknown as Made; tree.markdown;`)).toHaveLength(1);
  expect(found(`const made = vscode as unknown as Made; made.TreeItem.markdown;`)).toHaveLength(1);
  // another object's member of the same name
  expect(found("thing.lm.registerServer()")).toEqual([]);
});

test("what a source names of the API is known by the types", () => {
  const known = new Set(["lm", "lm.registerTool", "TreeItem"]);
  const text = "vscode.lm.registerTool(); new vscode.TreeItem.Thing(); vscode.nothing; other.vscode.lm";
  expect(usedMembers(text, known)).toEqual(["lm.registerTool", "TreeItem"]);
});

test("the page lists what is newer than our oldest version, and no source reaches further without asking", () => {
  const page = readFileSync(join(root, "docs/editors.md"), "utf8");
  const listed = [...page.matchAll(/^\| `([\w.]+)` \| 1\.\d{3} \|/gm)].map(([, name = ""]) => name);
  expect(listed).toHaveLength(2);
  const texts = projectFiles("src/extension", ".ts").map((path) => ({
    path,
    text: readFileSync(join(root, path), "utf8"),
  }));
  const sources = texts.filter(({ text }) => /\bvscode(?:\.\w+)* as unknown as\b/.test(text));
  expect(sources).not.toHaveLength(0);
  const uses = sources.flatMap(({ path, text }) => newerUses(path, text, listed));
  expect(uses.map(({ member }) => member).sort()).toEqual([...listed].sort());
  expect(uses.filter(({ guarded }) => !guarded)).toEqual([]);
  // what has no types: points of the manifest
  const { contributes } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { contributes: object };
  const points = [...page.matchAll(/^\| `(\w+)` of the manifest \|/gm)].map(([, name = ""]) => name);
  expect(points).toEqual(["mcpServerDefinitionProviders", "chatSkills"]);
  expect(Object.keys(contributes)).toEqual(expect.arrayContaining(points));
});
