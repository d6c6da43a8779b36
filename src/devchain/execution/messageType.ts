import type { Message } from "@ethereumjs/evm";
import type { RecordedFrame } from "../../chain/dev/executionRecording";

/** The opcode that a message is of; of a transaction CALL or CREATE. */
export function messageType(message: Message): RecordedFrame["type"] {
  if (!message.to) return message.salt ? "CREATE2" : "CREATE";
  if (message.delegatecall) return "DELEGATECALL";
  // a cheat code of a test may put other code in the place of what is called
  const isBorrowed = message.to.equals(message.caller) && !message.to.equals(message.codeAddress);
  if (isBorrowed) return "CALLCODE";
  return message.isStatic ? "STATICCALL" : "CALL";
}
