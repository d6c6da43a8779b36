import * as v from "valibot";
import { type ContractInterface, contractInterface } from "../../chain/abi/contractInterface";
import { callText } from "../../chain/abi/valueText";
import { clientError } from "../../chain/errors/clientError";
import { getCode } from "../../chain/rpc/getCode";
import { parseAmount } from "../../chain/services/balance/amount";
import { findAbi } from "../../chain/services/contract/lookUpAbi";
import { readFunction } from "../../chain/services/contract/readFunction";
import { requireAccepted } from "../../chain/services/contract/requireAccepted";
import { requireSuccess } from "../../chain/services/contract/requireSuccess";
import { parseCallData } from "../../chain/transaction/callData";
import { transact } from "../../chain/transaction/transact";
import type { Address, Hex } from "../../crypto/bytes/hex";
import { t, text } from "../../text/catalogue";
import { unmovedWarnings } from "../consequences/unmovedWarnings";
import { argumentsFor } from "../kit/callArguments";
import { interfaceOf, namedValues, outcomeOf, outcomeShown, valuesAsJson } from "../kit/decoded";
import { asking, signing } from "../kit/define";
import { cutData, someData } from "../kit/plain";
import { asked } from "../kit/results";
import { contract } from "../kit/subjects";
import { aFlag, aJson, anAmount, aText, functionArguments, optional } from "../model/fields";
import type { OperationContext, PreviewLine } from "../model/operation";

const noun = "contract";
const called = aText(text("Function: its name, or its signature where several share the name"));
const args = optional(functionArguments(text("Arguments: lists are [1, 2], structs {x: 1}")));

interface Call {
  readonly contract: Address;
  readonly function: string;
  readonly arguments?: readonly string[] | undefined;
}

/** @throws ChainError usage `noAbi` */
async function knownInterface(context: OperationContext, address: Address): Promise<ContractInterface> {
  const abi = await interfaceOf(context, address);
  if (!abi) throw clientError("noAbi", { target: address });
  return abi;
}

async function prepareCall(context: OperationContext, given: Call) {
  const abi = await knownInterface(context, given.contract);
  const to = abi.getFunction(given.function);
  return { abi, to, words: await argumentsFor(context, to.inputs, given.arguments) };
}

const callFunction = asking({
  noun,
  verb: "call",
  word: "callContract",
  summary: text("Runs a function on the newest state. Nothing changes and nothing is sent."),
  fields: { contract, function: called, arguments: args },
  result: v.object({
    blockNumber: v.number(),
    /** Whom the contract saw as its caller; null for the zero address. */
    caller: v.nullable(v.string()),
    values: namedValues,
  }),
  run: async (context, given) => {
    const { abi, to, words } = await prepareCall(context, given);
    const target = { name: given.contract, address: given.contract, abi };
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

const amountLines = (amount: string | undefined): PreviewLine[] => {
  const wei = parseAmount(amount ?? "0");
  return wei > 0n ? [{ label: t("Amount"), value: `${wei} wei` }] : [];
};

const amount = optional(anAmount(text("Amount to send along: wei, or with a unit such as 1.5 ether")));

interface Sent {
  readonly contract: Address;
  readonly amount?: string | undefined;
}

/** The transaction that carries call data. */
function requestTo({ contract: to, amount: given }: Sent, data: Hex) {
  const value = parseAmount(given ?? "0");
  return { to, data, ...(value > 0n ? { value } : {}) };
}

const unmoved = async (context: OperationContext, given: Sent) => ({
  warnings: await unmovedWarnings(context, parseAmount(given.amount ?? "0")),
});

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
  {
    title: (given) => text("Send {0}", given.function),
    right: async (given, context) => {
      const { to } = await prepareCall(context, given);
      return { kind: "callMethod", contract: given.contract, method: to.signature };
    },
    abi: (context, given) => interfaceOf(context, given.contract),
    lines: async (context, given) => {
      const { to, words } = await prepareCall(context, given);
      return [
        { label: t("Function"), value: callText(to.name, words) },
        { label: t("Contract"), value: given.contract },
        ...amountLines(given.amount),
      ];
    },
    consequences: unmoved,
    run: async (context, signer, given, { agreed: _, ...options }) => {
      const { session } = context;
      const { abi, to, words } = await prepareCall(context, given);
      const data = abi.encodeCall(to.signature, words);
      const receipt = await transact(session, signer, requestTo(given, data), options);
      await requireAccepted(session, given.contract, receipt, abi);
      return outcomeOf(context, receipt, data);
    },
  },
);

const selectorLength = "0x12345678".length;

export const sendDataOperation = signing(
  {
    noun,
    verb: "send-data",
    word: "sendCallData",
    summary: text("Signs and sends call data as it is, and waits until it is in a block."),
    fields: {
      contract,
      data: aText(text("Call data: 0x and hex digits")),
      amount,
    },
    result: outcomeShown,
  },
  {
    title: text("Send Call Data"),
    right: (given) => {
      const data = parseCallData(given.data);
      const method = data.slice(0, selectorLength);
      return method.length === selectorLength ? { kind: "callMethod", contract: given.contract, method } : undefined;
    },
    abi: (context, given) => interfaceOf(context, given.contract),
    lines: async (context, given) => {
      const data = parseCallData(given.data);
      const call = (await interfaceOf(context, given.contract))?.decodeCall(data);
      const words =
        call &&
        callText(
          call.name,
          call.arguments.map(({ value }) => value),
        );
      return [
        ...(words === undefined ? [] : [{ label: t("Function"), value: words }]),
        { label: t("Contract"), value: given.contract },
        { label: t("Call data"), value: cutData(data).data },
        ...amountLines(given.amount),
      ];
    },
    consequences: unmoved,
    run: async (context, signer, given, { agreed: _, ...options }) => {
      const data = parseCallData(given.data);
      const receipt = await transact(context.session, signer, requestTo(given, data), options);
      const abi = (await interfaceOf(context, given.contract)) ?? contractInterface([], context.session.suite);
      await requireAccepted(context.session, given.contract, receipt, abi);
      return outcomeOf(context, receipt, data);
    },
  },
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
  {
    title: text("Deploy Contract"),
    right: () => ({ kind: "deploy" }),
    abi: async (context, given) => givenInterface(context, given.abi),
    lines: async (context, given) => {
      const abi = givenInterface(context, given.abi);
      const words = await argumentsFor(context, abi.constructorInputs, given.arguments);
      // Wrong arguments are told before anything is signed.
      abi.encodeDeploy(given.code, words);
      return [
        { label: t("Constructor"), value: callText("constructor", words) },
        { label: t("Bytes"), value: String(given.code.replace(/^0x/, "").length / 2) },
      ];
    },
    run: async (context, signer, given, { agreed: _, ...options }) => {
      const abi = givenInterface(context, given.abi);
      const words = await argumentsFor(context, abi.constructorInputs, given.arguments);
      const request = { data: abi.encodeDeploy(given.code, words), abi: JSON.stringify(given.abi) };
      const receipt = await transact(context.session, signer, request, options);
      await requireSuccess(context.session, receipt, abi);
      return outcomeOf(context, receipt, "0x");
    },
  },
);

/** No ABI is listed with more. */
const mostEntries = 500;

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
    const { functions, events } = known;
    const whole = typeof found.abi === "string" ? (JSON.parse(found.abi) as unknown) : found.abi;
    return {
      name: found.name,
      source: found.source.kind,
      functions: functions
        .slice(0, mostEntries)
        .map(({ name, signature, selector, stateMutability }) => ({ name, signature, selector, stateMutability })),
      events: events.slice(0, mostEntries).map(({ name, signature, topic }) => ({ name, signature, topic })),
      more: functions.length > mostEntries || events.length > mostEntries,
      ...(given.whole ? { abi: whole } : {}),
    };
  },
});

const showCode = asking({
  noun,
  verb: "code",
  word: "getCode",
  console: [{ name: "getCode", arguments: ["contract"] }],
  summary: text("The code that stands at an address."),
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
  sendOperation,
  sendDataOperation,
  deployOperation,
  showAbi,
  showCode,
] as const;
