import { precompiledAt } from "../../../chain/abi/precompiledContracts";
import type { RequestOptions } from "../../../chain/client/client";
import { getCode } from "../../../chain/rpc/getCode";
import type { AddressPage } from "../../../webview/explorer/messages";
import type { ExplorerContext } from "./explorerContext";
import { historyView } from "./historyView";
import { namedLine } from "./namedLine";

export async function addressPage(
  context: ExplorerContext,
  address: string,
  options: RequestOptions,
): Promise<AddressPage> {
  const { session, finder, nameOf, known } = context;
  const [code, contract, history] = await Promise.all([
    getCode(session.client, address, options),
    finder(address),
    historyView(context, address),
  ]);
  const name = nameOf(address);
  const codeBytes = Math.max(0, (code.length - 2) / 2);
  return {
    kind: "address",
    address,
    what: precompiledAt(address) ? "builtin" : codeBytes > 0 ? "contract" : "account",
    functions: contract?.functions.map((each) => each.signature) ?? [],
    events: contract?.events.map((each) => each.signature) ?? [],
    known: known(address).map((line) => namedLine(context, line)),
    history,
    ...(name ? { name } : {}),
    ...(codeBytes > 0 ? { codeBytes } : {}),
  };
}
