import type { Transport } from "../../chain/client/client";
import { answeredTransport } from "../../chain/transport/answeredTransport";
import type { AskStarter } from "../../processes/serveStarter";
import { t } from "../../text/catalogue";
import { CannotDebug } from "../program/launchedPath";
import type { ReExecutionAsks } from "./messages";

/** Asks the process that started this one: it has the connections with their certificates, and the person who decides. */
export type AskEditor = AskStarter<ReExecutionAsks>;

/** Who is asked, in the words of a user who went back on it. */
export const askingEditor =
  (ask: AskEditor): AskEditor =>
  (...question) =>
    ask(...question).catch(() => {
      throw new CannotDebug(t("Canceled."), "cancelled");
    });

/** A transport over the starter's connection. */
export const starterTransport = (ask: AskEditor, label: string): Transport =>
  answeredTransport(label, (question, signal) => ask("chain", question, signal));
