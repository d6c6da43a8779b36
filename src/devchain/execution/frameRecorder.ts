import type { EVMResult, Message } from "@ethereumjs/evm";
import type { Frame } from "./frame";
import type { FrameEnvironment } from "./frameEnvironment";
import type { OpcodeInfo } from "./opcodeTable";

/** What notes what frames do, opcode by opcode; undefined on an EVM that isn't recorded. */
export interface FrameRecorder {
  /** A frame with code begins: it belongs to the message that was announced last. `fees`: prices of stack work, NaN for other opcodes. */
  enter(env: FrameEnvironment, fees: Float64Array): void;
  /** An opcode that is no stack work has ended well; `gasBefore` is what the frame had before it. */
  note(frame: Frame, opcode: number, gasBefore: bigint): void;
  /** A message is sent, and has come to its end. The executor tells so by its events; who answers a message in its place tells it here. */
  message(message: Message): void;
  result(result: EVMResult): void;
  /** The sender of the message that ended last is given something else than its code has given. */
  instead(given: Uint8Array): void;
}

/** What looks at every opcode before it runs. */
export interface StepWatcher {
  /**
   * The opcode has its price, which is not paid yet; `words` is how many words of memory the frame had before.
   * @throws EVMError to end the frame here.
   */
  step(frame: Frame, opcode: OpcodeInfo, gas: bigint, words: number): void;
}
