import { setFlagsFromString } from "node:v8";

/**
 * Lets V8 not optimize WebAssembly that is loaded from now on. `undici` reads answers with a large function of it, which V8 would start
 * to optimize at the first answer, and a process ends only when that is done: a third of the time of a command that asks one thing
 * (`test/bench/commandLine.ts`). Node.js 20 to 26 know the flag. Another process, as the compiler of Solidity, isn't concerned.
 */
export function expectBriefLife(): void {
  setFlagsFromString("--wasm-tiering-budget=1000000000");
}

/**
 * The V8 (of Node 20) whose flags these are. Later ones optimize in more steps, call their flags otherwise, and complain about those that
 * they lack.
 */
const ownV8 = "11.";

/**
 * Most runs of tests are over in a second or two, and a third of that would go into optimizing code that hardly runs again: so functions
 * have to run longer before, less is taken into one another, and the room for young objects grows sooner.
 */
const flags = [
  "--interrupt-budget=300000",
  "--max-inlined-bytecode-size-cumulative=100",
  "--semi-space-growth-factor=8",
];

/** Lets this process optimize less than it would for a long life. What it has run till now stays as it is. */
export function expectShortLife(): void {
  if (process.versions.v8.startsWith(ownV8)) for (const flag of flags) setFlagsFromString(flag);
}
