import type { RequestOptions } from "../../../chain/client/client";
import { stringifyExactJson } from "../../../chain/json/exactJson";
import { changesChain } from "../../../chain/profile/guardedTransport";
import { callMethod, type WireMethod } from "../../../chain/rpc/wireMethod";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { requireWritable } from "../../state/connections/signingPermit";
import { agreeInEditor } from "./askInEditor";

const shown = (given: unknown): string => (typeof given === "string" ? given : stringifyExactJson(given));

/**
 * Asks a node any method of its interface; one that changes the chain asks the user first, where the connection says so.
 * @throws Cancelled; ChainError what `callMethod` throws.
 */
export async function callNode(
  group: ChainGroup,
  method: WireMethod,
  given: readonly unknown[],
  options?: RequestOptions,
): Promise<unknown> {
  if (changesChain(method.name)) {
    requireWritable(group);
    const lines = method.parameters.flatMap(({ name }, index) =>
      index < given.length ? [{ label: name, value: shown(given[index]) }] : [],
    );
    const { actOfSigned } = await import("../../../signing/sentBytes");
    const signed = group.connection.origin === "embedded" ? undefined : actOfSigned(given[0]);
    await agreeInEditor(group, { title: method.name, lines, ...signed });
  }
  return callMethod(group.session.client, method, given, options);
}
