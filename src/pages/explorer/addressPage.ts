import { precompiledAt } from "../../chain/abi/precompiledContracts";
import type { RequestOptions } from "../../chain/client/client";
import { proxyFinding } from "../../chain/proxy/contractProxy";
import { getCode } from "../../chain/rpc/contractCode";
import type { AddressPage } from "../../webview/explorer/messages";
import type { ExplorerContext } from "./explorerContext";
import { historyView } from "./historyView";
import { namedLine } from "./namedLine";

export async function addressPage(
  context: ExplorerContext,
  address: string,
  options: RequestOptions,
): Promise<AddressPage> {
  const { session, nameOf, known } = context;
  const [code, contract, history] = await Promise.all([
    getCode(session.client, address, options),
    context.contract(address),
    historyView(context, address),
  ]);
  const name = nameOf(address) ?? contract?.name;
  const proxy = contract?.proxy;
  const codeBytes = Math.max(0, (code.length - 2) / 2);
  return {
    kind: "address",
    address,
    what: precompiledAt(address) ? "builtin" : codeBytes > 0 ? "contract" : "account",
    functions: contract?.abi.functions.map((each) => each.signature) ?? [],
    events: contract?.abi.events.map((each) => each.signature) ?? [],
    known: known(address).map((line) => namedLine(context, line)),
    history,
    ...(name ? { name } : {}),
    ...(proxy ? { proxy: { found: proxyFinding(proxy), implementations: [...proxy.implementations] } } : {}),
    ...(codeBytes > 0 ? { codeBytes } : {}),
  };
}
