// The process of one compiler: loads it, then compiles what it is given, one input after another. Ends with its starter.
import { types } from "node:util";
import { serveStarter } from "../../processes/serveStarter";
import { wrongSmHash } from "./knownContract";
import { lockProcess } from "./lockProcess";
import type { CompilerProtocol } from "./processMessages";
import { loadSolc, NotForSmError, type SolcProgram } from "./solcProgram";

let program: SolcProgram | undefined;

/** Why an order can't be carried out, for the starter. */
class Failed extends Error {
  constructor(
    readonly code: "compilerNotLoaded" | "compilerNotForSm" | "compilerCrashed",
    reason: string,
  ) {
    super(reason);
  }
}

/** Of an error of either realm; asking anything else what it is would run its code here. */
function words(error: unknown): string {
  if (typeof error === "string") return error;
  return types.isNativeError(error) ? String(error.message) : "it failed";
}

const isNotForSm = (error: unknown): boolean => types.isNativeError(error) && error instanceof NotForSmError;

serveStarter<CompilerProtocol>(
  {
    load: ({ soljson, suite, memoryMiB }) => {
      let loaded: SolcProgram;
      let wrong: string | undefined;
      try {
        loaded = loadSolc(soljson, suite, memoryMiB);
        wrong = suite === "sm" ? wrongSmHash(loaded) : undefined;
      } catch (error) {
        throw new Failed(isNotForSm(error) ? "compilerNotForSm" : "compilerNotLoaded", words(error));
      }
      if (wrong !== undefined) throw new Failed("compilerNotForSm", wrong);
      program = loaded;
      return { longVersion: loaded.longVersion };
    },
    compile: (input) => {
      try {
        if (!program) throw new Error("no compiler is loaded");
        return program.compile(input);
      } catch (error) {
        throw new Failed("compilerCrashed", words(error));
      }
    },
  },
  {
    // What was thrown is one of these: nothing of a compiler gets here.
    report: (error) => {
      const { code, message } = error instanceof Failed ? error : new Failed("compilerCrashed", "it failed");
      return { code, message, advice: undefined, details: {} };
    },
  },
);
lockProcess();
