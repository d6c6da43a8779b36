import { shellWord } from "../../../text/shellLine";

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
export interface Launcher {
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
  return `#!/bin/sh
node=${word(node)}
program=${word(program)}
if [ ! -f "$program" ]; then
  for found in ${word(versions)}/${word(prefix)}*/dist/cli.js; do program=$found; done
fi
[ -x "$node" ] || node=node
ELECTRON_RUN_AS_NODE=1 exec "$node" "$program" "$@"
`;
}

/** For `cmd` and PowerShell, in which a percent sign stands for a variable unless it stands twice. */
function commandFile({ node, program, versions, prefix }: Launched): string {
  const text = (path: string): string => path.replaceAll("%", "%%");
  return [
    "@echo off",
    "setlocal",
    `set "NODE=${text(node)}"`,
    `set "PROGRAM=${text(program)}"`,
    `if not exist "%PROGRAM%" for /d %%d in ("${text(versions)}\\${text(prefix)}*") do set "PROGRAM=%%d\\dist\\cli.js"`,
    'if not exist "%NODE%" set "NODE=node"',
    "set ELECTRON_RUN_AS_NODE=1",
    '"%NODE%" "%PROGRAM%" %*',
    "",
  ].join("\r\n");
}

/** The launchers of `chainside` for a system: on Windows two, since Git's shell runs no `.cmd` by its bare name. */
export function launchers(launched: Launched, platform: NodeJS.Platform): readonly Launcher[] {
  const script = { name: "chainside", content: shellScript(launched) };
  return platform === "win32" ? [script, { name: "chainside.cmd", content: commandFile(launched) }] : [script];
}
