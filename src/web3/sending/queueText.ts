import { t } from "../../text/catalogue";
import { visibleLine } from "../../text/visibleText";
import type { QueueEvent } from "./transactionQueue";

/** What became of a transaction, for people. */
export function transactionText({ kind, hash, from, nonce, reason = "" }: QueueEvent): string {
  switch (kind) {
    case "held":
      return visibleLine(t("Held: {0}, nonce {1} of {2}: {3}", hash, String(nonce), from, reason));
    case "passed":
      return visibleLine(t("Passed on: {0}, nonce {1} of {2}", hash, String(nonce), from));
    case "mined":
      return visibleLine(t("In a block: {0}, nonce {1} of {2}", hash, String(nonce), from));
    case "dropped":
      return visibleLine(t("Dropped: {0}, nonce {1} of {2}: {3}", hash, String(nonce), from, reason));
  }
}
