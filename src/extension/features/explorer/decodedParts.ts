import type { ContractInterface } from "../../../chain/abi/contractInterface";
import type { DecodedValue } from "../../../chain/abi/decodedValue";
import { namedType, namedValue } from "../../../chain/abi/namedValue";
import type { Hex } from "../../../crypto/hex";
import type { DecodedPart } from "../../../webview/explorer/messages";

const shown = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

function part(signature: string, values: readonly DecodedValue[]): DecodedPart {
  return {
    signature,
    values: values.map((each) => ({ name: each.name, type: namedType(each), value: shown(namedValue(each)) })),
  };
}

export function decodedInput(contract: ContractInterface | undefined, input: string): DecodedPart | undefined {
  const call = contract?.decodeCall(input as Hex);
  return call ? part(call.signature, call.arguments) : undefined;
}

export function decodedOutput(
  contract: ContractInterface | undefined,
  input: string,
  output: string,
): DecodedPart | undefined {
  const call = contract?.decodeCall(input as Hex);
  if (!contract || !call || output === "0x") return undefined;
  try {
    return part(call.signature, contract.decodeOutput(call.signature, output as Hex));
  } catch {
    // An output of another shape than the ABI says is shown raw.
    return undefined;
  }
}

export function decodedEvent(
  contract: ContractInterface | undefined,
  log: { topics: readonly string[]; data: string },
): DecodedPart | undefined {
  const event = contract?.decodeEvent(log);
  return event ? part(event.signature, event.arguments) : undefined;
}
