// The process of one compiler: loads it, then compiles what it is given, one input after another. Ends with its starter.
import { wrongSmHash } from "./knownContract";
import type { CompilerOrder, CompilerReply } from "./processMessages";
import { loadSolc, NotForSmError, type SolcProgram } from "./solcProgram";

let program: SolcProgram | undefined;
const words = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function load({ path, suite, memoryMiB }: CompilerOrder & { readonly kind: "load" }): CompilerReply {
  try {
    const loaded = loadSolc(path, suite, memoryMiB);
    const wrong = suite === "sm" ? wrongSmHash(loaded) : undefined;
    if (wrong !== undefined) return { kind: "notLoaded", reason: wrong, notForSm: true };
    program = loaded;
    return { kind: "loaded", longVersion: loaded.longVersion };
  } catch (error) {
    return { kind: "notLoaded", reason: words(error), notForSm: error instanceof NotForSmError };
  }
}

function compile({ id, input }: CompilerOrder & { readonly kind: "compile" }): CompilerReply {
  try {
    if (!program) throw new Error("no compiler is loaded");
    return { kind: "compiled", id, output: program.compile(input) };
  } catch (error) {
    return { kind: "crashed", id, reason: words(error) };
  }
}

process.on("message", (order: CompilerOrder) => {
  process.send?.(order.kind === "load" ? load(order) : compile(order));
});
process.on("disconnect", () => process.exit(0));
