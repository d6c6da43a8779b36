import { existsSync } from "node:fs";
import { clientError } from "../../errors/clientError";

/** Where the official console keeps contracts, and where projects do. */
const sourceFolders = ["", "contracts/solidity/", "contracts/", "src/"];

/** `HelloWorld` of `contracts/HelloWorld.sol`, `Hello` of `HelloWorld.sol:Hello`. */
export const plainName = (contract: string): string =>
  contract
    .split(/[\\/:]/)
    .at(-1)
    ?.replace(/\.sol$/i, "") ?? "";

/** A name alone, such as deployments are kept by. */
export const isContractName = (word: string): boolean => /^[A-Za-z_$][\w$]*$/.test(word);

function lookUp(named: string): { readonly file: string; readonly source: string | undefined } {
  const [, path = named, contract = ""] = /^(.*?)(:[A-Za-z_$][\w$]*)?$/.exec(named) ?? [];
  const file = /\.sol$/i.test(path) ? path : `${path}.sol`;
  const found = sourceFolders.map((folder) => folder + file).find((each) => existsSync(each));
  return { file, source: found && `${found}${contract || `:${plainName(path)}`}` };
}

/** {@link consoleSource}, undefined where there is no such file. */
export const consoleSourceIfAny = (named: string): string | undefined => lookUp(named).source;

/** `HelloWorld`, `HelloWorld.sol:Hello`, a path: the file that the console would take. @throws ChainError usage `fileMissing` */
export function consoleSource(named: string): string {
  const { file, source } = lookUp(named);
  if (source === undefined) throw clientError("fileMissing", { path: file });
  return source;
}
