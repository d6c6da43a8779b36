// Reads folders of the compiler's own tests (`test/libsolidity` of its repository) and asks the language server about each source:
// `npm run -s check:syntax -- DIR… [--no-server]`. Each must be answered, none may end the server, and what the compiler has no error in
// must have no fault. Such a test holds one or more sources (`==== Source: NAME ====`), and behind `// ----` what a compiler says. Exit
// code 1 when something is not so (docs/measurements.md, "Reading Solidity").
import { readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { givenPath } from "../src/files/namedPath";
import { maxBytes, readRegularText } from "../src/files/regularFile";
import { lex } from "../src/solidity/language/syntax/lexer";
import { parseTokens } from "../src/solidity/language/syntax/parser";
import { SourceText } from "../src/solidity/program/sourceText";
import { TestClient, TestWorkspace } from "../test/protocol/languageServer/testClient";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { "no-server": { type: "boolean" } } });
if (positionals.length === 0) {
  console.error("usage: npm run -s check:syntax -- DIR… [--no-server]");
  process.exit(2);
}
/** An answer that takes longer is none that a person waits for. */
const maxMs = 1000;

interface CompilerTest {
  readonly path: string;
  readonly sources: readonly { readonly name: string; readonly text: string }[];
  /** What the compiler says: nothing, an error of its parser, or one of another kind. */
  readonly error: "none" | "parser" | "other";
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".sol"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

async function readTest(path: string): Promise<CompilerTest> {
  const whole = await readRegularText(givenPath(path), maxBytes.source);
  const end = whole.search(/^\/\/ (?:----|====)/m);
  const [code, message] = end < 0 ? [whole, ""] : [whole.slice(0, end), whole.slice(end)];
  const parts = code.split(/^==== (Source|ExternalSource): (.*?) ?====\r?\n/m);
  const sources = [{ name: "test.sol", text: parts[0] ?? "" }];
  for (let at = 1; at < parts.length; at += 3)
    if (parts[at] === "Source") sources.push({ name: parts[at + 1] ?? "", text: parts[at + 2] ?? "" });
  return {
    path,
    sources: sources.filter(({ text }) => text.trim() !== ""),
    error: /^\/\/ ParserError/m.test(message) ? "parser" : /^\/\/ \w*Error/m.test(message) ? "other" : "none",
  };
}

let wrong = 0;
const complain = (words: string): void => {
  wrong += 1;
  console.log(words);
};

const tests: CompilerTest[] = [];
for (const folder of positionals.map((each) => resolve(each)))
  for (const path of filesBelow(folder)) tests.push(await readTest(path));
const all = tests.flatMap(({ sources }) => sources);
const counts = { none: [0, 0], parser: [0, 0], other: [0, 0] };
for (const { path, sources, error } of tests) {
  // Another language, which compilers read on demand only.
  if (sources.some(({ text }) => text.includes("pragma experimental solidity;"))) continue;
  const faults = sources.flatMap(({ text }) =>
    parseTokens(lex(text)).faults.map(({ end }) => {
      const { line } = new SourceText(text).positionOf(end);
      return `${line + 1}: ${text.split("\n")[line]?.trim() ?? ""}`;
    }),
  );
  const count = counts[error];
  count[faults.length === 0 ? 0 : 1] = (count[faults.length === 0 ? 0 : 1] ?? 0) + 1;
  if (error === "none" && faults.length > 0) complain(`${path}: a fault where the compiler has none. ${faults[0]}`);
}
console.log(`tests ${tests.length}, sources ${all.length}`);
for (const [error, [without, having]] of Object.entries(counts))
  console.log(`compiler's error ${error}: without a fault ${without}, with one ${having}`);

if (!values["no-server"]) {
  using workspace = new TestWorkspace();
  const client = await TestClient.start({ workspace, settings: { solidity: { compiler: "none" } } });
  const took: number[] = [];
  const begun = performance.now();
  for (const [index, { path, sources }] of tests.entries()) {
    const folder = `t${index}`;
    // each a project of its own, and alone: five thousand projects are no one's workspace
    workspace.write(`${folder}/package.json`, "{}");
    for (const { name, text } of sources) {
      const inside = /^[\w./-]+$/.test(name) && !name.includes("..") ? `${folder}/${name}` : `${folder}/other.sol`;
      workspace.write(inside, text);
    }
    for (const [at, { text }] of sources.entries()) {
      const uri = workspace.uri(`${folder}/asked${at}.sol`);
      const start = performance.now();
      client.open(uri, text);
      const textDocument = { uri };
      const position = new SourceText(text).positionOf(text.length >> 1);
      const range = { start: { line: 0, character: 0 }, end: new SourceText(text).positionOf(text.length) };
      try {
        await Promise.all([
          client.request("textDocument/documentSymbol", { textDocument }),
          client.request("textDocument/semanticTokens/full", { textDocument }),
          client.request("textDocument/foldingRange", { textDocument }),
          client.request("textDocument/inlayHint", { textDocument, range }),
          client.request("textDocument/hover", { textDocument, position }),
          client.request("textDocument/definition", { textDocument, position }),
          client.request("textDocument/completion", { textDocument, position }),
          client.request("textDocument/signatureHelp", { textDocument, position }),
        ]);
      } catch (error) {
        complain(`${path}: ${error instanceof Error ? error.message : String(error)}`);
      }
      const ms = performance.now() - start;
      took.push(ms);
      if (ms > maxMs && at + index > 0) complain(`${path}: answered in ${ms.toFixed(0)} ms`);
      client.close(uri);
    }
    rmSync(join(workspace.folder, folder), { recursive: true });
    if (index % 250 === 249) console.log(`… ${index + 1} tests, ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  }
  took.sort((left, right) => left - right);
  const ends = client.stderr.match(/solidity: /g)?.length ?? 0;
  if (ends > 0) complain(`the server ended ${ends} times: ${client.stderr.slice(-500)}`);
  console.log(
    `asked ${took.length} sources, eight questions each; all answers of one: median ${(took[took.length >> 1] ?? 0).toFixed(0)} ms, most ${(took.at(-1) ?? 0).toFixed(0)} ms`,
  );
  client.process.kill("SIGKILL");
}
process.exit(wrong === 0 ? 0 : 1);
