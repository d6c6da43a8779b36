// The inspector: reads storage and runs transactions again for the editor, over the channel of the process that started it.
import { createClient } from "../../chain/client/client";
import { errorMessage } from "../../errors/errorMessage";
import { type OrderContext, serveStarter } from "../../processes/serveStarter";
import { useLocale } from "../../text/catalogueFile";
import type { ForkConsent } from "../program/forkConsent";
import { closeCompiler } from "../program/startDebuggee";
import { inspect } from "./inspect";
import type { InspectionOrder, InspectorProtocol } from "./messages";
import { starterTransport } from "./starterChain";

useLocale(process.env["CHAINSIDE_LOCALE"] ?? "en");

/** The chain of an order that is executed again, asked through the starter. */
function consentOf(
  order: InspectionOrder,
  context: OrderContext<InspectorProtocol, "inspect">,
): ForkConsent | undefined {
  const chain = order.kind === "storage" ? order.from : order.fork && order.chain;
  if (!chain || ("kind" in chain && chain.kind !== "rebuilt")) return undefined;
  const { url, group } = chain;
  return {
    client: createClient(starterTransport(context.ask, url), group),
    begin: (lines) => context.ask("begin", lines),
    report: (progress) => context.tell(progress),
    signal: context.signal,
  };
}

serveStarter<InspectorProtocol>(
  { inspect: (order, context) => inspect(order, context.signal, consentOf(order, context)) },
  { report: errorMessage, ended: closeCompiler },
);
