// How long the language server takes for answers about OpenZeppelin, over pipes as an editor has it:
//   node --import tsx test/bench/solidityServer.ts
import { cpSync } from "node:fs";
import { join, resolve } from "node:path";
import { TestClient, TestWorkspace } from "../protocol/languageServer/testClient";

const root = resolve(import.meta.dirname, "../..");
const file = "contracts/token/ERC20/ERC20.sol";

/** The median of so many runs, in milliseconds. */
async function measured(name: string, runs: number, ask: () => Promise<unknown>): Promise<void> {
  const took: number[] = [];
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    await ask();
    took.push(performance.now() - start);
  }
  took.sort((left, right) => left - right);
  console.log(`${name.padEnd(24)} ${(took[Math.floor(runs / 2)] ?? 0).toFixed(1)} ms`);
}

const workspace = new TestWorkspace({ "package.json": "{}" });
cpSync(join(root, "node_modules/@openzeppelin/contracts"), join(workspace.folder, "contracts"), { recursive: true });
const settings = { solidity: { compiler: join(root, "node_modules/solc") } };
const client = await TestClient.start({ workspace, settings });
const uri = workspace.uri(file);
const lines = workspace.read(file).split("\n");
const line = lines.findIndex((text) => text.includes("_transfer(owner, to, value)"));
const position = { line, character: (lines[line] ?? "").indexOf("_transfer") + 2 };
const at = { textDocument: { uri }, position };
const references = { ...at, context: { includeDeclaration: true } };
client.open(uri, lines.join("\n"));
await measured("first answer", 1, () => client.request("textDocument/documentSymbol", { textDocument: { uri } }));
await measured("first diagnostics", 1, () => client.diagnostics(uri));
for (const method of ["hover", "definition", "completion"])
  await measured(method, 21, () => client.request(`textDocument/${method}`, at));
await measured("references, first", 1, () => client.request("textDocument/references", references));
await measured("references, again", 5, () => client.request("textDocument/references", references));
await client[Symbol.asyncDispose]();
workspace[Symbol.dispose]();
