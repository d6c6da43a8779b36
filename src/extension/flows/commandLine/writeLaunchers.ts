import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ExtensionContext } from "vscode";
import { launchers } from "./launchers";

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
