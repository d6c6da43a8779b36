import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { AssistantProgram } from "../../assistants/setup/assistantPrograms";
import { type ServerEntry, type ServerFile, withServer } from "../../assistants/setup/serverFile";
import { givenPath } from "../../files/namedPath";
import { maxBytes, readRegularText } from "../../files/regularFile";
import { t } from "../../text/catalogue";
import { hasPassword } from "../../text/redacted";
import { WrongCommandLine } from "../options/commandLine";
import { writeOutputBelow } from "../output/outputFile";
import { complain, print } from "../output/print";
import type { AssistantOrder } from "./assistantOptions";

/** The options as they were typed, without what only sets up. @throws WrongCommandLine for what no file of a project may have */
function keptArguments(args: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? "";
    if (arg === "--set-up") at++;
    else if (!arg.startsWith("--set-up=")) kept.push(arg);
  }
  if (kept.some((arg) => /^--token\b/.test(arg) || hasPassword(arg.replace(/^--[a-z-]+=/, ""))))
    throw new WrongCommandLine(
      t(
        "a token or password can't be written into the project's files: set CHAINSIDE_TOKEN, or name a file with --db-password-file",
      ),
    );
  return kept;
}

/**
 * This program as another one starts it: by the project's own package, by its name where it was installed under it, by the launcher of the
 * extension, which outlives its versions, else by its file.
 */
function programOf(folder: string, env: NodeJS.ProcessEnv): ServerEntry {
  const file = resolve(process.argv[1] ?? "");
  const launcher = env["CHAINSIDE_LAUNCHER"];
  const own = join(folder, "node_modules", "chainside");
  if (file.startsWith(own) || file.startsWith(join(folder, "node_modules", ".bin")))
    return { command: "npx", args: ["chainside"] };
  if (basename(file) === "chainside") return { command: "chainside", args: [] };
  return launcher ? { command: launcher, args: [] } : { command: process.execPath, args: [file] };
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readRegularText(givenPath(path), maxBytes.configuration);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

const changeText: Record<ServerFile["change"], (file: string, name: string) => string> = {
  added: (file, name) => t('{0}: server "{1}" added.', file, name),
  replaced: (file, name) => t('{0}: server "{1}" replaced.', file, name),
  unchanged: (file, name) => t('{0}: server "{1}" is there already.', file, name),
};

/** Beside the program; a chunk of it lies one folder deeper, the sources beside `docs`. */
function skillsFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const places = [join(here, "skills"), join(here, "../skills"), join(here, "../../../docs/skills")];
  return places.find((place) => existsSync(place)) ?? join(here, "skills");
}

/** Writes the skills beside a program's other ones. Gives how many were written or changed. */
async function writeSkills(folder: string, place: string): Promise<number> {
  const from = skillsFolder();
  let count = 0;
  for (const name of await readdir(from)) {
    const path = join(folder, place, name, "SKILL.md");
    const content = await readFile(join(from, name, "SKILL.md"), "utf8");
    if ((await textOf(path)) === content) continue;
    await writeOutputBelow(folder, path, content);
    count++;
  }
  return count;
}

/**
 * Writes the server with the options that were typed, and the skills, where the programs look for them in a project.
 * @returns the exit code
 * @throws WrongCommandLine; ChainError usage `serverFileUnreadable`, `serverOfOthers`, `outputThroughLink`
 */
export async function setUpAssistants(order: AssistantOrder, args: readonly string[]): Promise<number> {
  const folder = order.workspace ?? process.cwd();
  const name = order.name === "chain" ? "chainside" : `chainside-${order.name}`;
  const program = programOf(folder, process.env);
  const entry = { ...program, args: [...program.args, "mcp", ...keptArguments(args)] };
  const files = new Map<string, AssistantProgram>(order.setUp.map((each) => [each.file, each]));
  // Each file is read and judged before the first is written: all of it, or nothing.
  const made = await Promise.all(
    [...files].map(async ([file, each]) => ({
      file,
      ...withServer(await textOf(join(folder, file)), each, name, entry),
    })),
  );
  for (const { file, text, change } of made) {
    if (change !== "unchanged") await writeOutputBelow(folder, join(folder, file), text);
    print(changeText[change](file, name));
  }
  for (const place of new Set(order.setUp.flatMap(({ skills }) => skills ?? []))) {
    const count = await writeSkills(folder, place);
    print(t("{0}: {1} skills written.", place, count));
  }
  if (isAbsolute(program.command))
    complain(
      t(
        "The files name this machine's program. Keep them out of version control, or install chainside in the project.",
      ),
    );
  return 0;
}
