import {
  IPCMessageReader,
  IPCMessageWriter,
  type MessageReader,
  type MessageWriter,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import type { StartOptions } from "../protocol/messages";
import { LanguageFront } from "./front";
import type { LanguageProcess } from "./languageProcess";
import { peersOf } from "./peer";

/**
 * Serves the editor over its channel or over stdin and stdout.
 * @param begun the process of the language that the editor opens, where one is started already
 * @returns the exit code, when the editor is gone: 0 where it said so before
 */
export function serveFront(
  over: "channel" | "streams",
  options: StartOptions,
  begun: LanguageProcess | undefined,
): Promise<number> {
  const [reader, writer]: readonly [MessageReader, MessageWriter] =
    over === "channel"
      ? [new IPCMessageReader(process), new IPCMessageWriter(process)]
      : [new StreamMessageReader(process.stdin), new StreamMessageWriter(process.stdout)];
  return new Promise((resolve) => {
    // the channel's reader doesn't tell that the other side is gone
    if (over === "channel") process.once("disconnect", () => resolve(1));
    if (over === "channel" && !process.connected) resolve(1);
    const ended = (code: number): void => {
      // an unread input would keep the process
      if (over === "streams") process.stdin.destroy();
      resolve(code);
    };
    new LanguageFront(reader, writer, peersOf(begun), ended, options).listen();
  });
}
