// `npm run lint`: types, formatting and style, import boundaries, unused code, translations, manifest. All of it runs,
// then all that was found is printed. `--quick` leaves the search for unused code out.
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { checkBoundaries } from "./lint/boundaries";
import { checkCircles } from "./lint/circles";
import { checkComments } from "./lint/comments";
import { checkDeniedWords } from "./lint/deniedWords";
import { checkExpressions } from "./lint/expressions";
import { checkExtensionRules } from "./lint/extensionRules";
import { checkFormats } from "./lint/formats";
import { checkGlossary } from "./lint/glossary";
import { checkLeftPromises } from "./lint/leftPromises";
import { checkLineWords } from "./lint/lineWords";
import { checkManifest } from "./lint/manifest";
import { checkMembers } from "./lint/members";
import { checkNamedPaths } from "./lint/namedPaths";
import { checkSinks } from "./lint/sinks";
import { root } from "./lint/sources";
import { checkSpokenWords } from "./lint/spokenWords";
import { checkStartedPrograms } from "./lint/startedPrograms";
import { checkTestWords } from "./lint/testWords";
import { checkTranslations } from "./lint/translations";
import { withTypes } from "./lint/typedSources";
import { checkVariants } from "./lint/variants";
import { checkWording } from "./lint/wording";

interface Outcome {
  name: string;
  ok: boolean;
  output: string;
}

function tool(name: string, command: string, ...args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(join(root, "node_modules/.bin", command), args, {
      cwd: root,
      shell: process.platform === "win32",
    });
    let output = "";
    child.stdout.on("data", (data: Buffer) => {
      output += data.toString();
    });
    child.stderr.on("data", (data: Buffer) => {
      output += data.toString();
    });
    child.on("error", (error) => resolve({ name, ok: false, output: error.message }));
    child.on("close", (code) => resolve({ name, ok: code === 0, output }));
  });
}

async function rule(name: string, check: () => string[] | Promise<string[]>): Promise<Outcome> {
  const problems = await check();
  return { name, ok: problems.length === 0, output: problems.map((line) => `${line}\n`).join("") };
}

async function main(): Promise<void> {
  const pages = join(root, "src/webview");
  const hasPages =
    existsSync(pages) && readdirSync(pages, { recursive: true }).some((name) => String(name).endsWith(".ts"));
  const outcomes = await Promise.all([
    tool("types", "tsc", "-p", "tsconfig.json"),
    ...(hasPages ? [tool("types of the web pages", "tsc", "-p", "src/webview/tsconfig.json")] : []),
    tool("format and style", "biome", "check", "--error-on-warnings"),
    ...(process.argv.includes("--quick")
      ? []
      : [
          tool("unused code and dependencies", "knip", "--no-progress"),
          tool(
            "code that only tests reach",
            "knip",
            "--production",
            "--no-progress",
            "-c",
            "scripts/lint/knip.production.json",
          ),
        ]),
  ]);
  outcomes.push(
    await rule("import boundaries", checkBoundaries),
    await rule("no circles between files or folders", checkCircles),
    await rule("state and commands of the extension", checkExtensionRules),
    await rule("promises that are left alone", checkLeftPromises),
    await rule("programs that are started", checkStartedPrograms),
    await rule("comments", checkComments),
    await rule("dates and numbers", checkFormats),
    await rule("translations", checkTranslations),
    await rule("wording", checkWording),
    await rule("words of the command line", checkSpokenWords),
    await rule("words of tests", checkTestWords),
    await rule("words that tests deny", checkDeniedWords),
    await rule("words of names", checkGlossary),
    await rule("manifest", checkManifest),
    await rule("words of lines and menus", checkLineWords),
    await rule("regular expressions", checkExpressions),
    await rule("doors for foreign text", checkSinks),
    await rule("paths that a text names", checkNamedPaths),
  );
  if (!process.argv.includes("--quick")) {
    outcomes.push(
      ...(await withTypes(async (sources) => [
        await rule("members that nothing reads", () => checkMembers(sources)),
        await rule("variants that nothing makes", () => checkVariants(sources)),
      ])),
    );
  }
  for (const outcome of outcomes) {
    console.log(`${outcome.ok ? "ok  " : "FAIL"} ${outcome.name}`);
    if (!outcome.ok) console.log(outcome.output.trimEnd());
  }
  process.exitCode = outcomes.every((outcome) => outcome.ok) ? 0 : 1;
}

void main();
