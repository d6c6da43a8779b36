// Runs tests for an editor (service/messages.ts): takes one order, tells what comes of it, and ends with its starter.
import { errorMessage } from "../../chain/errors/errorMessage";
import { serveStarter } from "../../processes/serveStarter";
import { SolidityCompiler } from "../../solidity/compile/compiler";
import { artifactsBeside } from "../../solidity/compilers/compilerStore";
import { useLocale } from "../../text/catalogueFile";
import type { EditorTestProtocol } from "./messages";
import { runForEditor } from "./runForEditor";

let compiler: SolidityCompiler | undefined;

useLocale(process.env["CHAINSIDE_LOCALE"] ?? "en");
serveStarter<EditorTestProtocol>(
  {
    run: async (order, { tell, signal }) => {
      compiler = new SolidityCompiler(order.compilers, artifactsBeside(order.compilers));
      try {
        await runForEditor(compiler, order, tell, signal);
      } finally {
        compiler.close();
      }
    },
  },
  { told: errorMessage, ended: () => compiler?.close() },
);
