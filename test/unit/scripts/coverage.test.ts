import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { consoleCommands, otherCommands } from "../../../scripts/coverageData/consoleCommands";
import {
  type CoverageEntry,
  type CoverageSection,
  countStates,
  coverageOf,
  coveragePage,
} from "../../../scripts/coverageData/coveragePage";
import { commandTitles, placedWords, placeOf, viewTitles } from "../../../scripts/coverageData/editorLocations";
import { functionsOf } from "../../../scripts/coverageData/operationUse";
import { isShownInChains, otherMethods, otherServices } from "../../../scripts/coverageData/otherFunctions";
import { testOfOperation } from "../../../scripts/coverageData/testFiles";
import { root } from "../../../scripts/lint/sources";
import { asking } from "../../../src/operations/kit/define";
import { loadedOperations } from "../../../src/operations/loaded";
import type { Operation } from "../../../src/operations/model/operation";
import { text } from "../../../src/text/catalogue";

const read = (name: string): string => readFileSync(join(root, name), "utf8");
const coverage = coverageOf(loadedOperations);
const entriesOf = (sections: readonly CoverageSection[]): readonly CoverageEntry[] =>
  sections.flatMap(({ entries }) => entries);
const consoleEntries = entriesOf(coverage.console);
const serviceEntries = entriesOf(coverage.services);
const all = [...consoleEntries, ...coverage.methods, ...coverage.web3, ...serviceEntries];

/** An operation that the catalogue hasn't. */
const made: Operation = asking({
  noun: "node",
  verb: "greet",
  word: "greetNode",
  console: [{ name: "help", arguments: [] }],
  summary: text("IDs of the sealers."),
  fields: {},
  result: v.string(),
  run: async () => "",
});

describe("coverage", () => {
  it("has each of the console's 107 commands once", () => {
    const sizes = consoleCommands.map(({ names }) => names.length);
    expect(sizes).toEqual([6, 7, 18, 9, 7, 7, 5, 4, 10, 18, 6, 3, 7]);
    expect(new Set(consoleEntries.map(({ name }) => name)).size).toBe(107);
  });

  it("has an operation, or a reason, for each command, method and function, and no reason for what is an operation", () => {
    expect(all.filter(({ state }) => state === "missing").map(({ name }) => name)).toEqual([]);
    const others = (entries: readonly CoverageEntry[]): readonly string[] =>
      entries.filter(({ state }) => state === "other").map(({ name }) => name);
    expect(others(consoleEntries)).toEqual(Object.keys(otherCommands));
    expect(others(coverage.methods).filter((name) => !isShownInChains(name))).toEqual(Object.keys(otherMethods));
    expect(others(serviceEntries).toSorted()).toEqual(Object.keys(otherServices).toSorted());
    for (const { name, note } of all.filter(({ state }) => state === "other")) expect(note, name).not.toBe("");
  });

  it("knows by its sources what the Chains view asks a node for", () => {
    expect(isShownInChains("getPeers")).toBe(true);
    expect(isShownInChains("newFilter")).toBe(false);
  });

  it("knows what operations do on a chain by their sources", () => {
    const calls = (word: string, deep?: boolean): string[] => [...functionsOf({ word }, deep)];
    expect(calls("listSealers")).toEqual(["getSealerList"]);
    // The weight as it is is asked for what is shown; it isn't what the operation does.
    expect(calls("setWeight")).toEqual(["setWeight"]);
    expect(calls("freezeAccount")).toEqual(["setAccountStatus"]);
    expect(calls("proposeRates")).toContain("propose");
    expect(calls("getReceipt")).toEqual(["getTransactionReceipt"]);
    expect(calls("getAbi")).not.toContain("getABI");
    expect(calls("getAbi", true)).toContain("getABI");
    expect(calls("notAWord")).toEqual([]);
    const silent = loadedOperations.filter(
      (each) => each.effect === "asks" && each.needs === undefined && functionsOf(each, true).size === 0,
    );
    expect(silent.map(({ word }) => word)).toEqual(["listRpcMethods"]);
  });

  it("shows an operation that is added", () => {
    const before = coveragePage();
    const after = coveragePage([...loadedOperations, made]);
    expect(before).not.toContain("node greet");
    expect(after).toContain("| `node greet` |");
    expect(after).toContain("| help | `node greet` |");
    for (const { noun, verb } of loadedOperations) expect(before).toContain(`| \`${noun} ${verb}\` |`);
  });

  it("names only commands and views that exist, and a test runs each command", () => {
    const { contributes } = JSON.parse(read("package.json")) as {
      contributes: { menus: Record<string, { command: string; when?: string }[]> };
    };
    const hidden = new Set(
      contributes.menus["commandPalette"]?.filter(({ when }) => when === "false").map(({ command }) => command),
    );
    const words = new Set(loadedOperations.map(({ word }) => word));
    expect(placedWords.filter((word) => !words.has(word))).toEqual([]);
    const places = [...loadedOperations.map(placeOf), ...all.map(({ place }) => place)];
    const commands = new Set(places.flatMap((place) => place.commands));
    expect([...commands].filter((command) => !commandTitles.has(command))).toEqual([]);
    expect([...commands].filter((command) => hidden.has(`chainside.${command}`))).toEqual([]);
    for (const view of places.flatMap(({ views }) => views)) expect(viewTitles.has(view), view).toBe(true);
    // It goes through the manifest at run time and runs each of its commands.
    expect(read("test/unit/window/access.test.ts")).toContain("manifest.contributes.commands.map");
  });

  it("names a test for each operation", () => {
    for (const operation of loadedOperations)
      expect(existsSync(join(root, `test/${testOfOperation(operation)}.test.ts`)), operation.word).toBe(true);
  });

  it("counts by state", () => {
    expect(countStates(consoleEntries)).toEqual({ operation: 91, other: 16, step: 0, commandLine: 0, missing: 0 });
    expect(countStates(coverage.web3).commandLine).toBe(coverage.web3.length);
  });
});
