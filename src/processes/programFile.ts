import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Where a program is, and what Node.js needs to run it from there. */
interface ProgramFile {
  readonly file: string;
  readonly execArgv: readonly string[];
}

/**
 * A program of ours for the one who is bundled beside it or below it, or runs from its source as well.
 * @param name of its bundle, without `.js`
 * @param source of its entry point
 * @param flags what Node.js is told for the bundle
 */
export function programFile(
  name: string,
  source: URL,
  flags: (file: string) => readonly string[] = () => [],
): ProgramFile {
  if (import.meta.url.endsWith(".ts")) {
    // Files of other languages are modules; what is started without our environment must know it, too.
    const textLoader = new URL("../../scripts/textLoader.mjs", import.meta.url).href;
    return { file: fileURLToPath(source), execArgv: ["--import", "tsx", "--import", textLoader] };
  }
  const bundle = `${name}.js`;
  const file =
    [`./${bundle}`, `../${bundle}`]
      .map((relative) => fileURLToPath(new URL(relative, import.meta.url)))
      .find((path) => existsSync(path)) ?? bundle;
  return { file, execArgv: flags(file) };
}
