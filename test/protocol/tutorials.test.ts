import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../scripts/lint/sources";
import { type DevChain, startDevChain } from "../../src/devchain/startDevChain";
import { chainside, type Ended } from "../support/chainside";

/** A block of commands of a page, and what the page shows below it. */
interface Block {
  readonly commands: readonly string[];
  readonly shown: readonly string[];
}

/** The blocks of a page in their order. */
function blocksOf(name: string): Block[] {
  const parts = readFileSync(join(root, "docs", name), "utf8").split("```");
  // every second part is a block: its language, then its lines
  const blocks = parts.filter((_, index) => index % 2 === 1).map((part) => part.trimEnd().split("\n"));
  return blocks.flatMap(([language, ...lines], index) => {
    const [next, ...shown] = blocks[index + 1] ?? [];
    return language === "sh" ? [{ commands: lines, shown: next === "text" ? shown : [] }] : [];
  });
}

/** The words of a command line as a shell reads them, as far as these pages go. */
const wordsOf = (line: string): string[] =>
  (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => (word.startsWith('"') ? word.slice(1, -1) : word));

/** Commands that ask the page's chain. */
const onChain = new Set(["deploy", "send", "call", "bfs"]);

describe.each([
  ["English", "", []],
  ["Chinese", ".zh-cn", ["--locale", "zh-cn"]],
] as const)("tutorials in %s", (_, ending, locale) => {
  let folder: string;
  let chain: DevChain;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "chainside-tutorial-"));
    chain = await startDevChain({ port: 0, sealers: 1, observers: 0, blockIntervalMs: 0 });
  });
  afterAll(async () => {
    await chain.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const solc = process.env["CHAINSIDE_SOLC_CACHE"] ?? join(process.env["HOME"] ?? "", ".cache/chainside/solc");

  /** Runs a line of a page. The chain of `npx chainside devchain` is there already, on a port of its own. */
  async function run(line: string, cwd: string): Promise<Ended> {
    const [npx, program, ...args] = wordsOf(line);
    expect([npx, program], line).toEqual(["npx", "chainside"]);
    const own = onChain.has(args[0] ?? "") ? ["--url", chain.url] : [];
    return chainside([...args, ...own, ...locale], { cwd, env: { CHAINSIDE_SOLC_CACHE: resolve(solc) } });
  }

  it("coming from Ethereum's tools: every command works, in this order", async () => {
    let cwd = folder;
    const outputs: string[] = [];
    for (const line of blocksOf(`coming-from-ethereum${ending}.md`).flatMap(({ commands }) => commands)) {
      if (line.startsWith("cd ")) {
        cwd = resolve(cwd, line.slice("cd ".length));
        // the chain of the first project is used by its commands alone
        continue;
      }
      if (line === "npx chainside devchain") continue;
      const { code, out, err } = await run(line, cwd);
      expect(code, `${line}\n${out}${err}`).toBe(0);
      outputs.push(out);
    }
    expect(outputs.some((out) => out.trim().endsWith("Good morning"))).toBe(true);
    expect(outputs).toHaveLength(10);
  }, 300_000);

  it("troubleshooting: every command says what the page shows", async () => {
    writeFileSync(join(folder, "Old.sol"), "pragma solidity 0.4.1;\ncontract Old {}\n");
    for (const { commands, shown } of blocksOf(`troubleshooting${ending}.md`)) {
      const [line = ""] = commands;
      const { code, out, err } = await run(line, folder);
      expect(code, line).not.toBe(0);
      expect(shown.length, line).toBeGreaterThan(0);
      for (const words of shown) expect(`${out}${err}`, line).toContain(words);
    }
  }, 120_000);

  it("has the same commands as in the other language", () => {
    for (const page of ["coming-from-ethereum", "troubleshooting"]) {
      const commands = (name: string): string[] => blocksOf(name).flatMap((block) => [...block.commands]);
      expect(commands(`${page}${ending}.md`)).toEqual(commands(`${page}.md`));
    }
  });
});
