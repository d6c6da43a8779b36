// What an editor waits for in OpenZeppelin, without the way to the server and back:
// `node --import tsx test/bench/solidityNames.ts [FOLDER FILE WORD]`.
// Each text is what a person has just typed into, so nothing is answered from the last time.

import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { givenPath } from "../../src/files/namedPath";
import { SolidityCompiler } from "../../src/solidity/compile/compiler";
import { signatureHelpAt } from "../../src/solidity/language/answers/signatureHelp";
import { EditorService } from "../../src/solidity/language/editorService";
import type { LanguageQuestion } from "../../src/solidity/language/questions";
import { SourceText } from "../../src/solidity/program/sourceText";
import { sourcesNamed } from "../../src/solidity/project/solidityFiles";

const root = resolve(import.meta.dirname, "../..");
const [
  original = join(root, "node_modules/@openzeppelin/contracts"),
  name = "token/ERC20/ERC20.sol",
  word = "_update(address",
] = process.argv.slice(2);
// Packages are renamed nowhere: a copy is the project's own.
const folder = mkdtempSync(join(tmpdir(), "chainside-bench-"));
cpSync(original, folder, { recursive: true });
const path = join(folder, name);
const text = readFileSync(path, "utf8");
const compiler = new SolidityCompiler(join(folder, ".cache"));
const service = new EditorService({
  compile: () => Promise.reject(new Error("nothing is compiled here")),
  choiceOf: (request) => compiler.choiceOf(request),
});
const position = new SourceText(text).positionOf(text.indexOf(word) + 1);
let typed = 0;
const request = () => ({
  files: [path],
  workspace: folder,
  suite: "standard" as const,
  trusted: true,
  mayFetch: false,
  overlays: { [path]: `${text}\n// ${typed++}` },
});

async function timed(what: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await what();
  return performance.now() - started;
}

async function row(label: string, what: () => Promise<unknown>, times = 15): Promise<void> {
  const first = await timed(what);
  const all: number[] = [];
  for (let i = 0; i < times; i++) all.push(await timed(what));
  const middle = all.sort((left, right) => left - right)[times >> 1] ?? 0;
  console.log(`| ${label} | ${first.toFixed(0)} ms | ${middle.toFixed(1)} ms |`);
}

const ask = (question: LanguageQuestion) => service.ask(request(), question);
console.log(`${(await sourcesNamed(givenPath(folder))).length} files\n| | first | median afterwards |\n|---|---|---|`);
await row("hover", () => ask({ kind: "hover", position }));
await row("definition", () => ask({ kind: "definition", position }));
await row("completion", () => ask({ kind: "completion", position }));
await row("signature help", async () => {
  const found = await service.project(request(), "around");
  if (found) signatureHelpAt({ ...found, offset: text.indexOf("(", text.indexOf("{", text.indexOf(word))) + 1 });
});
await row("references", () => ask({ kind: "references", position }));
await row("rename", async () => {
  const answer = await ask({ kind: "rename", position, newName: "anotherName" });
  if (answer.kind !== "rename" || answer.refused !== undefined) throw new Error(JSON.stringify(answer));
});
console.log(`memory ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`);
rmSync(folder, { recursive: true });
