/** What a test ends with that doesn't count, or is skipped. One that goes on all the same (`try`, `expectRevert`) counts, as in Foundry. */
export const endings = {
  rejected: "the values were rejected by vm.assume",
  skipped: "skipped",
} as const;

/**
 * A cheat code refuses, or an assertion does not hold: the test sees a revert with these words. It has no stack: that would be ours, which
 * the error isn't shown, and a test that rejects its values throws some thousand of these a second.
 */
export class CheatError extends Error {
  override readonly name = "CheatError";

  constructor(words: string) {
    const usual = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(words);
    Error.stackTraceLimit = usual;
  }
}
