import { readsOnly } from "../../chain/abi/abiType";
import { linkedCode } from "../creationCode";
import { plainName, uniqueFileNames } from "../fileNames";
import type { ClientContract, GeneratedFile } from "../java/generateClients";

/** `codegen.py` of the official SDK asks each function for `constant`, which compilers left out since 0.6. */
function withConstant(abi: readonly unknown[]): readonly unknown[] {
  return abi.map((entry) => {
    const { type, stateMutability, constant } = entry as Record<string, unknown>;
    if (type !== "function" || typeof constant === "boolean") return entry;
    return { ...(entry as object), constant: readsOnly({ stateMutability: String(stateMutability) }) };
  });
}

/**
 * ABI and creation code as the official Python SDK finds them in its folder of contracts, and in `sm` the same for SM chains. Code that
 * needs libraries is left out: that SDK links none.
 * @throws ChainError usage: what code is wrong in
 */
export function pythonFiles(contracts: readonly ClientContract[], bytecode: boolean): GeneratedFile[] {
  const names = uniqueFileNames(contracts.map(({ artifact }) => plainName(artifact.name)));
  return contracts.flatMap(({ artifact }, index) => {
    const name = names[index] ?? plainName(artifact.name);
    const abi = `${JSON.stringify(withConstant(artifact.abi))}\n`;
    const files = (folder: string, code: string): GeneratedFile[] => [
      { name: `${folder}${name}.abi`, text: abi, contract: artifact.name },
      ...(code === "" ? [] : [{ name: `${folder}${name}.bin`, text: code, contract: artifact.name }]),
    ];
    const [code, smCode] = [artifact.bytecode, artifact.smBytecode].map((each) =>
      bytecode ? linkedCode(artifact, each) : "",
    );
    return [...files("", code ?? ""), ...files("sm/", smCode ?? "")];
  });
}
