import { devChainProcess } from "../../devchain/devChainProcess";
import { devChainUsage } from "../../devchain/devChainUsage";
import { usageText } from "../output/usageText";

/** `chainside devchain`: runs an embedded chain until it is stopped. */
export function runDevchain(args: readonly string[]): Promise<number> {
  return devChainProcess(args, () => usageText(devChainUsage));
}
