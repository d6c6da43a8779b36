import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Solidity } from "../../../../src/extension/state/solidity/solidity";
import { host } from "../../../support/fakeVscode/fakeHost";
import { Uri } from "../../../support/fakeVscode/values";

/** Stands for the compile service: the compiler of every file is unknown, and what a person allows can't be kept. */
const program = `
process.on("disconnect", () => process.exit(0));
process.on("message", ({ id, name }) => {
  const unknown = { type: "Chainside", code: "compilerUnknown", severity: "error", message: "", related: [], details: { file: "soljson.js", sha256: "ab" } };
  if (name === "start") process.send({ kind: "result", id });
  if (name === "check") process.send({ kind: "result", id, result: [{ path: "/A.sol", diagnostics: [unknown], contracts: [], isRight: false }] });
  if (name === "allow") process.send({ kind: "failure", id, failure: { code: "elsewhere", message: "The disk is full.", advice: "", details: {} } });
});
`;

let folder: string;
let solidity: Solidity | undefined;
beforeEach(() => {
  host.reset();
  folder = mkdtempSync(join(tmpdir(), "chainside-solidity-"));
  writeFileSync(join(folder, "service.cjs"), program);
});
afterEach(() => {
  solidity?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

it("logs what goes wrong with an answer that no one waited for", async () => {
  host.buttons.push(/Allow This Compiler/);
  const heard = new Promise<unknown>((report) => {
    const service = join(folder, "service.cjs");
    solidity = new Solidity(
      service,
      { compilers: folder },
      () => undefined,
      report,
      () => undefined,
    );
    void solidity.check([Uri.file("/A.sol") as never], { code: false, mayFetch: true }).catch(report);
  });
  expect(String(await heard)).toContain("The disk is full.");
});
