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

/** Serves the editor that started this process, over its channel or over stdin and stdout, and ends the process with it. */
export function serveEditor(over: "channel" | "streams"): void {
  const [reader, writer]: readonly [MessageReader, MessageWriter] =
    over === "channel"
      ? [new IPCMessageReader(process), new IPCMessageWriter(process)]
      : [new StreamMessageReader(process.stdin), new StreamMessageWriter(process.stdout)];
  const exit = (code: number): void => process.exit(code);
  // the channel's reader doesn't tell that the other side is gone
  if (over === "channel") process.once("disconnect", () => exit(1));
  new LanguageFront(reader, writer, startPeer, exit).listen();
}
