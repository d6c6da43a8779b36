import {
  IPCMessageReader,
  IPCMessageWriter,
  type MessageReader,
  type MessageWriter,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { LanguageFront } from "./front/front";
import { startPeer } from "./front/peer";
import type { StartOptions } from "./protocol/messages";

/**
 * Serves the editor that started this process, over its channel or over stdin and stdout.
 * @param options count before what the editor says at the start
 * @returns the exit code, when the editor is gone: 0 where it said so before
 */
export function serveEditor(over: "channel" | "streams", options: StartOptions = {}): Promise<number> {
  const [reader, writer]: readonly [MessageReader, MessageWriter] =
    over === "channel"
      ? [new IPCMessageReader(process), new IPCMessageWriter(process)]
      : [new StreamMessageReader(process.stdin), new StreamMessageWriter(process.stdout)];
  return new Promise((resolve) => {
    // the channel's reader doesn't tell that the other side is gone
    if (over === "channel") process.once("disconnect", () => resolve(1));
    const ended = (code: number): void => {
      // an unread input would keep the process
      if (over === "streams") process.stdin.destroy();
      resolve(code);
    };
    new LanguageFront(reader, writer, startPeer, ended, options).listen();
  });
}
