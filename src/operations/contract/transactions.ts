import {
  type AbiArguments,
  type AbiFunction,
  type ContractInterface,
  inOrder,
} from "../../chain/abi/contractInterface";
import { callText } from "../../chain/abi/valueText";
import { artifactInterface } from "../../chain/artifact/artifactInterface";
import { type ContractArtifact, deployableCode } from "../../chain/artifact/readArtifact";
import { proxyFinding } from "../../chain/proxy/contractProxy";
import type { TransactionReceipt } from "../../chain/rpc/receiptSchema";
import type { FoundBy } from "../../chain/services/bfs/readLink";
import type { ContractTarget } from "../../chain/services/contract/readFunction";
import { requireAccepted } from "../../chain/services/contract/requireAccepted";
import { requireSuccess } from "../../chain/services/contract/requireSuccess";
import type { ChainSession } from "../../chain/session";
import { transact } from "../../chain/transaction/transact";
import type { Address, Hex } from "../../crypto/bytes/hex";
import { t, text } from "../../text/catalogue";
import { allBegun } from "../../time/inParallel";
import { unmovedWarnings } from "../consequences/unmovedWarnings";
import type { OperationContext, Preview, PreviewLine, Signing } from "../model/operation";
import { builtInConsequences } from "./builtInCalls";

/** A call of a function that is to be sent. */
export interface FunctionTransaction {
  readonly contract: ContractTarget;
  readonly called: AbiFunction;
  readonly values: readonly unknown[];
  /** In wei. */
  readonly amount: bigint;
}

/** Call data that is sent as it is. */
export interface DataTransaction {
  /** Empty for a deployment. */
  readonly to: string;
  readonly data: Hex;
  /** In wei. */
  readonly amount: bigint;
  /** Of the contract called, where it is known. */
  readonly known?: ContractInterface | undefined;
  /** ABI text that the chain is to keep with a deployment. */
  readonly abi?: string | undefined;
  /** What the person calls it, where that isn't its address. */
  readonly name?: string | undefined;
  /** The path that the recipient was named by. */
  readonly foundBy?: FoundBy | undefined;
}

/** A contract that is to be made. */
export interface Deployment {
  /** Undefined where nothing names it. */
  readonly name?: string;
  readonly abi: ContractInterface;
  /** What the chain keeps of it. */
  readonly abiText: string;
  /** Creation code in hex, its libraries linked, without arguments. */
  readonly code: string;
  readonly values: AbiArguments;
  /** Addresses of the libraries that are linked, by name. */
  readonly libraries?: Readonly<Record<string, string>>;
  /** What is to be known of its code before. */
  readonly warnings?: readonly string[];
  /** Where the code comes from, where that should be seen. */
  readonly from?: readonly PreviewLine[];
}

/**
 * A compiled contract as it is deployed on a chain.
 * @param libraries addresses by name of the libraries that the code waits for
 * @throws ChainError usage `noBytecode`, `unlinkedBytecode`, `badBytecode`
 */
export function deploymentOf(
  { suite }: Pick<ChainSession, "suite">,
  artifact: ContractArtifact,
  values: AbiArguments,
  libraries: Readonly<Record<string, string>> = {},
): Deployment {
  return {
    name: artifact.name,
    abi: artifactInterface(artifact, suite),
    abiText: JSON.stringify(artifact.abi),
    code: deployableCode(artifact, suite.name, libraries),
    values,
    libraries,
  };
}

const bytesOf = (data: Hex): string => t("{0} bytes", (data.length - 2) / 2);

/** A selector and four words: what a question has room for. */
const maxDataLength = 2 * (4 + 4 * 32) + 2;

const dataText = (data: Hex): string =>
  data.length <= maxDataLength ? data : `${data.slice(0, maxDataLength)}… (${bytesOf(data)})`;

/** `Coin · 0x…`, or the address alone where nothing else names it. */
const targetText = ({ name, address }: Pick<ContractTarget, "name" | "address">): string =>
  name === address ? address : `${name} · ${address}`;

/** The line of the contract that is called, with the path that led to it. */
const contractLine = (contract: Pick<ContractTarget, "name" | "address" | "foundBy">): PreviewLine => {
  const { address, foundBy } = contract;
  const line = { label: t("Contract"), value: targetText(contract) };
  return foundBy ? { ...line, found: { address, foundBy } } : line;
};

/** Of a proxy, whose code answers and how that is known: it is the node's word. */
const proxyLines = ({ proxy }: Pick<ContractTarget, "proxy">): PreviewLine[] =>
  proxy ? [{ label: t("Implementation"), value: `${proxy.implementations.join(", ")} · ${proxyFinding(proxy)}` }] : [];

const amountLines = (wei: bigint): PreviewLine[] => (wei > 0n ? [{ label: t("Amount"), value: `${wei} wei` }] : []);

const withAmount = (wei: bigint) => (wei > 0n ? { value: wei } : {});

/** What a call comes to: by its amount, and where it goes to a contract of the node. */
async function callConsequences(
  context: OperationContext,
  to: string,
  data: Hex,
  amount: bigint,
): Promise<Partial<Preview>> {
  const [unmoved, builtIn] = await allBegun(
    () => unmovedWarnings(context, amount),
    () => (to === "" ? undefined : builtInConsequences(context, to, data)),
  );
  return { ...builtIn, warnings: [...(builtIn?.warnings ?? []), ...unmoved] };
}

/** Signs and sends a call of a function; a contract's refusal under status 0 is an error, too. */
export const functionTransaction: Signing<FunctionTransaction, TransactionReceipt> = {
  title: ({ contract: { name, address }, called }) =>
    name === address ? text("Call {0} of {1}", called.name, address) : text("Send {0}", `${name}.${called.name}`),
  right: ({ contract, called }) => ({ kind: "callMethod", contract: contract.address, method: called.signature }),
  abi: async (_, { contract }) => contract.abi,
  lines: async (_, { contract, called, values, amount }) => [
    { label: t("Function"), value: callText(called.name, values) },
    contractLine(contract),
    ...proxyLines(contract),
    ...amountLines(amount),
  ],
  consequences: (context, { contract: { abi, address }, called, values, amount }) =>
    callConsequences(context, address, abi.encodeCall(called.signature, values), amount),
  run: async (
    { session },
    signer,
    { contract: { abi, address }, called, values, amount },
    { agreed: _, ...options },
  ) => {
    const data = abi.encodeCall(called.signature, values);
    const receipt = await transact(session, signer, { to: address, data, ...withAmount(amount) }, options);
    await requireAccepted(session, address, receipt, abi);
    return receipt;
  },
};

const selectorLength = "0x12345678".length;

/** Signs and sends data that isn't decoded; a failed execution and a built-in contract's refusal under status 0 are errors. */
export const dataTransaction: Signing<DataTransaction, TransactionReceipt> = {
  title: ({ to }) => (to === "" ? text("Deploy Contract") : text("Send call data to {0}", to)),
  right: ({ to, data }) => {
    if (to === "") return { kind: "deploy" };
    const method = data.slice(0, selectorLength);
    return method.length === selectorLength ? { kind: "callMethod", contract: to as Address, method } : undefined;
  },
  abi: async (_, { known }) => known,
  lines: async (_, { to, data, amount, known, name = to, foundBy }) => {
    const call = to === "" ? undefined : known?.decodeCall(data);
    const values = call?.arguments.map(({ value }) => value);
    return [
      ...(call && values ? [{ label: t("Function"), value: callText(call.name, values) }] : []),
      ...(to === "" ? [] : [contractLine({ name, address: to as Address, ...(foundBy ? { foundBy } : {}) })]),
      to === "" ? { label: t("Data"), value: bytesOf(data) } : { label: t("Call data"), value: dataText(data) },
      ...amountLines(amount),
    ];
  },
  consequences: (context, { to, data, amount }) => callConsequences(context, to, data, amount),
  run: async ({ session }, signer, { to, data, abi, amount, known }, { agreed: _, ...options }) => {
    const sent = { to, data, ...(abi ? { abi } : {}), ...withAmount(amount) };
    const receipt = await transact(session, signer, sent, options);
    await requireAccepted(session, to, receipt, known);
    return receipt;
  },
};

/** Makes a contract; the chain keeps its ABI. */
export const deployment: Signing<Deployment, TransactionReceipt> = {
  title: ({ name }) => (name === undefined ? text("Deploy Contract") : text("Deploy {0}", name)),
  right: () => ({ kind: "deploy" }),
  abi: async (_, { abi }) => abi,
  lines: async (_, { name = "constructor", abi, code, values, libraries = {}, from = [] }) => [
    ...from,
    { label: t("Constructor"), value: callText(name, inOrder("constructor", abi.constructorInputs, values)) },
    { label: t("Code"), value: bytesOf(abi.encodeDeploy(code, values)) },
    ...Object.entries(libraries).map(([library, value]) => ({ label: t("Library {0}", library), value })),
  ],
  consequences: async (_, { warnings = [] }) => ({ warnings }),
  run: async ({ session }, signer, { abi, abiText, code, values }, { agreed: _, ...options }) => {
    const receipt = await transact(session, signer, { data: abi.encodeDeploy(code, values), abi: abiText }, options);
    await requireSuccess(session, receipt, abi);
    return receipt;
  },
};
