import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Visitor } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { readSources } from "../../../scripts/lint/sources";
import { statusName, transactionStatus } from "../../../src/chain/transaction/transactionStatus";
import { ChainError } from "../../../src/errors/chainError";
import { clientEntries } from "../../../src/errors/clientEntries";
import { clientError } from "../../../src/errors/clientError";
import clientErrors from "../../../src/errors/clientErrors.json";
import { type CodeSpace, explainError, lookUpCode, toChainError } from "../../../src/errors/dictionary";
import dictionary from "../../../src/errors/dictionary.json";
import { executionError, firstLine, nodeError, precompiledError } from "../../../src/errors/nodeError";
import codes from "../../fixtures/errors/codes.json";

const root = resolve(import.meta.dirname, "../../..");
const sources = [
  "src/assistants",
  "src/chain",
  "src/cli",
  "src/errors",
  "src/extension",
  "src/operations",
  "src/pages",
  "src/signing",
  "src/text",
  "src/web3",
].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(root, folder, name), "utf8")),
);
const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
const chinese = /\p{Script=Han}/u;

describe("error dictionary", () => {
  it.each(Object.keys(codes) as CodeSpace[])("knows every number of the space %s", async (space) => {
    const unknown = [];
    for (const code of codes[space]) if (!(await lookUpCode(space, code))) unknown.push(code);
    expect(unknown).toEqual([]);
    expect(codes[space].length).toBeGreaterThan(10);
  });

  it("has name, meaning and advice in both languages, nothing empty", () => {
    const entries = Object.entries(dictionary).flatMap(([space, all]) =>
      Object.entries(all).map(([code, entry]) => ({ where: `${space} ${code}`, ...entry })),
    );
    const bad = entries.filter(
      ({ name, meaning, advice }) =>
        !/^\w+$/.test(name) ||
        !meaning.en ||
        !advice.en.endsWith(".") ||
        !chinese.test(meaning.zh) ||
        !chinese.test(advice.zh),
    );
    expect(bad.map(({ where }) => where)).toEqual([]);
  });

  it("has the same placeholders in both languages for what the client itself says", () => {
    for (const [code, { meaning, advice }] of Object.entries(clientErrors)) {
      expect(placeholders(meaning.zh), code).toEqual(placeholders(meaning.en));
      expect(placeholders(advice.zh), code).toEqual(placeholders(advice.en));
      expect(chinese.test(meaning.zh) && chinese.test(advice.zh), code).toBe(true);
    }
  });

  it("is given what its words have places for, wherever an error is made with its details beside it", () => {
    const wanting: string[] = [];
    let seen = 0;
    for (const { path, program, text } of readSources("src")) {
      if (!/clientError\(|usageError\(|OutOfBounds\(/.test(text)) continue;
      new Visitor({
        CallExpression: ({ callee, arguments: [code, details] }) => {
          if (callee.type !== "Identifier" || !/^(?:clientError|usageError|OutOfBounds)$/.test(callee.name)) return;
          if (code?.type !== "Literal" || details?.type !== "ObjectExpression") return;
          const entry = Object.entries(clientEntries).find(([name]) => name === code.value)?.[1];
          const given = details.properties.map((each) =>
            each.type === "Property" && !each.computed && each.key.type === "Identifier"
              ? `{${each.key.name}}`
              : undefined,
          );
          // What is spread in can't be seen here.
          if (!entry || given.includes(undefined)) return;
          seen += 1;
          const all = new Set(placeholders(`${entry.meaning.en} ${entry.advice.en}`));
          const missing = [...all].filter((each) => !given.includes(each));
          if (missing.length > 0) wanting.push(`${path}: ${code.value} is not given ${missing.join(", ")}`);
        },
      }).visit(program);
    }
    expect(wanting).toEqual([]);
    expect(seen).toBeGreaterThan(200);
  });

  it("has an entry for every word that the code uses, and no entry that nobody uses", () => {
    const text = sources.join("\n");
    const thrown = [...text.matchAll(/new ChainError\(\{[^}]*?code: "(\w+)"/g)].map((match) => match[1] ?? "");
    expect(thrown.filter((code) => !Object.hasOwn(clientErrors, code))).toEqual([]);
    const unused = Object.keys(clientErrors).filter((code) => !text.includes(`"${code}"`));
    expect(unused).toEqual([]);
  });

  it("says where to look when a contract reverts without a word, and only then", async () => {
    const silent = await explainError(await executionError(16, ""), "en");
    expect(silent).toMatchObject({ name: "RevertInstruction", meaning: "The contract reverted without a reason" });
    expect(silent.advice).toContain("require or revert without a text");
    const spoken = await explainError(await executionError(16, "too late"), "en");
    expect(spoken.meaning).toBe("The contract reverted");
    expect(spoken.advice).not.toContain("without a text");
  });

  it("explains in either language, whatever the code", async () => {
    const refused = clientError("connectionRefused", { endpoint: "http://h:1" });
    expect(await explainError(refused, "en")).toMatchObject({ meaning: "Nothing listens at http://h:1." });
    expect((await explainError(refused, "zh")).meaning).toContain("http://h:1 没有");
    expect((await explainError(await nodeError(10001, "BlockLimitCheckFail"), "zh")).name).toBe("BlockLimitCheckFail");
    expect((await explainError(await precompiledError(-50000), "zh")).meaning).toContain("权限");
    const unheardOf = new ChainError({ kind: "rpc", code: 4711, message: "odd", advice: "wait" });
    expect(await explainError(unheardOf, "zh")).toEqual({ name: "4711", meaning: "odd", advice: "wait" });
    expect(toChainError(new TypeError("no")).code).toBe("unexpected");
    expect(toChainError(refused)).toBe(refused);
  });

  it("sorts numbers into kinds", async () => {
    const kinds = await Promise.all([-32601, 3008, 10000, 16].map((code) => nodeError(code, "words")));
    expect(kinds.map(({ kind }) => kind)).toEqual(["rpc", "rpc", "txpool", "execution"]);
    expect(await nodeError(-99, "line one\nline two")).toMatchObject({ nodeMessage: "line one" });
    expect(await executionError(16, "not enough")).toMatchObject({ code: 16, nodeMessage: "not enough" });
    expect((await executionError(99, "")).message).toContain("99");
    expect((await precompiledError(-1234)).message).toContain("-1234");
  });

  it("tells the web3 port's numbers from the native interface's, and its pool's refusals by their names", async () => {
    const web3 = (code: number, message: string): Promise<ChainError> =>
      nodeError(code, message, { method: "eth_getFilterLogs" });
    const filter = await web3(-32000, "filter not found");
    expect(filter).toMatchObject({ kind: "rpc", code: "web3:-32000", nodeMessage: "filter not found" });
    expect(filter.message).not.toMatch(/group/);
    expect((await explainError(filter, "zh")).meaning).toContain("过滤器");
    expect(await nodeError(-32000, "Invalid request", { method: "getCode" })).toMatchObject({ code: -32000 });
    expect(await web3(-32602, "InsufficientFunds")).toMatchObject({ kind: "txpool", code: 10015 });
    expect(await web3(-32603, "NonceCheckFail")).toMatchObject({ kind: "txpool", code: 10000 });
    expect(await web3(-32602, "Invalid Block Number: 1")).toMatchObject({ kind: "rpc", code: "web3:-32602" });
    expect(await web3(-32601, "Method not found")).toMatchObject({ kind: "rpc", code: -32601 });
    expect(await web3(16, "")).toMatchObject({ kind: "execution", code: 16 });
  });

  it("finds the words that matter in a diagnostic text", () => {
    expect(firstLine("a.cpp(1): Throw in f()\nstd::exception::what: bad hex\n[tag] = x")).toBe("bad hex");
    expect(firstLine("one\ntwo")).toBe("one");
  });
});

it("names the file that the system can't give, in words for each reason", () => {
  const thrown = (code: string, more: object = { path: "/a" }): unknown =>
    Object.assign(new Error(`${code}: broken, read`), { code, syscall: "read", ...more });
  const codeOf = (error: unknown): unknown => toChainError(error).code;
  expect(["ENOENT", "EPERM", "EEXIST", "EIO"].map((code) => codeOf(thrown(code)))).toEqual([
    "fileMissing",
    "fileForbidden",
    "fileExists",
    "fileTrouble",
  ]);
  // a program to start, an address, an error of Node.js itself
  expect(codeOf(thrown("ENOENT", { path: "sh", syscall: "spawn sh" }))).toBe("unexpected");
  expect(codeOf(thrown("ECONNREFUSED", { address: "127.0.0.1" }))).toBe("unexpected");
  expect(codeOf(thrown("ERR_INVALID_ARG_TYPE"))).toBe("unexpected");
});

it("has the statuses of receipts by the names that receipts are made with", () => {
  const listed = Object.entries(dictionary.status).map(([code, { name }]) => [Number(code), name] as const);
  for (const code of Object.values(transactionStatus).filter((each) => each !== 0))
    expect(listed).toContainEqual([code, statusName(code)]);
});
