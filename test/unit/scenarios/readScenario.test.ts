import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { getLanguageService, TextDocument } from "vscode-json-languageservice";
import { parse } from "yaml";
import { readScenario } from "../../../src/scenarios/language/readScenario";
import { textParts } from "../../../src/scenarios/language/references";
import { narrowed } from "../../../src/scenarios/language/variants";
import { say } from "../../../src/text/catalogue";
import { YamlError } from "../../../src/yaml/complaint";
import { plainPath } from "../../support/portable";

const root = resolve(import.meta.dirname, "../../..");
const samples = join(root, "test/fixtures/scenarios");

function reading(files: Readonly<Record<string, string>>) {
  return async (path: string): Promise<string | undefined> => files[plainPath(path).replace("/s/", "")];
}

/** A reference of a scenario, `${name}`, out of the reach of JavaScript. */
const named = (name: string): string => `$\{${name}}`;

/** `line:column text` of everything that is wrong. */
async function complaints(source: string, more: Readonly<Record<string, string>> = {}): Promise<string[]> {
  try {
    await readScenario("/s/a.chain.yaml", reading({ "a.chain.yaml": source, ...more }));
    return [];
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    return error.complaints.map(
      ({ place: position, message }) => `${position.line}:${position.column} ${say(message)}`,
    );
  }
}

describe("reading a scenario", () => {
  it("gives accounts, variables, steps and every combination of the matrix, with what it includes first", async () => {
    const files = {
      "a.chain.yaml": `scenario: S\nchain: {auth: true}\nmatrix: {suite: [standard, sm], executor: [0, 1]}\ninclude: b.yaml\nsteps:\n  - mkdir: /apps/${named("who")}\n    from: alice\n`,
      "b.yaml": "accounts: {alice: }\nvariables: {who: x}\nsteps: [{wait: {blocks: 1}}]\n",
    };
    const scenario = await readScenario("/s/a.chain.yaml", reading(files));
    expect(scenario.variants).toEqual([
      { auth: true, suite: "standard", executor: 0 },
      { auth: true, suite: "standard", executor: 1 },
      { auth: true, suite: "sm", executor: 0 },
      { auth: true, suite: "sm", executor: 1 },
    ]);
    expect(narrowed(scenario.variants, { suite: "sm" })).toHaveLength(2);
    expect(scenario.steps.map(({ word, from }) => [word, from])).toEqual([
      ["wait", undefined],
      ["mkdir", "alice"],
    ]);
    expect(scenario.accounts.map(({ name }) => name)).toEqual(["alice"]);
  });

  it("takes what every other front takes for a field: other spellings, and integers of 16 digits", async () => {
    const policy = "steps:\n  - proposeDeployPolicy: {policy: white_list, interval: 1000000000000000}\n";
    expect(await complaints(policy)).toEqual([]);
  });

  it.each([
    ["steps:\n  - mkdri: /apps/x\n", '2:5 No step begins with "mkdri".'],
    ["steps:\n  - mkdir: /apps/x\n    from: alce\n", '3:11 No account is named "alce".'],
    [`steps:\n  - mkdir: /apps/${named("nobody")}\n`, '2:12 "nobody" isn\'t defined before this line.'],
    ["steps:\n  - insert: {table: t}\n", '2:13 "insert" requires row.'],
    ["steps:\n  - mkdir: /apps/x\n    list: /apps\n", "2:5 A step can do only one thing: mkdir, list."],
    ["steps:\n  - vote: {id: one, agree: true}\n", '2:16 "id" must be an integer.'],
    ["steps:\n  - setWeight: {node: a, weight: 0}\n", '2:34 "weight" must be from 1 to 2147483647.'],
    ["steps:\n  - getBlock: 0x12\n", '2:15 "block" must be a block number, a block hash, or latest.'],
    ["steps:\n  - vote: {id: 1, agree: yes}\n", '2:26 "agree" must be one of true, false, not "yes".'],
    [
      "steps:\n  - mkdir: /apps/x\n    expect: {events: []}\n",
      '3:14 "events" isn\'t allowed here. expect can contain result, code, status, refused.',
    ],
    [
      "steps:\n  - list: /apps\n    expect:\n      result: {$about: 3}\n",
      "4:16 A comparison must be one of $not, $contains, $atLeast, $atMost, $any, with nothing next to it.",
    ],
    ["chain: {suite: gm}\nsteps: [{list: /}]\n", '1:16 "suite" must be one of standard, sm, not "gm".'],
    ["steps: [{list: /}, {list: /}\n", /^\d+:\d+ This isn't YAML/],
    ["a: &x {b: 1}\nsteps: [*x]\n", "2:9 YAML aliases aren't supported here."],
    ["scenario: S\n", "1:1 The scenario has no steps."],
    [
      "include: [a.chain.yaml]\nsteps: [{list: /}]\n",
      '1:11 "a.chain.yaml" includes itself, or is included too deeply.',
    ],
    ["steps:\n  - link: /apps/x\n", '2:11 "link" requires to.'],
    ["steps:\n  - deploy: A.sol\n    args: 5\n", '3:11 "args" must be a list of arguments or a map by name.'],
    ["steps:\n  - deploy: A.sol\n    libraries: [a]\n", '3:16 "libraries" must be a map.'],
    ["steps:\n  - send: buy\n    on: [a]\n", '3:9 "on" must be text.'],
    ["steps:\n  - wait: {event: shop.Sold}\n", '2:19 "shop" isn\'t defined before this line.'],
    [`steps:\n  - set:\n      a: ${named("b")}\n      b: 1\n`, '3:10 "b" isn\'t defined before this line.'],
    ["include: [gone.yaml]\nsteps: [{list: /}]\n", /^1:11 No file "/],
  ])("says where %j is wrong", async (source, reported) => {
    const [first, ...others] = await complaints(source);
    expect(others).toEqual([]);
    if (typeof reported === "string") expect(first).toBe(reported);
    else expect(first).toMatch(reported);
  });

  it("takes what a run takes: variables of a set by those before, arguments and libraries by a name", async () => {
    const set = `steps:\n  - set:\n      a: 1\n      b: ${named("a")}\n      list: [1]\n      map: {L: x}\n`;
    const step = `  - deploy: A.sol\n    args: ${named("list")}\n    libraries: ${named("map")}\n    as: shop\n`;
    const more = "  - wait: {event: shop.Sold}\n  - deploy: A.sol\n    args:\n  - link: /apps/x\n    to: shop\n";
    expect(await complaints(`${set}${step}${more}`)).toEqual([]);
  });

  it("takes names in any script, and still no signs", async () => {
    const steps = `steps:\n  - setSystemConfig: {key: tx_count_limit, value: 1000}\n    from: 乙银行\n  - mkdir: /apps/${named("目录_1")}\n`;
    const source = `scenario: S\naccounts: {乙银行: , é1: }\nvariables: {目录_1: x}\n${steps}`;
    expect(await complaints(source)).toEqual([]);
    expect(
      await complaints("scenario: S\naccounts: {乙 行: , 1甲: , 甲！: }\nsteps: [{wait: {blocks: 1}}]\n"),
    ).toHaveLength(3);
  });

  it("says everything at once, in the order of the file", async () => {
    const messages = await complaints("steps:\n  - send: shop.sell\n    from: eve\n  - deploy: A.sol\n    arg: [1]\n");
    expect(messages.map((line) => line.split(" ", 1)[0])).toEqual(["2:11", "3:11", "5:5"]);
  });

  it("finds the places of variables in a text", () => {
    expect(textParts(`a${named("x")}b$${named("y")}`)).toEqual([
      { words: "a" },
      { reference: "x" },
      { words: `b${named("y")}` },
    ]);
    expect(textParts("$" + "{open")).toEqual([{ words: "$" + "{open" }]);
  });
});

describe("the schema of scenarios", () => {
  const text = readFileSync(join(root, "syntaxes/scenario.schema.json"), "utf8");

  it.each([
    ["shop.chain.yaml", 0],
    ["rights.chain.yaml", 0],
    ["people.chain.yaml", 0],
  ])("takes %s", async (name, wrong) => {
    expect(await judged(parse(readFileSync(join(samples, name), "utf8")))).toHaveLength(wrong);
  });

  it("refuses unknown steps and fields", async () => {
    expect(await judged({ steps: [{ mkdri: "/apps/x" }] })).not.toHaveLength(0);
    expect(await judged({ steps: [{ insert: { table: "t", row: {}, limit: 1 } }] })).not.toHaveLength(0);
    expect(await judged({ steps: [{ mkdir: "/apps/x", expect: { code: "none" } }] })).not.toHaveLength(0);
  });

  async function judged(value: unknown) {
    const service = getLanguageService({});
    const document = TextDocument.create("file:///a.json", "json", 1, JSON.stringify(value));
    const schema = JSON.parse(text) as object;
    return service.doValidation(document, service.parseJSONDocument(document), {}, schema);
  }
});
