import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LintFinding, lint } from "../../../../src/solidity/lint/lint";
import { lintRules } from "../../../../src/solidity/lint/rules";
import { SolidityWorkspace } from "../../../support/solidityWorkspace";

const head = "// SPDX-License-Identifier: Apache-2.0\npragma solidity ^0.8.20;\n\n";

interface Example {
  readonly rule: string;
  readonly kind: "wrong" | "right";
  readonly suite: "standard" | "sm";
  readonly text: string;
}

/** The sections of a page, and the examples in them. */
function read(page: string): { readonly sections: readonly string[]; readonly examples: readonly Example[] } {
  const text = readFileSync(new URL(`../../../../docs/${page}`, import.meta.url), "utf8");
  const [, ...parts] = text.split(/^## /m);
  const examples = parts.flatMap((part) =>
    [...part.matchAll(/^```solidity (wrong|right)( sm)?\n(.*?)^```$/gms)].map(
      ([, kind, sm, code = ""]): Example => ({
        rule: part.split("\n", 1)[0] ?? "",
        kind: kind as Example["kind"],
        suite: sm ? "sm" : "standard",
        text: head + code,
      }),
    ),
  );
  return { sections: parts.map((part) => part.split("\n", 1)[0] ?? ""), examples };
}

const { sections, examples } = read("lints.md");
const nameOf = ({ rule, kind }: Example): string => `src/${rule.replace(".", "_")}_${kind}.sol`;
/** Also what is off where no one chose. */
const all = Object.fromEntries(
  lintRules.map(({ id, severity }) => [id, severity === "off" ? "hint" : severity] as const),
);

let solidity: SolidityWorkspace;
async function found(example: Example): Promise<LintFinding[]> {
  const request = solidity.request(nameOf(example), {}, example.suite);
  const { project, file } = (await solidity.service.project(request, "around")) ?? expect.fail("no such file");
  return lint(project, file, { suite: example.suite }, all);
}

beforeAll(() => {
  solidity = new SolidityWorkspace(Object.fromEntries(examples.map((each) => [nameOf(each), each.text])));
});
afterAll(() => solidity.close());

describe("the page of the lints", () => {
  it("has a section for each rule, in their order, with a wrong and a right example; in both languages alike", () => {
    expect(sections).toEqual(lintRules.map(({ id }) => id));
    expect(examples.map(({ rule, kind }) => `${rule} ${kind}`)).toEqual(
      lintRules.flatMap(({ id }) => [`${id} wrong`, `${id} right`]),
    );
    expect(read("lints.zh-cn.md")).toEqual({ sections, examples });
  });

  it.each(examples.map((each) => [each.rule, each.kind, each] as const))("%s: %s", async (rule, kind, example) => {
    expect((await found(example)).map((each) => each.rule)).toEqual(kind === "wrong" ? [rule] : []);
  });

  it("has fixes after which nothing is found", async () => {
    const fixed: string[] = [];
    for (const example of examples) {
      for (const { fix, rule } of await found(example)) {
        if (!fix) continue;
        let text = example.text;
        for (const edit of [...fix.edits].reverse())
          text = text.slice(0, edit.start) + edit.text + text.slice(edit.end);
        solidity.write(nameOf(example), text);
        expect(await found(example), text).toEqual([]);
        fixed.push(rule);
      }
    }
    expect(fixed).toEqual([
      "hash.constant",
      "time.seconds",
      "builtIn.address",
      "access.origin",
      "upgrade.implementation",
    ]);
    const request = solidity.request("", {});
    const files = examples.filter(({ suite }) => suite === "standard").map((each) => solidity.path(nameOf(each)));
    const checked = await solidity.service.check(
      { ...request, files },
      { code: false, hashUses: false },
      () => undefined,
    );
    const errors = checked.flatMap(({ path, diagnostics }) =>
      diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => `${path}: ${message}`),
    );
    // The examples are Solidity, with their fixes, too.
    expect(errors).toEqual([]);
  }, 120_000);
});
