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
