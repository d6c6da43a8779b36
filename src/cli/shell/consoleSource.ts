import { existsSync } from "node:fs";
import { clientError } from "../../chain/errors/clientError";

/** Where the official console keeps contracts, and where projects do. */
const sourceFolders = ["", "contracts/solidity/", "contracts/", "src/"];

/** `HelloWorld` of `contracts/HelloWorld.sol`, `Hello` of `HelloWorld.sol:Hello`. */
export const plainName = (contract: string): string =>
  contract
    .split(/[\\/:]/)
    .at(-1)
    ?.replace(/\.sol$/i, "") ?? "";

/** `HelloWorld`, `HelloWorld.sol:Hello`, a path: the file that the console would take. */
export function consoleSource(named: string): string {
  const [, path = named, contract = ""] = /^(.*?)(:[A-Za-z_$][\w$]*)?$/.exec(named) ?? [];
  const file = /\.sol$/i.test(path) ? path : `${path}.sol`;
  const found = sourceFolders.map((folder) => folder + file).find((each) => existsSync(each));
  if (found === undefined) throw clientError("fileMissing", { path: file });
  return `${found}${contract || `:${plainName(path)}`}`;
}
