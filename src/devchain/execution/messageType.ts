import type { Message } from "@ethereumjs/evm";
import type { RecordedFrame } from "../../chain/dev/executionRecording";

/** The opcode that a message is of; of a transaction CALL or CREATE. */
export function messageType(message: Message): RecordedFrame["type"] {
  if (!message.to) return message.salt ? "CREATE2" : "CREATE";
  if (message.delegatecall) return "DELEGATECALL";
  if (!message.to.equals(message.codeAddress)) return "CALLCODE";
  return message.isStatic ? "STATICCALL" : "CALL";
}
