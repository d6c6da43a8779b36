/** A cheat code refuses, or an assertion does not hold: the test sees a revert with these words. */
export class CheatError extends Error {
  override readonly name = "CheatError";
}
