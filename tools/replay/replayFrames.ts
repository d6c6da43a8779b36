import { WebSocket } from "ws";
import type { Difference } from "./difference";
import type { RecordedFrame } from "./recording";

/** How long a frame that the node answered with something may stay unanswered. */
const timeoutMs = 1500;
/** How long to listen after a frame that the node did not answer. */
const silenceMs = 60;

interface Step {
  readonly sent: RecordedFrame;
  readonly answers: RecordedFrame[];
}

/** What the client sent, each with what came before the next. */
function steps(frames: readonly RecordedFrame[]): Step[] {
  const found: Step[] = [];
  for (const frame of frames) {
    if (frame.dir === "out") found.push({ sent: frame, answers: [] });
    else if (frame.dir === "in") found.at(-1)?.answers.push(frame);
  }
  return found;
}

interface Received {
  readonly type: number;
  readonly status: number;
  readonly seq: string;
  readonly text: string;
}

function read(data: Buffer): Received {
  const seqLength = data.readUInt16BE(6);
  return {
    type: data.readUInt16BE(2),
    status: data.readInt16BE(4),
    seq: data.toString("latin1", 8, 8 + seqLength),
    text: data.subarray(10 + seqLength).toString(),
  };
}

const eventPush = 290;

/** Events of several blocks that are pushed in the same moment overtake each other; the block says their order. */
function inOrder<Frame extends { type: number; text?: string; payloadText?: string }>(
  frames: readonly Frame[],
): Frame[] {
  const block = (frame: Frame): number =>
    Number(/"blockNumber":(\d+)/.exec(frame.text ?? frame.payloadText ?? "")?.[1] ?? Number.NaN);
  const pushes = frames
    .filter((frame) => frame.type === eventPush && !Number.isNaN(block(frame)))
    .sort((a, b) => block(a) - block(b));
  const moved = new Set(pushes);
  return frames.map((frame) => (moved.has(frame) ? (pushes.shift() as Frame) : frame));
}

const describe = (frame: Received, normalise: (text: string) => string): string =>
  `${frame.type} ${frame.status} ${frame.seq} ${normalise(frame.text)}`;

/** Plays one recorded WebSocket session and compares what comes back, frame by frame. */
export async function replayFrames(
  url: string,
  frames: readonly RecordedFrame[],
  prepare: (text: string, answers: readonly string[]) => Promise<string>,
  normalise: { node: (text: string) => string; ours: (text: string) => string },
): Promise<(Difference | undefined)[]> {
  const socket = new WebSocket(url.replace(/^http/, "ws"), { perMessageDeflate: false });
  let received: Received[] = [];
  socket.on("message", (data: Buffer) => received.push(read(data)));
  socket.on("error", () => undefined);
  await new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  const outcomes: (Difference | undefined)[] = [];
  const played = steps(frames);
  for (const { sent, answers } of played) {
    const original = Buffer.from(sent.hex, "hex");
    const text = await prepare(
      sent.payloadText ?? "",
      answers.map((frame) => frame.payloadText ?? ""),
    );
    const head = original.length < 10 ? original : original.subarray(0, 10 + original.readUInt16BE(6));
    received = [];
    socket.send(original.length < 10 ? original : Buffer.concat([head, Buffer.from(text)]));
    const deadline = Date.now() + timeoutMs;
    while (received.length < answers.length && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 5));
    if (answers.length === 0) await new Promise((resolve) => setTimeout(resolve, silenceMs));
    const node = inOrder(answers).map((frame) =>
      describe(
        { type: frame.type, status: frame.status, seq: frame.seq, text: frame.payloadText ?? "" },
        normalise.node,
      ),
    );
    const ours = inOrder(received).map((frame) => describe(frame, normalise.ours));
    const [theirs, own] = [node.join("\n"), ours.join("\n")];
    outcomes.push(theirs === own ? undefined : { name: `frame ${sent.name ?? sent.seq}`, node: theirs, ours: own });
  }
  socket.terminate();
  return outcomes;
}
