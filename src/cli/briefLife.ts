import { setFlagsFromString } from "node:v8";

/**
 * Lets V8 not optimize WebAssembly that is loaded from now on. `undici` reads answers with a large function of it, which V8 would start
 * to optimize at the first answer, and a process ends only when that is done: a third of the time of a command that asks one thing
 * (`test/bench/commandLine.ts`). Node.js 20 to 26 know the flag. Another process, as the compiler of Solidity, isn't concerned.
 */
export function expectBriefLife(): void {
  setFlagsFromString("--wasm-tiering-budget=1000000000");
}
