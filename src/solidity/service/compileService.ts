import type { Orders } from "../../processes/serveStarter";
import { SolidityCompiler } from "../compile/compiler";
import { keepConsent } from "../compilers/consent";
import { EditorService, rootOf } from "../language/editorService";
import type { CompileServiceProtocol } from "./messages";
import { verifyFile } from "./verifyFile";

/** Compiles for an editor and answers its questions. */
export class CompileService {
  #compiler: SolidityCompiler | undefined;
  #compilers = "";
  readonly #editor = new EditorService((request, progress, signal) => this.#started.compile(request, progress, signal));

  readonly orders: Orders<CompileServiceProtocol> = {
    start: ({ compilers, artifacts }) => {
      this.#compilers = compilers;
      this.#compiler ??= new SolidityCompiler(compilers, artifacts);
    },
    check: ({ request, ...wish }, { tell, signal }) => this.#editor.check(request, wish, tell, signal),
    ask: ({ request, question }, { signal }) => this.#editor.ask(request, question, signal),
    allow: (allowed) => keepConsent(this.#compilers, allowed),
    verify: async ({ request, code, contract }, { tell, signal }) => {
      const [file = ""] = request.files;
      const root = rootOf(file, request.workspace);
      const found = await this.#started.compile({ ...request, root, outputs: "contracts" }, tell, signal);
      return verifyFile(found, code, contract);
    },
  };

  get #started(): SolidityCompiler {
    if (!this.#compiler) throw new Error("the service was not started");
    return this.#compiler;
  }

  /** Ends the compilers. */
  close(): void {
    this.#compiler?.close();
  }
}
