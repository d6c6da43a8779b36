// The rules of our own, in a process of its own beside the tools of `npm run lint`: all of them read and parse a file once. It tells the
// starter each outcome as it comes: ownRules.ts sources|types [--prove | --own-proofs]
import { checkBoundaries } from "./boundaries";
import { checkCircles } from "./circles";
import { checkComments } from "./comments";
import { checkDeniedWords } from "./deniedWords";
import { checkExpressions, type Proofs } from "./expressions";
import { checkExtensionRules } from "./extensionRules";
import { checkFormats } from "./formats";
import { checkGlossary } from "./glossary";
import { checkLeftPromises } from "./leftPromises";
import { checkLineWords } from "./lineWords";
import { checkManifest } from "./manifest";
import { checkMembers } from "./members";
import { checkNamedPaths } from "./namedPaths";
import { checkSinks } from "./sinks";
import { checkSpokenWords } from "./spokenWords";
import { checkStartedPrograms } from "./startedPrograms";
import { checkTestWords } from "./testWords";
import { checkTranslations } from "./translations";
import { withTypes } from "./typedSources";
import { checkVariants } from "./variants";
import { checkWording } from "./wording";
import { checkWrittenFiles } from "./writtenFiles";

/** How one check of lint ended. */
export interface Outcome {
  name: string;
  ok: boolean;
  /** What it found. */
  output: string;
}

async function rule(name: string, check: () => string[] | Promise<string[]>): Promise<void> {
  const problems = await Promise.resolve()
    .then(check)
    .catch((error: unknown) => [error instanceof Error ? (error.stack ?? error.message) : String(error)]);
  const outcome: Outcome = { name, ok: problems.length === 0, output: problems.map((line) => `${line}\n`).join("") };
  process.send?.(outcome);
}

const proofs = (): Proofs =>
  process.argv.includes("--prove") ? "anew" : process.argv.includes("--own-proofs") ? "own" : "listed";

/** Rules that read texts and syntax. What is still to be proven of expressions is proven by another program meanwhile. */
async function checkSources(): Promise<void> {
  const expressions = rule("regular expressions", () => checkExpressions(proofs()));
  await rule("import boundaries", checkBoundaries);
  await rule("no circles between files or folders", checkCircles);
  await rule("state and commands of the extension", checkExtensionRules);
  await rule("promises that are left alone", checkLeftPromises);
  await rule("programs that are started", checkStartedPrograms);
  await rule("comments", checkComments);
  await rule("dates and numbers", checkFormats);
  await rule("translations", checkTranslations);
  await rule("wording", checkWording);
  await rule("words of the command line", checkSpokenWords);
  await rule("words of tests", checkTestWords);
  await rule("words that tests deny", checkDeniedWords);
  await rule("words of names", checkGlossary);
  await rule("manifest", checkManifest);
  await rule("words of lines and menus", checkLineWords);
  await rule("doors for foreign text", checkSinks);
  await rule("paths that a text names", checkNamedPaths);
  await rule("files that are written", checkWrittenFiles);
  // it loads every operation
  await rule("pages and schemas from the code", async () => (await import("./writtenPages")).checkWrittenPages());
  await expressions;
}

/** Rules that ask the compiler. */
function checkTypes(): Promise<void> {
  return withTypes(async (sources) => {
    await rule("members that nothing reads", () => checkMembers(sources));
    await rule("variants that nothing makes", () => checkVariants(sources));
  });
}

await (process.argv[2] === "types" ? checkTypes() : checkSources());
process.disconnect?.();
