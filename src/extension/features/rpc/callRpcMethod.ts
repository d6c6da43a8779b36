import * as vscode from "vscode";
import { nodeMethods } from "../../../chain/rpc/methodTable";
import type { WireMethod } from "../../../chain/rpc/wireMethod";
import { checkParameters, parameterNames, readParameter, type WireParameter } from "../../../chain/rpc/wireParameter";
import { showJson } from "../../flows/records/showRecord";
import { callNode } from "../../flows/signing/callNode";
import { addressNamed } from "../../flows/target/addressNamed";
import { askChoice, askRemembered, type Choice } from "../../kit/asking/ask";
import { complaint } from "../../kit/errors/complaint";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

function methodChoice(method: WireMethod): Choice<WireMethod> {
  return {
    label: method.name,
    description: parameterNames(method).join(", "),
    detail: vscode.l10n.t("since {0}", method.since),
    value: method,
  };
}

/** A name of one's own may stand where an address belongs. */
function readText(app: Chainside, group: ChainGroup, parameter: WireParameter, text: string): unknown {
  const typed = text.trim();
  if (typed === "") return undefined;
  const named = parameter.type === "target" ? addressNamed(app, group, typed) : undefined;
  return named ?? readParameter(typed, parameter);
}

async function askParameter(
  app: Chainside,
  group: ChainGroup,
  method: WireMethod,
  before: readonly unknown[],
  parameter: WireParameter,
): Promise<unknown> {
  const only: WireMethod = { ...method, parameters: method.parameters.slice(0, before.length + 1) };
  const text = await askRemembered(app.kept, `${method.name} ${parameter.name}`, {
    title: method.name,
    prompt: parameter.optional
      ? vscode.l10n.t("{0} ({1}, optional)", parameter.name, parameter.type)
      : `${parameter.name} (${parameter.type})`,
    validate: (typed) =>
      complaint(app, () => void checkParameters(only, [...before, readText(app, group, parameter, typed)])),
  });
  return readText(app, group, parameter, text);
}

/** Asks a node any method of its interface and opens the decoded answer as JSON. */
export async function callRpcMethod(app: Chainside, group: ChainGroup): Promise<void> {
  const method = await askChoice(nodeMethods.map(methodChoice), {
    title: vscode.l10n.t("Call JSON-RPC Method"),
    placeHolder: vscode.l10n.t("Select a method"),
  });
  const given: unknown[] = [];
  for (const parameter of method.parameters) {
    const value = await askParameter(app, group, method, given, parameter);
    if (value === undefined) break;
    given.push(value);
  }
  const answer = await callNode(group, method, given);
  await showJson(`${method.name} ${group.groupId}`, answer);
}
