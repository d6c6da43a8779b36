import { t } from "../../text/catalogue";
import { OutOfBounds } from "../../text/limits/outOfBounds";

/** Why a configuration couldn't be read, in one line. */
export function unreadable(error: unknown): string {
  if (error instanceof OutOfBounds) {
    const most = error.details["most"] ?? 0;
    if (error.excess === "nestedTooDeep") return t("nested more than {0} levels deep", most);
    if (error.excess === "tooManyValues") return t("more than {0} values", most);
    return t("longer than {0} characters", most);
  }
  return error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
}
