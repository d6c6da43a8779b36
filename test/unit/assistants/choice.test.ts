import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Tool } from "../../../src/assistants/tools/tool";
import { toolsOf } from "../../../src/assistants/tools/toolsOf";
import { allOperations, nouns } from "../../../src/operations/catalogue";
import { translationsOf } from "../../support/window/translations";

interface Question {
  readonly en: string;
  readonly zh: string;
  /** The tools that answer it. */
  readonly tools: readonly string[];
}

const questions = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../fixtures/assistants/choices.json"), "utf8"),
) as readonly Question[];

/** Stand in every question. */
const common = new Set(
  "an and are by did for in is it me of so that the this to was what which who why with".split(" "),
);

/** English words without their endings, and pairs of Chinese characters. */
function words(text: string): string[] {
  const english = (text.toLowerCase().match(/[a-z]{2,}/g) ?? []).filter((word) => !common.has(word));
  const chinese = (text.match(/[\u4e00-\u9fff]+/g) ?? []).flatMap((run) =>
    Array.from({ length: Math.max(1, run.length - 1) }, (_, at) => run.slice(at, at + 2)),
  );
  return [...english.map((word) => (word.length > 3 ? word.replace(/(?:ies|es|s)$/, "") : word)), ...chinese];
}

/** A stand-in for a model: the tool whose texts share the rarest words with the question (BM25). */
function chosen(question: string, tools: readonly Tool[]): readonly string[] {
  const texts = tools.map(({ name, description }) => ({
    name,
    words: words(`${name} ${description}`),
  }));
  const mean = texts.reduce((sum, { words: all }) => sum + all.length, 0) / texts.length;
  const asked = [...new Set(words(question))];
  const scored = texts.map(({ name, words: all }) => {
    const score = asked.reduce((sum, word) => {
      const count = all.filter((each) => each === word).length;
      const holding = texts.filter((text) => text.words.includes(word)).length;
      if (count === 0) return sum;
      const rarity = Math.log(1 + (texts.length - holding + 0.5) / (holding + 0.5));
      return sum + (rarity * (count * 2.2)) / (count + 1.2 * (0.25 + (0.75 * all.length) / mean));
    }, 0);
    return { name, score };
  });
  return scored.toSorted((one, other) => other.score - one.score).map(({ name }) => name);
}

it("lets a search by words find the right tool in both languages", async () => {
  const chinese = translationsOf("zh-cn");
  const tools = toolsOf(await allOperations(), nouns, (english) => chinese[english]);
  const names = new Set(tools.map(({ name }) => name));
  for (const { tools: expected } of questions) for (const name of expected) expect(names).toContain(name);
  const missed: string[] = [];
  const far: string[] = [];
  for (const { en, zh, tools: expected } of questions) {
    for (const question of [en, zh]) {
      const ranked = chosen(question, tools);
      if (!expected.includes(ranked[0] ?? "")) missed.push(`${question} → ${ranked.slice(0, 3).join(", ")}`);
      if (!ranked.slice(0, 3).some((name) => expected.includes(name))) far.push(question);
    }
  }
  // a search by words is no model: it may miss some, but the right tool is nearly always among the first three
  expect(far.length, far.join("\n")).toBeLessThanOrEqual(questions.length / 10);
  expect(missed.length, missed.join("\n")).toBeLessThanOrEqual((questions.length * 2) / 5);
});
