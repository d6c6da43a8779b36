import { t } from "../../text/catalogue";
import { OutOfBounds } from "../../text/limits/outOfBounds";

/** Why a configuration couldn't be read, in one line. */
export function unreadable(error: unknown): string {
  if (error instanceof OutOfBounds) {
    const max = error.details["max"] ?? 0;
    if (error.excess === "nestedTooDeep") return t("nested more than {0} levels deep", max);
    if (error.excess === "tooManyValues") return t("more than {0} values", max);
    return t("longer than {0} characters", max);
  }
  return error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
}
