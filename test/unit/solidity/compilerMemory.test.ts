import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, it, vi } from "vitest";
import { admitCompiler, compilerFile, readCompiler } from "../../../src/solidity/compilerReleases/admittedCompiler";
import { noConsent } from "../../../src/solidity/compilerReleases/consent";
import { CompilerPool } from "../../../src/solidity/solc/compilerPool";
import { CompilerProcess } from "../../../src/solidity/solc/compilerProcess";

const path = resolve(import.meta.dirname, "../../../node_modules/solc/soljson.js");
const folder = process.env["CHAINSIDE_TEST_COMPILED"] ?? "";

/** Behind the hash of key and answer, packed; undefined where another process takes it away, or writes it just now. */
function answerIn(file: string): string | undefined {
  try {
    return gunzipSync(readFileSync(file).subarray(64)).toString("utf8");
  } catch {
    return undefined;
  }
}

/** How many of the answers that are kept for this run are this one. */
const timesKept = (answer: string): number =>
  readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((file) => answerIn(file) === answer).length;

const admit = async () => admitCompiler({ version: "0.8.37", path, ...(await compilerFile(path)) }, noConsent);

/** What a fresh compiler says to a contract with that text in it. */
async function compiled(text: string): Promise<string> {
  const admitted = await admit();
  const compiler = await CompilerProcess.start(await readCompiler(admitted), { ...admitted, suite: "standard" });
  try {
    const sources = { "A.sol": { content: `contract A { string public text = "${text}"; }` } };
    const settings = { outputSelection: { "*": { "*": ["evm.bytecode.object"] } } };
    return await compiler.compile(JSON.stringify({ language: "Solidity", sources, settings }));
  } finally {
    compiler.end();
  }
}

const hex = (text: string): string => Buffer.from(text).toString("hex");

it("a run of tests keeps what a compiler said to a source, and says it to no other", async () => {
  const text = `${process.pid} ${Date.now()}`;
  const first = await compiled(text);
  expect(first).toContain(hex(text));
  expect(timesKept(first)).toBe(1);
  expect(await compiled(text)).toBe(first);
  const other = await compiled(`${text}!`);
  expect(other).toContain(hex(`${text}!`));
  expect([timesKept(first), timesKept(other)]).toEqual([1, 1]);
});

const processes = (): number => process.getActiveResourcesInfo().filter((name) => name === "ProcessWrap").length;

it("a compiler ends when it had nothing to do for so long, and the next source starts another", async () => {
  const pool = new CompilerPool(folder, 200);
  const compiler = await admit();
  const allEnded = () => vi.waitFor(() => expect(processes()).toBe(0), { timeout: 20_000 });
  await allEnded();
  const input = (): string =>
    JSON.stringify({ language: "Solidity", sources: { "A.sol": { content: "contract A {}" } } });
  for (let times = 0; times < 2; times++) {
    expect((await pool.run(compiler, "standard", input)).longVersion).toMatch(/^0\.8\.37/);
    expect(processes()).toBe(1);
    await allEnded();
  }
});
