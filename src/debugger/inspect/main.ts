// The inspector: reads storage and runs transactions again for the editor, over the channel of the process that started it.
import { toldError } from "../../chain/errors/toldError";
import { useLocale } from "../../text/catalogueFile";
import { CannotDebug } from "../program/cannotDebug";
import { inspect } from "./inspect";
import type { InspectionReply, NumberedOrder } from "./messages";

useLocale(process.env["CHAINSIDE_LOCALE"] ?? "en");

async function answer({ id, order }: NumberedOrder): Promise<InspectionReply> {
  try {
    return { kind: "done", id, result: await inspect(order) };
  } catch (error) {
    if (error instanceof CannotDebug)
      return { kind: "failed", id, code: "cannotDebug", message: error.message, advice: undefined, details: {} };
    return { kind: "failed", id, ...toldError(error) };
  }
}

process.on("message", (order: NumberedOrder) => {
  void answer(order).then((reply) => process.send?.(reply));
});
process.once("disconnect", () => process.exit(0));
