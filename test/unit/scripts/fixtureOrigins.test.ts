import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const fixtures = resolve(import.meta.dirname, "../../fixtures");
/** What the first cells of the table's rows name: `recordings/air4`, … */
const named = readFileSync(join(fixtures, "README.md"), "utf8")
  .split(/^## /m)
  .filter((part) => !part.startsWith("The chains"))
  .flatMap((part) => part.match(/^\| `.*?\|/gm) ?? [])
  .flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path));

/** What no row names of a folder: all of it, or what is in it where rows name parts of it. */
function withoutRow(folder: string): string[] {
  return readdirSync(join(fixtures, folder)).flatMap((name) => {
    const path = folder === "" ? name : `${folder}/${name}`;
    if (path === "README.md" || named.includes(path)) return [];
    return named.some((row) => row.startsWith(`${path}/`)) ? withoutRow(path) : [path];
  });
}

describe("the page that says where fixtures come from", () => {
  it("has a row for each of them, and for each part where it names parts", () => {
    expect(withoutRow("")).toEqual([]);
  });

  it("names each once, and only what is there", () => {
    expect(named.length).toBeGreaterThan(15);
    expect([...new Set(named)]).toEqual(named);
    expect(named.filter((path) => !existsSync(join(fixtures, path)))).toEqual([]);
  });
});
