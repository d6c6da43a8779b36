import * as v from "valibot";
import { type ContractInterface, contractInterface } from "../../chain/abi/contractInterface";
import { call } from "../../chain/rpc/call";
import { getCode } from "../../chain/rpc/contractCode";
import { parseAmount } from "../../chain/services/balance/amount";
import { abiUnknown, findAbi } from "../../chain/services/contract/lookUpAbi";
import { type ContractTarget, readFunction } from "../../chain/services/contract/readFunction";
import { reasonOf } from "../../chain/services/contract/revertOf";
import { parseCallData } from "../../chain/transaction/callData";
import type { Address } from "../../crypto/bytes/hex";
import { clientError } from "../../errors/clientError";
import { executionError } from "../../errors/nodeError";
import { text } from "../../text/catalogue";
import { argumentsFor } from "../kit/callArguments";
import { interfaceOf, lookedUp, namedValues, outcomeOf, outcomeShown, valuesAsJson } from "../kit/decoded";
import { asking, resolvedFrom, signing } from "../kit/define";
import { cutData, someData } from "../kit/plain";
import { asked } from "../kit/results";
import { contract } from "../kit/subjects";
import { aFlag, aJson, anAmount, aText, functionArguments, optional } from "../model/fields";
import type { OperationContext } from "../model/operation";
import { interfaceShown } from "./interfaceShown";
import { proxyAsJson, proxyShown, showContract } from "./proxies";
import { dataTransaction, deployment, functionTransaction } from "./transactions";

const noun = "contract";
const called = aText(text("Function: its name, or its signature where several share the name"));
const callData = aText(text("Call data: 0x and hex digits"));
const args = optional(functionArguments(text("Arguments: lists are [1, 2], structs {x: 1}")));

interface Call {
  readonly contract: Address;
  readonly function: string;
  readonly arguments?: readonly string[] | undefined;
}

/** @throws ChainError usage `noAbi` */
async function knownContract(context: OperationContext, address: Address): Promise<ContractTarget> {
  const { abi, title, proxy, ...known } = await lookedUp(context, address);
  if (!abi) throw abiUnknown(address, known);
  return { name: title || address, address, abi, ...(proxy ? { proxy } : {}) };
}

async function prepareCall(context: OperationContext, given: Call) {
  const target = await knownContract(context, given.contract);
  const to = target.abi.getFunction(given.function);
  return { target, to, words: await argumentsFor(context, to.inputs, given.arguments) };
}

export const callFunction = asking({
  noun,
  verb: "call",
  word: "callContract",
  summary: text("Runs a function on the newest state. Nothing changes and nothing is sent."),
  fields: { contract, function: called, arguments: args },
  asksAs: true,
  result: v.object({
    blockNumber: v.number(),
    /** Whom the contract saw as its caller; null for the zero address. */
    caller: v.nullable(v.string()),
    values: namedValues,
  }),
  run: async (context, given) => {
    const { target, to, words } = await prepareCall(context, given);
    const caller = await context.caller?.();
    const { values, blockNumber } = await readFunction(
      context.session,
      target,
      to,
      words,
      caller?.call,
      asked(context),
    );
    return { blockNumber, caller: caller?.address ?? null, values: valuesAsJson(values) };
  },
});

export const callDataOperation = asking({
  noun,
  verb: "call-data",
  word: "callWithData",
  summary: text("Runs call data as it is on the newest state. Nothing changes and nothing is sent."),
  fields: { contract, data: callData },
  asksAs: true,
  result: v.object({ blockNumber: v.number(), caller: v.nullable(v.string()), output: v.string() }),
  run: async (context, given) => {
    const { session } = context;
    const request = { to: given.contract, data: parseCallData(given.data) };
    const caller = await context.caller?.();
    const answer = await (caller
      ? caller.call(request, asked(context))
      : call(session.client, request, asked(context)));
    const { status, output, blockNumber } = answer;
    if (status === 0) return { blockNumber, caller: caller?.address ?? null, output };
    const abi = await interfaceOf(context, given.contract);
    throw await executionError(status, (await reasonOf(session, { ...request, status, output }, abi)) ?? "");
  },
});

const amount = optional(anAmount(text("Amount to send along: wei, or with a unit such as 1.5 ether")));

const weiOf = (given: string | undefined): bigint => parseAmount(given ?? "0");

export const sendOperation = signing(
  {
    noun,
    verb: "send",
    word: "sendToContract",
    summary: text("Signs and sends a call of a function, and waits until it is in a block."),
    fields: {
      contract,
      function: called,
      arguments: args,
      amount,
    },
    result: outcomeShown,
  },
  resolvedFrom(
    functionTransaction,
    async (context, given: Call & { readonly amount?: string | undefined }) => {
      const { target, to, words } = await prepareCall(context, given);
      return { contract: target, called: to, values: words, amount: weiOf(given.amount) };
    },
    (context, receipt, { contract: { abi }, called: { signature }, values }) =>
      outcomeOf(context, receipt, abi.encodeCall(signature, values)),
  ),
);

export const sendDataOperation = signing(
  {
    noun,
    verb: "send-data",
    word: "sendCallData",
    summary: text("Signs and sends call data as it is, and waits until it is in a block."),
    fields: {
      contract,
      data: callData,
      amount,
    },
    result: outcomeShown,
  },
  resolvedFrom(
    dataTransaction,
    async (context, given: { contract: Address; data: string; amount?: string | undefined }) => ({
      to: given.contract,
      data: parseCallData(given.data),
      amount: weiOf(given.amount),
      known: await interfaceOf(context, given.contract),
    }),
    (context, receipt, { data }) => outcomeOf(context, receipt, data),
  ),
);

/** An ABI as it was given: a list, or its text. @throws ChainError usage `abi…` */
function givenInterface({ session }: OperationContext, abi: unknown): ContractInterface {
  if (!Array.isArray(abi)) throw clientError("wrongParameter", abiForm(abi));
  return contractInterface(abi, session.suite);
}

const abiForm = (given: unknown) => ({ method: "contract deploy", parameter: "abi", form: "[…]", given: typeof given });

export const deployOperation = signing(
  {
    noun,
    verb: "deploy",
    word: "deployCode",
    summary: text("Deploys compiled code with its constructor's arguments. The chain keeps the ABI."),
    fields: {
      code: aText(text("Compiled code in hex, its libraries linked")),
      abi: aJson(text("ABI")),
      arguments: args,
    },
    result: outcomeShown,
  },
  resolvedFrom(
    deployment,
    async (context, given: { code: string; abi: unknown; arguments?: readonly string[] | undefined }) => {
      const abi = givenInterface(context, given.abi);
      const words = await argumentsFor(context, abi.constructorInputs, given.arguments);
      return { abi, abiText: JSON.stringify(given.abi), code: given.code, values: words };
    },
    (context, receipt) => outcomeOf(context, receipt, "0x"),
  ),
);

const showAbi = asking({
  noun,
  verb: "abi",
  word: "getAbi",
  console: [{ name: "listAbi", arguments: ["contract"] }],
  summary: text("Functions and events of a contract, as far as they are known."),
  fields: { contract, whole: optional(aFlag(text("With the whole ABI"), { usual: "false" })) },
  result: v.nullable(
    v.object({
      name: v.string(),
      /** Where the ABI is kept. */
      source: v.picklist(["own", "chain", "link", "builtin"]),
      /** It runs other code, whose functions and events these are. */
      proxy: v.optional(proxyShown),
      functions: v.array(
        v.object({ name: v.string(), signature: v.string(), selector: v.string(), stateMutability: v.string() }),
      ),
      events: v.array(v.object({ name: v.string(), signature: v.string(), topic: v.string() })),
      more: v.boolean(),
      abi: v.optional(v.unknown()),
    }),
  ),
  run: async (context, given) => {
    const { found } = await findAbi(context.session, given.contract, context.abiOf, asked(context));
    const known = found && (await interfaceOf(context, given.contract));
    if (!found || !known) return null;
    const whole = typeof found.abi === "string" ? (JSON.parse(found.abi) as unknown) : found.abi;
    return {
      name: found.name,
      source: found.source.kind,
      ...(found.proxy ? { proxy: proxyAsJson(context, found.proxy) } : {}),
      ...interfaceShown(known),
      ...(given.whole ? { abi: whole } : {}),
    };
  },
});

const showCode = asking({
  noun,
  verb: "code",
  word: "getCode",
  console: [{ name: "getCode", arguments: ["contract"] }],
  summary: text("The code at an address."),
  fields: { contract },
  result: v.nullable(someData),
  run: async (context, given) => {
    const code = await getCode(context.session.client, given.contract, asked(context));
    return code.length <= 2 ? null : cutData(code);
  },
});

/** What contracts are for: calls, transactions, deployments. */
export const contractCalls = [
  callFunction,
  callDataOperation,
  sendOperation,
  sendDataOperation,
  deployOperation,
  showContract,
  showAbi,
  showCode,
] as const;
