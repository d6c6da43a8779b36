import type { Transport } from "../../chain/client/client";
import { ChainError } from "../../chain/errors/chainError";
import { decodeAnswer } from "../../chain/transport/envelope";
import type { AskStarter } from "../../processes/serveStarter";
import { t } from "../../text/catalogue";
import { CannotDebug } from "../program/cannotDebug";
import type { ReExecutionAsks } from "./messages";

/** Asks the process that started this one: it has the connections with their certificates, and the person who decides. */
export type AskEditor = AskStarter<ReExecutionAsks>;

/** Who is asked, in the words of a user who went back on it. */
export const askingEditor =
  (ask: AskEditor): AskEditor =>
  (...question) =>
    ask(...question).catch(() => {
      throw new CannotDebug(t("Canceled."));
    });

/** A transport over the starter's connection. Answers come as the node wrote them, and are read here. */
export function starterTransport(ask: AskEditor, label: string): Transport {
  return {
    label,
    request: async (method, params, options, isExact) => {
      const answer = await ask("chain", { method, params, timeoutMs: options?.timeoutMs }, options?.signal);
      if ("error" in answer) throw new ChainError(answer.error);
      return decodeAnswer(answer, method, isExact);
    },
    close: async () => undefined,
  };
}
