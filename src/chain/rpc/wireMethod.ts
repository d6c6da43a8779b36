import * as v from "valibot";
import { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import type { ChainClient, RequestOptions } from "../client/client";
import { fastCheck } from "./fastCheck";
import { checkParameters, type ParameterType, type WireParameter } from "./wireParameter";

/** What stands before a method's own parameters (docs/protocol/json-rpc.md, "Leading parameters"). */
type LeadingParameters = "groupAndNode" | "group" | "none";

/** One method of the node's interface: how it is asked and what its answer must look like. */
export interface WireMethod<Result = unknown> {
  readonly name: string;
  readonly leading: LeadingParameters;
  readonly parameters: readonly WireParameter[];
  /** First release whose nodes know the method. */
  readonly since: `3.${number}.${number}`;
  /** No node was recorded answering it: what `result` says is its source's word alone. */
  readonly unrecorded?: true;
  readonly result: v.GenericSchema<unknown, Result>;
}

/** Parameters in their order, by name: `hash`, or `hash?` for one that may be left out. */
type ParameterTypes = Readonly<Record<string, ParameterType | `${ParameterType}?`>>;

function parameterOf([name, given]: [string, ParameterTypes[string]]): WireParameter {
  const type = given.replace("?", "") as ParameterType;
  return given.endsWith("?") ? { name, type, optional: true } : { name, type };
}

/** A method that names group and node and that nodes of every release know, unless `more` says otherwise. */
export const wireMethod = <Result>(
  name: string,
  parameters: ParameterTypes,
  result: v.GenericSchema<unknown, Result>,
  more: Partial<Pick<WireMethod, "leading" | "since" | "unrecorded">> = {},
): WireMethod<Result> => ({
  name,
  leading: "groupAndNode",
  since: "3.0.0",
  parameters: Object.entries(parameters).map(parameterOf),
  result,
  ...more,
});

/**
 * Decodes an answer of the method.
 * @throws ChainError decode `unexpectedShape` with the path of the member that is not as expected.
 */
export function decodeResult<Result>(method: WireMethod<Result>, value: unknown): Result {
  if (fastCheck(method.result)(value)) return value as Result;
  const outcome = v.safeParse(method.result, value, { abortEarly: true });
  if (outcome.success) return outcome.output;
  const [issue] = outcome.issues;
  throw clientError("unexpectedShape", {
    method: method.name,
    path: ["result", v.getDotPath(issue)].filter(Boolean).join("."),
    problem: issue.message,
  });
}

const nothingYet = Symbol("no result was found right yet");

/** Decodes what is asked for, and looks only once at a result that is as it should be already while it is read. */
export async function decodeWhen<Result>(
  method: WireMethod<Result>,
  ask: (isExact: (result: unknown) => boolean) => Promise<unknown>,
): Promise<Result> {
  const isRight = fastCheck(method.result);
  let right: unknown = nothingYet;
  const result = await ask((plain) => {
    if (!isRight(plain)) return false;
    right = plain;
    return true;
  });
  return result === right ? (result as Result) : decodeResult(method, result);
}

/** The parameters as they go over the wire: leading ones first, missing optional ones left out. */
function wireParameters(client: ChainClient, method: WireMethod, given: readonly unknown[]): readonly unknown[] {
  const own = checkParameters(method, given);
  if (method.leading === "none") return own;
  if (client.group === "") throw clientError("noGroup", { method: method.name });
  return method.leading === "group" ? [client.group, ...own] : [client.group, client.node, ...own];
}

/**
 * Asks a node: checks the parameters, sends, decodes.
 * @throws ChainError of every kind that `Transport.request` names, and usage `noGroup`, `missingParameter`, `wrongParameter`.
 */
export async function callMethod<Result>(
  client: ChainClient,
  method: WireMethod<Result>,
  given: readonly unknown[],
  options?: RequestOptions,
): Promise<Result> {
  const parameters = wireParameters(client, method, given);
  try {
    return await decodeWhen(method, (isExact) => client.transport.request(method.name, parameters, options, isExact));
  } catch (error) {
    if (error instanceof ChainError && (error.code === -32000 || error.code === -32005))
      throw await explainGroup(client, error);
    if (error instanceof ChainError && error.code === -32601 && method.since !== "3.0.0") {
      throw clientError("methodTooNew", { method: method.name, since: method.since }, { cause: error });
    }
    throw error;
  }
}

/** A node says a wrong group in odd words: say which groups it has instead, when it can be asked. */
export async function explainGroup(client: ChainClient, error: ChainError): Promise<ChainError> {
  if (client.group === "") return error;
  try {
    const answer = (await client.transport.request("getGroupList", [])) as { groupList?: unknown };
    const groups = Array.isArray(answer.groupList) ? answer.groupList.map(String) : [];
    if (groups.includes(client.group)) return error;
    return clientError("unknownGroup", { group: client.group, groups }, { cause: error });
  } catch {
    return error;
  }
}
