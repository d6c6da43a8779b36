import { type ChainClient, createClient } from "../chain/client/client";
import type { ExecutionRecording, RecordingChanges } from "../chain/dev/executionRecording";
import { addressDigits, type Hex, hexToBytes } from "../crypto/bytes/hex";
import type { ExecutableTransaction } from "../devchain/execution/transactionExecutor";
import { ChainError } from "../errors/chainError";
import type { Fork } from "./fork";

/** A call as the debugger asks for it (docs/devchain.md, "Recordings"). */
interface AskedCall extends RecordingChanges {
  readonly from?: string;
  readonly to?: string;
  readonly data?: string;
  readonly value?: string | number;
}

function callOf({ from = "", to = "", data = "0x", value = 0 }: AskedCall): ExecutableTransaction {
  return {
    sender: addressDigits(from),
    to: addressDigits(to),
    input: hexToBytes(data as Hex),
    abi: "",
    value: BigInt(value || 0),
    ethereumNonce: undefined,
  };
}

/** A client that answers as the embedded chain does what the debugger asks of it, on the state of the fork. */
export function forkClient(fork: Fork, label: string, group: string): ChainClient {
  const answer = async (method: string, params: readonly unknown[]): Promise<ExecutionRecording> => {
    if (method === "dev_recordTransaction" && fork.transaction) {
      const [, hash, changes] = params as [string, string, RecordingChanges | undefined];
      const { executable } = fork.transaction;
      const recording = await fork.record(executable, changes ?? {});
      return { ...recording, transaction: { ...recording.transaction, hash } };
    }
    if (method === "dev_recordCall") {
      const [, call] = params as [string, AskedCall];
      return fork.record(callOf(call), call);
    }
    throw new ChainError({ kind: "rpc", code: -32601, message: `A fork does not answer ${method}.` });
  };
  // one at a time: they share the state
  let last: Promise<unknown> = Promise.resolve();
  return createClient(
    {
      label,
      request: (method, params) => {
        const next = last.then(() => answer(method, params));
        last = next.catch(() => undefined);
        return next;
      },
      close: async () => undefined,
    },
    group,
  );
}
