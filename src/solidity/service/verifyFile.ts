import type { CompileResult } from "../compile/compileRequest";
import { verifyCode } from "../verify/verifyCode";
import type { VerifiedContract } from "./messages";

const order = { same: 0, sameButMetadata: 1, different: 2, noCode: 3 } as const;

/** Compares runtime code with every contract of a compilation, or with those of one name; the best fit comes first. */
export function verifyFile(result: CompileResult, code: string, name: string | undefined): VerifiedContract[] {
  return result.files
    .flatMap(({ contracts }) => contracts)
    .filter((contract) => name === undefined || contract.name === name)
    .map((contract) => ({ sourceName: contract.sourceName, name: contract.name, verdict: verifyCode(code, contract) }))
    .sort((left, right) => order[left.verdict.kind] - order[right.verdict.kind]);
}
