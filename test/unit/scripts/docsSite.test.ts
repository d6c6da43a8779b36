import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { deadLinks } from "../../../scripts/docs/checkLinks";
import { stagePages } from "../../../scripts/docs/stagePages";

const folders: string[] = [];
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), "chainside-site-"));
  folders.push(made);
  return made;
};

afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

function site(files: Readonly<Record<string, string>>): string {
  const made = folder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(made, name)), { recursive: true });
    writeFileSync(join(made, name), text);
  }
  return made;
}

describe("pages of the site", () => {
  it("link to pages of the site only, in the reader's language", () => {
    const target = folder();
    const sidebars = stagePages(target);
    const pages = readdirSync(target, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".md"));
    expect(pages).toEqual(
      expect.arrayContaining(["start.md", "zh/start.md", "zh/config-rules.md", "zh/errors/status.md"]),
    );
    const links = pages.flatMap((page) =>
      readFileSync(join(target, page), "utf8")
        .split("](")
        .slice(1)
        .map((rest) => `${page} ${rest.slice(0, rest.indexOf(")"))}`),
    );
    expect(links.filter((link) => / (?:\.\.?\/|[\w-]+\.md)/.test(link))).toEqual([]);
    expect(readFileSync(join(target, "zh/start.md"), "utf8")).toContain("](/zh/features)");
    expect(readFileSync(join(target, "start.md"), "utf8")).toContain("](/zh/start)");
    expect(readFileSync(join(target, "zh/scenarios.md"), "utf8")).toMatch(/^::: info\n本页目前只有英文。/);
    expect(readFileSync(join(target, "zh/errors/status.md"), "utf8")).toContain("## 16 · RevertInstruction {#16}");
    expect(sidebars.zh[0]?.items[0]).toEqual({ text: "快速上手", link: "/zh/start" });
    expect(sidebars.zh.flatMap(({ items }) => items)).toContainEqual({
      text: "Scenarios（英文）",
      link: "/zh/scenarios",
    });
  });
});

describe("dead links of a site", () => {
  it("are pages, places, and pictures that aren't there", () => {
    const page =
      '<a href="/docs/rules#a-b">x</a><a href="rules#none">x</a><a href="/docs/gone">x</a><img src="/docs/p.png">';
    const made = site({
      "index.html": page,
      "rules.html": '<h2 id="a-b"></h2><a href="#a-b">x</a><a href="https://example.org/x">x</a><a href="/docs/">x</a>',
      "p.png": "",
    });
    expect(deadLinks(made, "/docs/")).toEqual(["index.html: rules#none", "index.html: /docs/gone"]);
  });

  it("are addresses outside the site's path", () => {
    expect(deadLinks(site({ "a.html": '<a href="/b">x</a>', "b.html": "" }), "/docs/")).toEqual(["a.html: /b"]);
  });
});
