/** An error that was foreseen: its message tells people in the chosen language what they can do, and nothing is to be reported. */
export class UserFacingError extends Error {
  constructor(
    message: string,
    /** Names the situation for programs. */
    readonly code = "refused",
  ) {
    super(message);
  }
}
