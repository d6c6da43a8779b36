import { contractInterface } from "../../src/chain/abi/contractInterface";
import type { ContractTarget } from "../../src/chain/services/contract/readFunction";
import { transact } from "../../src/chain/transaction/transact";
import type { Address } from "../../src/crypto/bytes/hex";
import { creationCode } from "./creationCode";
import { type ExtensionApp, signerOf } from "./extensionApp";

/** What it pays: 2.5 ether. */
export const paidWei = "2500000000000000000";

const paid = [
  { name: "who", type: "address" },
  { name: "amount", type: "uint256" },
];
const abi = [
  { type: "function", name: "last", inputs: [], outputs: paid, stateMutability: "view" },
  {
    type: "function",
    name: "pay",
    inputs: [{ name: "to", type: "address" }],
    outputs: paid,
    stateMutability: "payable",
  },
  { type: "event", name: "Paid", inputs: paid.map((each) => ({ ...each, indexed: false })) },
];

/** A contract, known to the extension by its name, that gives and logs its caller and the same amount whatever it is called with. */
export async function payingContract(on: ExtensionApp, name: string): Promise<ContractTarget> {
  const { session } = on.group;
  const code = contractInterface(abi, session.suite);
  const topic = code.events[0]?.topic?.slice(2) ?? "";
  // caller and amount into memory; log1; return
  const runtime = `3360005267${BigInt(paidWei).toString(16)}602052`;
  const data = `0x${creationCode(`${runtime}7f${topic}60406000a160406000f3`)}` as const;
  const { contractAddress } = await transact(session, await signerOf(on), { data });
  const address = contractAddress as Address;
  await on.app.knownContracts.remember(on.group, { address, name, abi: JSON.stringify(abi) });
  return { name, address, abi: code };
}
