import type { CompileProgress, CompileRequest, CompileResult } from "../../solidity/compile/compileRequest";
import type { SolidityCompiler } from "../../solidity/compile/compiler";
import type { StartOptions } from "../protocol/messages";

/** Compiles, as `SolidityCompiler` does. */
export type Compile = (
  request: CompileRequest,
  progress?: (progress: CompileProgress) => void,
  signal?: AbortSignal,
) => Promise<CompileResult>;

/**
 * The compilers of this process, which begin with the first compilation. Each runs in a process of its own (docs/security.md,
 * "Compilers").
 */
export function ownCompiler({ compilers, artifacts }: StartOptions): { readonly compile: Compile; close(): void } {
  let started: Promise<SolidityCompiler> | undefined;
  const start = async (): Promise<SolidityCompiler> => {
    const [{ SolidityCompiler }, { artifactsBeside, defaultCompilerCache }] = await Promise.all([
      import("../../solidity/compile/compiler"),
      import("../../solidity/compilers/compilerStore"),
    ]);
    const folder = compilers ?? defaultCompilerCache();
    return new SolidityCompiler(folder, artifacts ?? artifactsBeside(folder));
  };
  return {
    compile: async (...given) => {
      started ??= start();
      return (await started).compile(...given);
    },
    close: () => void started?.then((compiler) => compiler.close()).catch(() => undefined),
  };
}
