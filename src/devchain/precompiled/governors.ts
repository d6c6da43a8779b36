import { decodeArguments } from "./host/abiBytes";
import { committeeAddress } from "./host/addresses";
import { encodeCall } from "./host/contract";
import type { PrecompiledHost } from "./host/host";
import { Refusal } from "./host/refusal";

/**
 * The governors' addresses, asked of the committee as the node does.
 * @throws Refusal when there is no committee.
 */
export async function readGovernors(host: PrecompiledHost, asker: string): Promise<string[]> {
  const ask = async (to: string, signature: string, missing: string): Promise<Uint8Array> => {
    const input = encodeCall(host.suite, signature, []);
    const { status, output } = await host.call({ to, sender: asker, input, isStatic: true });
    if (status !== 0) throw new Refusal(missing);
    return output;
  };
  const found = await ask(committeeAddress, "_committee()", "Get committee failed.");
  const [committee] = decodeArguments("address", found);
  const info = await ask(String(committee), "getCommitteeInfo()", "Get committee info failed.");
  const governors = decodeArguments("uint8,uint8,address[],uint32[]", info)[2];
  return Array.isArray(governors) ? governors.map(String) : [];
}
