import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const json = (path: string): Record<string, string> => JSON.parse(read(path)) as Record<string, string>;
const folders = ["workspace", "sample"].map((name) => join(root, "test/fixtures", name));

const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, word = ""]) => word);

describe("the README of the workspace that `npm start` opens", () => {
  const [english = "", chinese = ""] = read("test/fixtures/sample/README.md").split(/^# 示例工作区$/m);

  it.each([english, chinese])("names files that are there", (part) => {
    const paths = found(part, /`([\w.]+(?:\/[\w.]+)*\.\w+)`/g);
    expect(paths.length).toBeGreaterThan(3);
    expect(paths.filter((path) => !folders.some((folder) => existsSync(join(folder, path))))).toEqual([]);
  });

  it("names commands and actions as they are called, in both languages", () => {
    const rooms = readdirSync(join(root, "l10n/zh-cn")).map((file) => json(`l10n/zh-cn/${file}`));
    const here = (titles: readonly string[], known: readonly string[]): string[] =>
      titles.map((title) => title.replace("FISCO BCOS: ", "")).filter((title) => !known.includes(title));
    const ours = found(english, /(?<!\*)\*([A-Z][^*\n]+)\*(?!\*)/g);
    expect(ours.length).toBeGreaterThan(3);
    expect(here(ours, [...Object.values(json("package.nls.json")), ...rooms.flatMap(Object.keys)])).toEqual([]);
    const theirs = found(chinese, /“([^”]+)”/g).filter((title) => title !== "测试" && title !== "问题");
    expect(theirs.length).toBe(ours.length);
    const texts = [...Object.values(json("package.nls.zh-cn.json")), ...rooms.flatMap(Object.values)];
    expect(here(theirs, texts)).toEqual([]);
  });
});
