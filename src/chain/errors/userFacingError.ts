/** An error whose message is for people, in the chosen language, and says what they can do: nothing to report, nothing that wasn't foreseen. */
export class UserFacingError extends Error {
  constructor(
    message: string,
    /** Names the situation for programs. */
    readonly code = "refused",
  ) {
    super(message);
  }
}
