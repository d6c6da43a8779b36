// How long a language server takes for answers about Solidity, over pipes as an editor has it, and what it offers:
//   node --import tsx test/bench/solidityServer.ts [--server PROGRAM] [FOLDER FILE WORD]
// Without a program ours is asked; another one gets the same files, questions and client. FILE is below FOLDER; WORD is a call in it, such
// as `_transfer(owner`, whose name is what is asked about. Without a folder it is OpenZeppelin.

import { execFileSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { givenPath } from "../../src/files/namedPath";
import { sourcesNamed } from "../../src/solidity/project/solidityFiles";
import { TestClient, TestWorkspace } from "../protocol/languageServer/testClient";

const root = resolve(import.meta.dirname, "../..");
const { values, positionals } = parseArgs({ allowPositionals: true, options: { server: { type: "string" } } });
const [
  original = join(root, "node_modules/@openzeppelin/contracts"),
  name = "token/ERC20/ERC20.sol",
  word = "_transfer(owner",
] = positionals;
/** What takes longer is no answer that a person waits for. */
const maxMs = 120_000;
const idleMs = 10_000;

const later = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** A server's process and those below it. */
function processesOf(pid: number): number[] {
  const all = execFileSync("ps", ["-e", "-o", "pid=,ppid="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const found = [pid];
  for (const one of found) found.push(...all.flatMap(([child = 0, parent]) => (parent === one ? [child] : [])));
  return found;
}

/** Memory in MB and processor time in seconds, of all of them; what they share counts once for each. */
function usage(pid: number): { readonly memory: number; readonly seconds: number } {
  const pids = processesOf(pid).join(",");
  const lines = execFileSync("ps", ["-o", "rss=,cputimes=", "-p", pids], { encoding: "utf8" }).trim().split("\n");
  const rows = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const sum = (at: number): number => rows.reduce((all, row) => all + (row[at] ?? 0), 0);
  return { memory: sum(0) / 1024, seconds: sum(1) };
}

/** How much an answer holds, so that an empty one isn't taken for a quick one. */
function sizeOf(answer: unknown): string {
  if (answer === null || answer === undefined) return "nothing";
  if (Array.isArray(answer)) return String(answer.length);
  const { items, contents, changes, documentChanges, signatures, data } = answer as Record<string, unknown>;
  if (contents !== undefined) return `${JSON.stringify(contents).length} characters`;
  if (changes !== undefined)
    return `${Object.values(changes as object).flat().length} in ${Object.keys(changes as object).length} files`;
  if (Array.isArray(documentChanges)) return `${documentChanges.length} files`;
  for (const list of [items, signatures, data]) if (Array.isArray(list)) return String(list.length);
  return "something";
}

using workspace = new TestWorkspace({ "package.json": "{}" });
cpSync(original, join(workspace.folder, "contracts"), { recursive: true });
const settings = { solidity: { compiler: join(root, "node_modules/solc") } };
const program = values.server === undefined ? {} : { program: [resolve(values.server), "--stdio"] };
const started = performance.now();
const client = await TestClient.start({ workspace, settings, ...program });
const ready = performance.now();
const pid = client.process.pid ?? 0;
const uri = workspace.uri(`contracts/${name}`);
const text = workspace.read(`contracts/${name}`);
const place = (offset: number) => {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
};
const at = { textDocument: { uri }, position: place(text.indexOf(word) + 2) };
const inCall = { textDocument: { uri }, position: place(text.indexOf(word) + word.indexOf("(") + 1) };
const range = { start: place(0), end: place(text.length) };
const wanted: readonly (readonly [label: string, method: string, params: object, runs: number])[] = [
  ["first answer after opening (symbols)", "documentSymbol", { textDocument: { uri } }, 1],
  ["completion, first", "completion", at, 1],
  ["hover", "hover", at, 21],
  ["definition", "definition", at, 21],
  ["completion", "completion", at, 21],
  ["signature help", "signatureHelp", inCall, 21],
  ["semantic tokens", "semanticTokens/full", { textDocument: { uri } }, 5],
  ["highlights", "documentHighlight", at, 5],
  ["folding", "foldingRange", { textDocument: { uri } }, 5],
  ["inlay hints", "inlayHint", { textDocument: { uri }, range }, 5],
  ["type definition", "typeDefinition", at, 5],
  ["implementation", "implementation", at, 5],
  ["references, first", "references", { ...at, context: { includeDeclaration: true } }, 1],
  ["references, again", "references", { ...at, context: { includeDeclaration: true } }, 7],
  ["rename, tried out", "rename", { ...at, newName: "anotherName" }, 3],
  ["formatting", "formatting", { textDocument: { uri }, options: { tabSize: 4, insertSpaces: true } }, 3],
];

console.log(`${(await sourcesNamed(givenPath(workspace.folder))).length} files; ${values.server ?? "ours"}`);
console.log("| | median | answer |\n|---|---|---|");
const opened = performance.now();
client.open(uri, text);
for (const [label, method, params, runs] of wanted) {
  const took: number[] = [];
  let answer: unknown;
  let failed: string | undefined;
  for (let run = 0; run < runs && failed === undefined; run++) {
    const start = took.length === 0 && label.startsWith("first answer") ? opened : performance.now();
    const ending = later(maxMs).then(() => Promise.reject(new Error("no answer")));
    ending.catch(() => undefined);
    try {
      answer = await Promise.race([client.request(`textDocument/${method}`, params), ending]);
    } catch (error) {
      failed = error instanceof Error ? error.message.split("\n")[0] : String(error);
    }
    took.push(performance.now() - start);
  }
  took.sort((left, right) => left - right);
  if (label.startsWith("first answer")) {
    console.log(`| ready to be asked, from the start of its process | ${(ready - started).toFixed(0)} ms | |`);
    console.log(`| the first answer from there | ${(performance.now() - started).toFixed(0)} ms | |`);
  }
  console.log(
    `| ${label} | ${failed === undefined ? `${(took[took.length >> 1] ?? 0).toFixed(1)} ms` : "–"} | ${failed ?? sizeOf(answer)} |`,
  );
}
// A line that isn't finished: how long until the server says what is wrong with it.
client.forget(uri);
const typed = performance.now();
const line = place(text.lastIndexOf("}"));
client.change(uri, { range: { start: line, end: line }, text: "    uint256 half = \n" });
const heard = await Promise.race([
  client.until(() => (client.published.get(uri)?.diagnostics.length ? true : undefined)),
  later(maxMs).then(() => false),
]);
console.log(
  `| diagnostics of a half typed line | ${heard ? `${(performance.now() - typed).toFixed(0)} ms` : "–"} | ${client.published.get(uri)?.diagnostics.length ?? "nothing"} |`,
);
// a compiler that ended meanwhile would count as time that was given back
await later(2 * idleMs);
const before = usage(pid);
await later(idleMs);
const after = usage(pid);
console.log(`| memory | ${after.memory.toFixed(0)} MB | |`);
console.log(`| processor at rest | ${((100_000 * (after.seconds - before.seconds)) / idleMs).toFixed(1)} % | |`);
const { capabilities } = client.initializeResult;
console.log(
  `offers: ${Object.entries(capabilities)
    .filter(([, value]) => value)
    .map(([key]) => key.replace("Provider", ""))
    .join(", ")}`,
);
client.process.kill("SIGKILL");
process.exit(0);
