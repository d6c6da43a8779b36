import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ExtensionContext } from "vscode";
import { shellWord } from "../../../text/shellLine";
import command from "./chainside.cmd.eta";
import shell from "./chainside.sh.eta";

/** What the launchers start: absolute paths. */
export interface Launched {
  /** Node.js: VS Code's own, so that nothing has to be installed. */
  readonly node: string;
  /** The program `chainside` of this version of the extension. */
  readonly program: string;
  /** The folder of all versions of the extension, and what their names begin with. */
  readonly versions: string;
  readonly prefix: string;
}

/** A file of the launchers' folder. */
interface Launcher {
  readonly name: string;
  readonly content: string;
}

/**
 * For shells of Linux, macOS and Git for Windows. Terminals find it before the extension is activated, thus also where VS Code or the
 * extension was updated meanwhile: then the newest version that is there is run, and any Node.js.
 */
function shellScript({ node, program, versions, prefix }: Launched): string {
  // no path of a file system has what no shell could be given
  const word = (path: string): string => shellWord(path, "sh") ?? `'${path.replaceAll("'", "'\\''")}'`;
  return shell({ node: word(node), program: word(program), versions: word(versions), prefix: word(prefix) });
}

/** For `cmd` and PowerShell, in which a percent sign stands for a variable unless it stands twice. */
function commandFile({ node, program, versions, prefix }: Launched): string {
  const text = (path: string): string => path.replaceAll("%", "%%");
  const values = { node: text(node), program: text(program), versions: text(versions), prefix: text(prefix) };
  return command(values).replaceAll("\n", "\r\n");
}

/** The launchers of `chainside` for a system: on Windows two, since Git's shell runs no `.cmd` by its bare name. */
export function launchers(launched: Launched, platform: NodeJS.Platform): readonly Launcher[] {
  const script = { name: "chainside", content: shellScript(launched) };
  return platform === "win32" ? [script, { name: "chainside.cmd", content: commandFile(launched) }] : [script];
}

const contentOf = (path: string): Promise<string | undefined> => readFile(path, "utf8").catch(() => undefined);

/** Writes the launchers into a folder as this version wants them, and nothing where they are so already. */
export async function writeLaunchers(context: ExtensionContext, folder: string): Promise<void> {
  const { publisher, name } = context.extension.packageJSON as { publisher: string; name: string };
  const launched = {
    node: process.execPath,
    program: context.asAbsolutePath(join("dist", "cli.js")),
    versions: dirname(context.extensionUri.fsPath),
    // of `chainside.chainside-0.2.0`
    prefix: `${publisher}.${name}-`,
  };
  for (const { name: file, content } of launchers(launched, process.platform)) {
    const path = join(folder, file);
    if ((await contentOf(path)) === content) continue;
    await mkdir(folder, { recursive: true });
    await writeFile(path, content, { mode: 0o755 });
    await chmod(path, 0o755);
  }
}
