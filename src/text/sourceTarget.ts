/** A Solidity file, and the contract in it where that is named. */
export interface SourceTarget {
  readonly file: string;
  readonly name: string | undefined;
}

/** `contracts/Coin.sol:Coin` → file and name; undefined for what is no Solidity file. */
export function sourceTarget(word: string): SourceTarget | undefined {
  const [, file, name] = /^(.*\.sol)(?::([A-Za-z_$][\w$]*))?$/is.exec(word) ?? [];
  return file === undefined ? undefined : { file, name };
}

/** The same; any other word is a file as it stands. */
export const fileAndName = (word: string): SourceTarget => sourceTarget(word) ?? { file: word, name: undefined };
