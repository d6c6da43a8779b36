import type { SolidityCompiler } from "../../solidity/compile/compiler";
import type { Compiling } from "../../solidity/language/editorService";
import type { StartOptions } from "../protocol/messages";

/** Loading one again takes half a second, and its 150 MB would stay for as long as a user only reads. */
const idleMs = 15_000;

/**
 * The compilers of this process, which begin with the first compilation. Each runs in a process of its own (docs/security.md,
 * "Compilers").
 */
export function ownCompiler({ compilers, artifacts }: StartOptions): Compiling & { close(): void } {
  let started: Promise<SolidityCompiler> | undefined;
  const start = async (): Promise<SolidityCompiler> => {
    const [{ SolidityCompiler }, { artifactsBeside, defaultCompilerCache }] = await Promise.all([
      import("../../solidity/compile/compiler"),
      import("../../solidity/compilerReleases/compilerStore"),
    ]);
    const folder = compilers ?? defaultCompilerCache();
    return new SolidityCompiler(folder, artifacts ?? artifactsBeside(folder), undefined, idleMs);
  };
  return {
    compile: async (...given) => {
      started ??= start();
      return (await started).compile(...given);
    },
    choiceOf: async (request) => {
      started ??= start();
      return (await started).choiceOf(request);
    },
    close: () => void started?.then((compiler) => compiler.close()).catch(() => undefined),
  };
}
