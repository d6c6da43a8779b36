import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import manifest from "../../../../package.json";
import { assistantPrograms } from "../../../../src/assistants/setup/assistantPrograms";
import { allOperations } from "../../../../src/operations/catalogue";

const folder = resolve(import.meta.dirname, "../../../../docs/skills");
const names = readdirSync(folder).sort();
const textOf = (name: string): string => readFileSync(join(folder, name, "SKILL.md"), "utf8");

it("there are six, which the editor's chat gets, too", () => {
  expect(names).toHaveLength(6);
  expect(manifest.contributes.chatSkills.map(({ path }) => path)).toEqual(
    names.map((name) => `./dist/skills/${name}/SKILL.md`),
  );
});

it.each(names)("%s is called as its folder, and says in both languages when it is wanted", (name) => {
  const [, head = ""] = /^---\n([\s\S]*?)\n---\n/.exec(textOf(name)) ?? [];
  expect(head).toContain(`name: ${name}\n`);
  const description = /^description: (.*)$/m.exec(head)?.[1] ?? "";
  expect(description.length).toBeLessThan(1024);
  expect(description).toMatch(/[\u4e00-\u9fff]/);
});

it.each(names)("%s names operations and tools that there are", async (name) => {
  const operations = new Set((await allOperations()).map(({ noun, verb }) => `${noun} ${verb}`));
  for (const [, tool = "", verbs = ""] of textOf(name).matchAll(
    /`([a-z]+)_(?:read|change)`, operation ((?:`[a-z-]+`(?: or )?)+)/g,
  ))
    for (const [, verb] of verbs.matchAll(/`([a-z-]+)`/g)) expect(operations).toContain(`${tool} ${verb}`);
  const nouns = new Set((await allOperations()).map(({ noun }) => noun));
  for (const [, noun] of textOf(name).matchAll(/`([a-z]+)_(?:read|change)`/g)) expect(nouns).toContain(noun);
});

it("programs have one folder each for servers and for skills", () => {
  expect(new Set(assistantPrograms.map(({ id }) => id)).size).toBe(assistantPrograms.length);
  for (const { file, skills } of assistantPrograms) expect(`${file} ${skills}`).not.toMatch(/\.\.|^\//);
});
