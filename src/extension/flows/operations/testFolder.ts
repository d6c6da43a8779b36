import * as vscode from "vscode";
import type { CryptoSuiteName } from "../../../crypto/cryptoSuite";
import { clientError } from "../../../errors/clientError";
import { liesWithin } from "../../../files/liesWithin";
import { namedPath } from "../../../files/namedPath";
import type { TestsRan, TestsWanted } from "../../../operations/model/inspector";
import type { Chainside } from "../../state/chainside";
import { compilersFolder } from "../../state/solidity/compileService";
import { startTestProgram } from "./testProgram";

/** So long may the tests of a folder take in all. */
const limitMs = 600_000;

/** The open folder that has all that is named; the first where nothing is. @throws ChainError usage `fileMissing` */
async function folderOf(files: readonly string[]): Promise<string> {
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
    const folder = uri.fsPath;
    const inside = files.map(async (file) => {
      const path = namedPath(file, folder);
      return path === folder || (path !== undefined && (await liesWithin(folder, path)));
    });
    if ((await Promise.all(inside)).every(Boolean)) return folder;
  }
  throw clientError("fileMissing", { path: files[0] ?? "" });
}

/**
 * Runs tests of an open folder for an operation, in a process of their own.
 * @throws ChainError as the process tells it; Error where it ends before it is done
 */
export async function testFolder(
  app: Chainside,
  suite: CryptoSuiteName,
  { files, match, limitMs: each, onlySources = false }: TestsWanted,
  signal?: AbortSignal,
): Promise<TestsRan> {
  const folder = await folderOf(files);
  const program = startTestProgram(app.context.asAbsolutePath("dist/contractTestService.js"));
  const compilers = compilersFolder(app.context);
  const { isTrusted: trusted } = vscode.workspace;
  const order = {
    folder,
    files,
    suite,
    trusted,
    limitMs: each,
    onlySources,
    compilers,
    ...(match === undefined ? {} : { match }),
  };
  try {
    return await program.order("folder", order, { signal, limitMs });
  } finally {
    program.end();
  }
}
