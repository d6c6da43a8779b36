import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { acrossSeverity, ruleSeverity } from "../../../src/nodeConfig/findings/finding";

const severities = Object.entries({ ...ruleSeverity, ...acrossSeverity });

it.each([
  ["config-rules.md", { error: "error", warning: "warning", information: "information", hint: "hint" }],
  ["config-rules.zh-cn.md", { error: "错误", warning: "警告", information: "信息", hint: "提示" }],
] as const)("%s has a section for every rule, with its severity and what it means", (name, words) => {
  const page = readFileSync(new URL(`../../../docs/${name}`, import.meta.url), "utf8");
  const sections = page.split(/^## /m).slice(1);
  const reported = sections.map((section) => section.split("\n").filter((line) => line !== ""));
  expect(reported.map(([rule = "", severity = ""]) => [rule, severity])).toEqual(
    severities.map(([rule, severity]) => [rule, words[severity]]),
  );
  expect(reported.filter(([, , meaning = ""]) => meaning.length < 5)).toEqual([]);
});
