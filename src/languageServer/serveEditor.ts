import { firstLanguage, languageProcess } from "./front/languageProcess";
import type { StartOptions } from "./protocol/messages";

/**
 * Serves the editor that started this process, over its channel or over stdin and stdout.
 * @param options count before what the editor says at the start
 * @returns the exit code, when the editor is gone: 0 where it said so before
 */
export async function serveEditor(over: "channel" | "streams", options: StartOptions = {}): Promise<number> {
  const opens = firstLanguage(options);
  // it loads while the rest of this process does
  const begun = opens === "config" ? undefined : languageProcess(opens);
  const { serveFront } = await import("./front/serveFront");
  return serveFront(over, options, begun);
}
