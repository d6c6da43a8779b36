import { allowCompilers, closeCompiler } from "../../debugger/program/startDebuggee";
import { givenConsent } from "../options/compilerConsent";

let running = 0;

/**
 * Work for which the debugger compiles, with what the command line allows. Its compilers wait for the next question as long as one is
 * answered; the program ends without them.
 */
export async function withCompilers<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running === 0) allowCompilers(givenConsent());
  running++;
  try {
    return await work();
  } finally {
    running--;
    if (running === 0) closeCompiler();
  }
}
