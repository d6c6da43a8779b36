import { type BuiltinContract, builtinContracts } from "../../../chain/abi/builtinContracts";
import type { RequestOptions } from "../../../chain/client";
import { getCode } from "../../../chain/rpc/getCode";
import type { AddressPage } from "../../../webview/explorer/messages";
import type { ExplorerGround } from "./explorerGround";
import { namedLine } from "./namedLine";

export async function addressPage(
  ground: ExplorerGround,
  address: string,
  options: RequestOptions,
): Promise<AddressPage> {
  const { session, finder, nameOf, known } = ground;
  const named: [string, BuiltinContract][] = Object.entries(builtinContracts);
  const builtin = named.find(([, contract]) => contract.address === address)?.[0];
  const [code, contract] = await Promise.all([getCode(session.client, address, options), finder(address)]);
  const name = nameOf(address);
  const codeBytes = Math.max(0, (code.length - 2) / 2);
  return {
    kind: "address",
    address,
    what: builtin ? "builtin" : codeBytes > 0 ? "contract" : "account",
    functions: contract?.functions.map((each) => each.signature) ?? [],
    events: contract?.events.map((each) => each.signature) ?? [],
    known: known(address).map((line) => namedLine(ground, line)),
    ...(name ? { name } : {}),
    ...(codeBytes > 0 ? { codeBytes } : {}),
  };
}
