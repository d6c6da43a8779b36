import type { EditorTestProtocol, FolderTestOrder, FolderTests } from "../../contractTests/service/messages";
import { Program } from "../../processes/program";
import { programFile } from "../../processes/programFile";
import { defaultCompilerCache } from "../../solidity/compilerReleases/compilerStore";
import { chosenLanguage, t } from "../../text/catalogue";

const { file, execArgv } = programFile(
  "contractTestService",
  new URL("../../contractTests/service/main.ts", import.meta.url),
);

/** So long may the tests of a folder take in all. */
const limitMs = 600_000;

/** Runs tests of a folder in a process of their own. @throws ChainError as the process tells it; Error where it ends before it is done */
export async function testFolder(
  order: Omit<FolderTestOrder, "compilers">,
  signal?: AbortSignal,
): Promise<FolderTests> {
  const program = new Program<EditorTestProtocol>({
    file,
    execArgv,
    environment: { ...process.env, CHAINSIDE_LOCALE: chosenLanguage() },
    complaints: () => undefined,
    ended: (how) => new Error(t("A test process ended unexpectedly ({0}).", how)),
  });
  try {
    return await program.order("folder", { ...order, compilers: defaultCompilerCache() }, { signal, limitMs });
  } finally {
    program.end();
  }
}
