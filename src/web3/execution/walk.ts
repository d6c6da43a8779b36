import type { ExecutionRecording } from "../../chain/dev/executionRecording";
import {
  type PlayedFrame,
  type PlayListener,
  RecordingData,
  RecordingPlayer,
} from "../../debugger/replay/recordingPlayer";

/** A step before it is done. */
interface Step {
  readonly frame: PlayedFrame;
  readonly opcode: number;
  /** 1 for the transaction's own frame. */
  readonly depth: number;
}

/** A listener that hears of nothing but what it says. */
const silent: PlayListener = {
  enter: () => undefined,
  leave: () => undefined,
  stored: () => undefined,
  loaded: () => undefined,
  hashed: () => undefined,
  logged: () => undefined,
};

/**
 * Plays a recorded execution from its begin to its end.
 * @param before hears of each opcode before it runs; false ends the play
 */
export function walk(
  recording: ExecutionRecording,
  listener: Partial<PlayListener>,
  before?: (step: Step) => boolean,
): void {
  const player = new RecordingPlayer(new RecordingData(recording), { ...silent, ...listener });
  for (let frame = player.top; frame; frame = player.top) {
    const opcode = frame.code?.bytes[frame.pc] ?? 0;
    if (before && !before({ frame, opcode, depth: player.frames.length })) return;
    player.step();
  }
}
