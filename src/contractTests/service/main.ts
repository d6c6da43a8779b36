// Runs tests for an editor (service/messages.ts): takes one order, tells what comes of it, and ends with its starter.
import { toldError } from "../../chain/errors/toldError";
import { SolidityCompiler } from "../../solidity/compile/compiler";
import { artifactsBeside } from "../../solidity/compilers/compilerStore";
import { useLocale } from "../../text/catalogueFile";
import type { EditorTestOrder, EditorTestReply } from "./messages";
import { runForEditor } from "./runForEditor";

useLocale(process.env["CHAINSIDE_LOCALE"] ?? "en");
const ended = new AbortController();
let compiler: SolidityCompiler | undefined;
const tell = (reply: EditorTestReply): void => {
  process.send?.(reply);
};

async function serve(order: EditorTestOrder): Promise<void> {
  compiler = new SolidityCompiler(order.compilers, artifactsBeside(order.compilers));
  try {
    await runForEditor(compiler, order, tell, ended.signal);
    tell({ kind: "done" });
  } catch (error) {
    tell({ kind: "failed", ...toldError(error) });
  } finally {
    compiler.close();
  }
}

process.on("message", (order: EditorTestOrder) => void serve(order));
process.on("disconnect", () => {
  // Compilers and test processes are ended first: one that is busy would not see that nobody waits for it.
  ended.abort();
  compiler?.close();
  setImmediate(() => process.exit(0));
});
