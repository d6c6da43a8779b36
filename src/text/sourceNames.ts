/** What a file is called that is named after a text: what is no letter, digit, `.`, `_` or `-` becomes `-`. */
export const fileName = (text: string): string => text.replace(/[^\p{L}\p{N}._-]+/gu, "-");

/** A Solidity file, and the contract in it where that is named. */
interface SourceTarget {
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

/** Whether a source is one of tests or scripts, by the names that tools give them: no chain will have what it makes. */
export const isTestSource = (name: string): boolean =>
  /\.[ts]\.sol$/.test(name) || /(?:^|\/)(?:tests?|scripts?)\//.test(name);

/** What begins the names of functions that are tests; `discoverTests` says of which kind each is, and with which parameters. */
const beginnings = ["test", "table", "invariant", "statefulFuzz"];

/** Whether a function is a test, by its name. */
export const isTestFunction = (name: string): boolean => beginnings.some((each) => name.startsWith(each));

/** Whether a contract's own constructor takes arguments, by its members as a source has them: it helps tests, and is none. */
export const takesArguments = (members: readonly { readonly kind: string; readonly detail: string }[]): boolean =>
  members.some(({ kind, detail }) => kind === "constructor" && !/^\(\s*\)/.test(detail));

/** Whether a source seems to have such a function. */
export const seemsToHaveTests = (source: string): boolean =>
  beginnings.some((each) => source.includes(`function ${each}`));

/** Whether a file is one of tests in every project, by its name. */
export const isTestFile = (path: string): boolean => path.endsWith(".t.sol");
