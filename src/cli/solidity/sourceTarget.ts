const name = /^[A-Za-z_$][\w$]*$/;

/** `contracts/Coin.sol:Coin` → file and name; undefined for what is no Solidity file. */
export function sourceTarget(word: string): { file: string; name: string | undefined } | undefined {
  if (word.endsWith(".sol")) return { file: word, name: undefined };
  const mark = word.lastIndexOf(".sol:");
  const named = word.slice(mark + 5);
  return mark < 0 || !name.test(named) ? undefined : { file: word.slice(0, mark + 4), name: named };
}
