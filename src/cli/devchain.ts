import { devChainProcess } from "../devchain/devChainProcess";

/** `chainside devchain`: runs an embedded chain until it is stopped. */
export function runDevchain(args: readonly string[]): Promise<number> {
  return devChainProcess(args);
}
