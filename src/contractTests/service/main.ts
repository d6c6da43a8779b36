// Runs tests for an editor and for operations (service/messages.ts): takes one order, tells what comes of it, and ends with its starter.
import { errorMessage } from "../../errors/errorMessage";
import { serveStarter } from "../../processes/serveStarter";
import { SolidityCompiler } from "../../solidity/compile/compiler";
import { artifactsBeside } from "../../solidity/compilerReleases/compilerStore";
import { useLocale } from "../../text/catalogueFile";
import type { EditorTestProtocol } from "./messages";
import { runFolder } from "./runFolder";
import { runForEditor } from "./runForEditor";

let compiler: SolidityCompiler | undefined;

async function compiling<Result>(cache: string, work: (own: SolidityCompiler) => Promise<Result>): Promise<Result> {
  compiler = new SolidityCompiler(cache, artifactsBeside(cache));
  try {
    return await work(compiler);
  } finally {
    compiler.close();
  }
}

/** Tests can read variables of their process: what a folder that isn't trusted shall not learn is taken out. */
function forgetEnvironment(): void {
  for (const name of Object.keys(process.env)) delete process.env[name];
}

useLocale(process.env["CHAINSIDE_LOCALE"] ?? "en");
serveStarter<EditorTestProtocol>(
  {
    run: (order, { tell, signal }) =>
      compiling(order.compilers, (own) => {
        const more = (): SolidityCompiler => new SolidityCompiler(order.compilers, artifactsBeside(order.compilers));
        return runForEditor(own, order, tell, signal, more);
      }),
    folder: (order, { signal }) =>
      compiling(order.compilers, (own) =>
        runFolder(own, order, signal, order.trusted && !order.onlySources ? undefined : forgetEnvironment),
      ),
  },
  { report: errorMessage, ended: () => compiler?.close() },
);
