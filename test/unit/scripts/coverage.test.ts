import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { consoleCommands } from "../../../scripts/coverageData/consoleCommands";
import {
  commandTitles,
  consoleEntries,
  countStates,
  coverageFile,
  coveragePage,
  serviceEntries,
} from "../../../scripts/coverageData/coveragePage";
import {
  consoleExercises,
  type Exercise,
  methodExercises,
  operationExercises,
} from "../../../scripts/coverageData/exercisedBy";
import { describedMethods, rpcMethods, web3Coverage } from "../../../scripts/coverageData/rpcMethods";
import { serviceOperations } from "../../../scripts/coverageData/serviceOperations";
import { root } from "../../../scripts/lint/sources";
import { nodeMethods } from "../../../src/chain/rpc/methodTable";
import { web3Methods } from "../../../src/chain/rpc/web3Methods";

const read = (name: string): string => readFileSync(join(root, name), "utf8");
const { contributes } = JSON.parse(read("package.json")) as {
  contributes: {
    commands: { command: string }[];
    views: Record<string, { id: string }[]>;
    menus: Record<string, { command: string; when?: string }[]>;
  };
};
const all = [...consoleEntries, ...rpcMethods, ...web3Coverage, ...serviceEntries];
const names = (entries: readonly { name: string }[]): string[] => entries.map(({ name }) => name);

describe("coverage", () => {
  it("has each of the console's 107 commands once", () => {
    expect(consoleCommands.map(({ entries }) => entries.length)).toEqual([6, 7, 18, 9, 7, 7, 5, 4, 10, 18, 6, 3, 7]);
    expect(new Set(names(consoleEntries)).size).toBe(107);
  });

  it("has each JSON-RPC method once, in the order of the method table", () => {
    expect(names(rpcMethods)).toEqual(names(nodeMethods));
    expect(names(nodeMethods)).toEqual(expect.arrayContaining([...describedMethods]));
    expect(names(web3Coverage)).toEqual(names(web3Methods));
  });

  it("has each operation of the services once", () => {
    for (const { title, entries } of serviceOperations) {
      const folder = join("src/chain/services", title);
      const exported = readdirSync(join(root, folder), { recursive: true })
        .map(String)
        .filter((file) => file.endsWith(".ts"))
        .flatMap((file) => [...read(join(folder, file)).matchAll(/^export async function (\w+)/gm)])
        .map(([, name]) => name);
      expect([title, ...names(entries).sort()]).toEqual([title, ...exported.sort()]);
    }
    const folders = readdirSync(join(root, "src/chain/services"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(serviceOperations.map(({ title }) => title)).toEqual(folders.sort());
  });

  it("names only commands, views and programs that exist", () => {
    const hidden = new Set(
      contributes.menus["commandPalette"]?.filter(({ when }) => when === "false").map(({ command }) => command),
    );
    const commands = new Set(contributes.commands.map(({ command }) => command));
    const views = new Set(Object.values(contributes.views).flatMap((list) => list.map(({ id }) => id)));
    const programs = new Set([...read("src/cli/commands.ts").matchAll(/^ {2}(\w+): \{$/gm)].map(([, name]) => name));
    for (const entry of all) {
      for (const command of entry.commands) {
        expect(commands, entry.name).toContain(`chainside.${command}`);
        expect(hidden, entry.name).not.toContain(`chainside.${command}`);
      }
      for (const view of entry.views) expect(views, entry.name).toContain(`chainside.${view}`);
      if (entry.cli !== undefined) expect(programs, entry.name).toContain(entry.cli);
    }
  });

  it("says where to look, or why there is nothing", () => {
    for (const { name, state, commands, views, cli, note } of all) {
      const places = commands.length + views.length;
      if (state === "offered" || state === "general") expect(places, name).toBeGreaterThan(0);
      else expect(places, name).toBe(0);
      if (state === "commandLine") expect(cli, name).toBeDefined();
      if (state === "notNeeded" || state === "notYet") expect(note, name).toBeTruthy();
    }
  });

  describe("is exercised by a test", () => {
    const titles = commandTitles();
    const texts = new Map<string, string>();
    /** A test file without its comments. */
    const textOf = (file: string): string => {
      const known = texts.get(file) ?? read(`test/${file}.test.ts`).replace(/^\s*(\/\/|\/?\*).*$/gm, "");
      texts.set(file, known);
      return known;
    };
    const wordsOf = (commands: readonly string[], { words }: Exercise): string[] =>
      words === undefined
        ? commands.flatMap((command) => [`FISCO BCOS: ${titles.get(command)}"`, `"${command}"`])
        : [words];

    it.each([
      ["commands of the console", consoleEntries, consoleExercises],
      ["methods", [...rpcMethods, ...web3Coverage], methodExercises],
      ["operations", serviceEntries, operationExercises],
    ] as const)("%s", (_, entries, exercises) => {
      const needed = entries.filter(({ state }) => state !== "notNeeded");
      expect([...exercises.keys()].sort()).toEqual(names(needed).sort());
      const missing = needed.filter(({ name, commands }) => {
        const exercise = exercises.get(name);
        if (!exercise) return true;
        const text = textOf(exercise.file);
        return !wordsOf(commands, exercise).some((words) => text.includes(words));
      });
      expect(names(missing), "the test that is named does not do it").toEqual([]);
    });

    it("leaves out no command of the manifest: each is run by a test", () => {
      // It goes through the manifest at run time and lists those that have to bring a transaction to the node.
      expect(textOf("unit/window/access")).toContain("manifest.contributes.commands.map");
    });
  });

  it("counts by state", () => {
    expect(countStates(consoleEntries)).toEqual({
      offered: 99,
      general: 5,
      commandLine: 0,
      notNeeded: 3,
      notYet: 0,
    });
    expect(countStates(rpcMethods).notYet).toBe(0);
    expect(countStates(serviceEntries).notYet).toBe(0);
  });

  it("has the page that the data gives (npm run coverage)", () => {
    expect(read(coverageFile)).toBe(coveragePage());
  });
});
