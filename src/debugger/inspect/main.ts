// The inspector: reads storage and runs transactions again for the editor, over the channel of the process that started it.
import { createClient } from "../../chain/client";
import { toldError } from "../../chain/errors/toldError";
import { useLocale } from "../../text/catalogueFile";
import { EditorRelay, relayTransport } from "../adapter/editorRelay";
import { CannotDebug } from "../program/cannotDebug";
import type { ForkDoor } from "../program/forkDoor";
import { inspect } from "./inspect";
import type { InspectionAnswer, InspectionOrder, InspectionReply, NumberedOrder } from "./messages";

useLocale(process.env["CHAINSIDE_LOCALE"] ?? "en");

const relay = new EditorRelay((body) => process.send?.({ kind: "asks", ...body }));

/** The chain of an order that is executed again, asked through the starter. */
function doorOf(order: InspectionOrder): ForkDoor | undefined {
  if (order.kind === "storage" || !order.fork) return undefined;
  const { url, group } = order.chain;
  return {
    client: createClient(relayTransport(relay, url), group),
    begin: async (lines) => (await relay.ask({ lines })) === true,
    report: (progress) => process.send?.({ kind: "progress", ...progress }),
  };
}

async function answer({ id, order }: NumberedOrder): Promise<InspectionReply> {
  try {
    return { kind: "done", id, result: await inspect(order, undefined, doorOf(order)) };
  } catch (error) {
    if (error instanceof CannotDebug)
      return { kind: "failed", id, code: "cannotDebug", message: error.message, advice: undefined, details: {} };
    return { kind: "failed", id, ...toldError(error) };
  }
}

process.on("message", (message: NumberedOrder | InspectionAnswer) => {
  if ("order" in message) void answer(message).then((reply) => process.send?.(reply));
  else relay.answer(message);
});
process.once("disconnect", () => process.exit(0));
