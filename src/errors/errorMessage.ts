import { joinSentences } from "../text/joining";
import type { ChainError } from "./chainError";
import { clientEntries } from "./clientEntries";
import { type ClientErrorCode, clientError } from "./clientError";
import { toChainError } from "./dictionary";
import { UserFacingError } from "./userFacingError";

/** An error as one process tells another: its code decides what is said; of a code that isn't ours, the words as they are. */
export interface ErrorMessage {
  readonly code: string;
  readonly message: string;
  readonly advice: string | undefined;
  readonly details: ChainError["details"];
  /** Its words are for people, in the language of both processes. */
  readonly isWorded?: boolean;
}

/** The error for another process. No stack, no cause: these may name files of the machine. */
export function errorMessage(error: unknown): ErrorMessage {
  const { code, message, advice, details } = toChainError(error);
  return { code: String(code), message, advice, details, isWorded: error instanceof UserFacingError };
}

/** Whether the words of an error stand in our dictionary. */
export const isOurCode = (code: string): code is ClientErrorCode => Object.hasOwn(clientEntries, code);

/** The error that another process told: with our words for its code, else with its own. */
export function errorFromMessage({ code, message, advice, details, isWorded }: ErrorMessage): Error {
  return isOurCode(code) && !isWorded
    ? clientError(code, details)
    : new UserFacingError(joinSentences(message, advice ?? ""), code);
}
