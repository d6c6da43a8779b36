import { fork } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { root } from "../../../scripts/lint/sources";

// A wrong answer that is kept would let tests pass for nothing.

/** A compiler that says how often it was asked, so that each answer shows whether it was compiled. */
const program = (answer: string) => `
process.on("message", ({ id, name, order }) => {
  if (name === "load") process.send({ kind: "result", id, result: { longVersion: "0.8.26+commit.x" } });
  else { require("node:fs").appendFileSync(__dirname + "/compiled", "x"); process.send({ kind: "result", id, result: "${answer} " + order }); }
});
`;
const soljson = "x".repeat(1_000_000);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "chainside-memory-"));
  mkdirSync(join(folder, "answers"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const answers = () => readdirSync(join(folder, "answers")).map((name) => join(folder, "answers", name));
const compilations = () => {
  try {
    return readFileSync(join(folder, "compiled"), "utf8").length;
  } catch {
    return 0;
  }
};

async function compiled(order: string, { answer = "code of", since = 0, hash = "a" } = {}): Promise<unknown> {
  const path = join(folder, "solidityCompiler.js");
  writeFileSync(path, program(answer));
  const child = fork(path, [], {
    execArgv: ["--require", join(root, "test/support/compilerMemory.cjs")],
    env: { CHAINSIDE_TEST_COMPILED: join(folder, "answers"), CHAINSIDE_TEST_SINCE: String(since) },
  });
  const report = () =>
    new Promise<{ result: unknown }>((resolve) => child.once("message", (message) => resolve(message as never)));
  try {
    const loaded = report();
    child.send({ kind: "order", id: 1, name: "load", order: { soljson, hash } });
    await loaded;
    const result = report();
    child.send({ kind: "order", id: 2, name: "compile", order });
    return (await result).result;
  } finally {
    child.kill();
  }
}

it("compiles one input once, and others and other compilers by themselves", async () => {
  expect(await compiled("A")).toBe("code of A");
  expect(await compiled("A")).toBe("code of A");
  expect(compilations()).toBe(1);
  expect(await compiled("B")).toBe("code of B");
  expect(await compiled("A", { hash: "b" })).toBe("code of A");
  expect(compilations()).toBe(3);
});

it("believes no answer that isn't as it was written, or that is of another input", async () => {
  await compiled("A");
  const whole = answers().map((path) => [path, readFileSync(path)] as const);
  for (const [path, content] of whole) writeFileSync(path, content.subarray(0, -9));
  expect(await compiled("A")).toBe("code of A");
  expect(compilations()).toBe(2);
  await compiled("B");
  const [first, ...others] = whole;
  for (const path of answers()) if (first) writeFileSync(path, first[1]);
  expect(others).toHaveLength(1);
  expect(await compiled("B")).toBe("code of B");
  expect(compilations()).toBe(4);
});

it("compiles an old answer again, and keeps both where they differ", async () => {
  await compiled("A");
  const old = new Date(Date.now() - 60_000);
  for (const path of answers()) utimesSync(path, old, old);
  const since = Date.now() - 30_000;
  expect(await compiled("A", { since })).toBe("code of A");
  expect(await compiled("A", { since })).toBe("code of A");
  expect(compilations()).toBe(2);
  expect(answers().filter((path) => path.includes("differs-"))).toEqual([]);
  for (const path of answers()) utimesSync(path, old, old);
  expect(await compiled("A", { since, answer: "other code of" })).toBe("other code of A");
  const differing = answers().filter((path) => path.includes("differs-"));
  expect(differing.map((path) => readFileSync(path, "utf8"))).toEqual(["code of A\nother code of A\n"]);
});
