import { type ContractInterface, contractInterface } from "../../chain/abi/contractInterface";
import { precompiledContracts, precompiledInterface } from "../../chain/abi/precompiledContracts";
import { deployableCode } from "../../chain/artifact/readArtifact";
import { call } from "../../chain/rpc/call";
import type { TransactionReceipt } from "../../chain/rpc/receiptSchema";
import { precompiledBehind } from "../../chain/services/contract/lookUpAbi";
import { negativeCode, requireAccepted } from "../../chain/services/contract/requireAccepted";
import { requireSuccess } from "../../chain/services/contract/requireSuccess";
import { createTable } from "../../chain/services/table/createTable";
import { openTable } from "../../chain/services/table/openTable";
import type { ChainSession } from "../../chain/session";
import { transact } from "../../chain/transaction/transact";
import type { Address, Hex } from "../../crypto/bytes/hex";
import type { Signer } from "../../crypto/cryptoSuite";
import { clientError } from "../../errors/clientError";
import { sourceTarget } from "../../text/sourceNames";
import { knownContractOf } from "../contract/contractContext";
import { fillTemplate, type TemplateArgument, type TemplateValues } from "./argumentTemplate";
import helloWorld from "./helloWorld.json";
import transfers from "./transfers.json";

export const workloadNames = ["transfer", "hello", "table", "contract"] as const;

export type WorkloadName = (typeof workloadNames)[number];

/** What is sent again and again. */
export interface Workload {
  readonly to: Address;
  /** Call data of one transaction. */
  data(values: TemplateValues, senderNumber: number): Hex;
  /** Why a receipt of status 0 is a failure nevertheless: the code that a built-in contract returned. */
  refusal?(receipt: TransactionReceipt): number | undefined;
}

/** The contract of one's own. */
export interface OwnContract {
  /** Address, BFS path, or `FILE.sol:Name`, which is deployed first. */
  readonly target: string;
  readonly functionName: string;
  readonly args: readonly TemplateArgument[];
  readonly abi: string | undefined;
  readonly solc: string | undefined;
}

interface WorkloadContext {
  readonly session: ChainSession;
  readonly signers: readonly Signer[];
  /** Letters and digits that differ from run to run. */
  readonly run: string;
  readonly signal: AbortSignal;
}

async function deploy(
  { session, signers, signal }: WorkloadContext,
  abi: ContractInterface,
  data: Hex,
  abiText: string,
): Promise<Address> {
  const [signer] = signers;
  if (!signer) throw new TypeError("no account signs");
  const receipt = await transact(session, signer, { data, abi: abiText }, { signal });
  await requireSuccess(session, receipt, abi);
  if (!receipt.contractAddress) throw clientError("noCodeAt", { target: "" });
  return receipt.contractAddress as Address;
}

/** A contract of ours, with its code for each kind of chain. */
interface CompiledContract {
  readonly abi: readonly unknown[];
  readonly standard: string;
  readonly sm: string;
}

async function deployOurs(
  context: WorkloadContext,
  compiled: CompiledContract,
): Promise<{ to: Address; abi: ContractInterface }> {
  const { suite } = context.session;
  const abi = contractInterface(compiled.abi, suite);
  const to = await deploy(context, abi, `0x${compiled[suite.name]}`, JSON.stringify(compiled.abi));
  return { to, abi };
}

/** A built-in contract says by a number what it refused; as two's complement where the type has no sign. */
function refusalIn(abi: ContractInterface, functionName: string) {
  return ({ output }: TransactionReceipt): number | undefined => {
    if (output.length <= 2) return undefined;
    const [result] = abi.decodeOutput(functionName, output);
    return signedCode(result?.value);
  };
}

/** A return code; as two's complement where the type has no sign. */
const signedCode = (value: unknown): number => Number(BigInt.asIntN(256, BigInt(String(value ?? 0))));

/** What the contract for transfers returns where its table is missing (docs/protocol/errors.md). */
const tableMissing = -51406;

const startBalance = "1000000000000";

/** Where transfers are made, and why one of status 0 failed nevertheless. */
interface TransferContract {
  readonly to: Address;
  readonly abi: ContractInterface;
  readonly refusal?: NonNullable<Workload["refusal"]>;
}

/** The node's contract for parallel transfers; where it has no table, as on chains that began with executor 1, one that is deployed. */
async function transferContract(context: WorkloadContext): Promise<TransferContract> {
  const { session, run, signal } = context;
  const abi = precompiledInterface("DagTransfer", session.suite);
  const to = precompiledContracts.DagTransfer.address;
  const data = abi.encodeCall("userBalance", [`${run}from0`]);
  const [first] = abi.decodeOutput("userBalance", (await call(session.client, { to, data }, { signal })).output);
  if (signedCode(first?.value) === tableMissing) return deployOurs(context, transfers);
  const refused = refusalIn(abi, "userTransfer");
  return { to, abi, refusal: (receipt) => refused(receipt) || undefined };
}

/** Each sender moves 1 between two users of its own, so that transfers can run beside each other. */
async function transfer(context: WorkloadContext): Promise<Workload> {
  const { session, signers, run, signal } = context;
  const { to, abi, ...rest } = await transferContract(context);
  const user = (part: "from" | "to", number: number): string => `${run}${part}${number}`;
  for (const [number, signer] of signers.entries()) {
    const data = abi.encodeCall("userSave", [user("from", number), startBalance]);
    await requireAccepted(session, to, await transact(session, signer, { to, data }, { signal }), abi);
  }
  return {
    to,
    data: (_, number) => abi.encodeCall("userTransfer", [user("from", number), user("to", number), "1"]),
    ...rest,
  };
}

async function hello(context: WorkloadContext): Promise<Workload> {
  const { to, abi } = await deployOurs(context, helloWorld);
  return { to, data: ({ run, i }) => abi.encodeCall("set", [`${run} ${i}`]) };
}

async function table(context: WorkloadContext): Promise<Workload> {
  const { session, signers, run, signal } = context;
  const [signer] = signers;
  if (!signer) throw new TypeError("no account signs");
  const name = `load_${run}`;
  await createTable(session, signer, { table: name, keyField: "id", valueFields: ["value", "sender"] }, { signal });
  const abi = precompiledInterface("Table", session.suite);
  const refused = refusalIn(abi, "insert");
  return {
    to: await openTable(session, name),
    data: ({ i, sender }) => abi.encodeCall("insert", [[String(i), [`value ${i}`, sender]]]),
    // what is not negative is the number of rows
    refusal: (receipt) => {
      const code = refused(receipt);
      return code !== undefined && code < 0 ? code : undefined;
    },
  };
}

async function contractTarget(
  context: WorkloadContext,
  own: OwnContract,
): Promise<{ address: Address; abi: ContractInterface }> {
  const { session } = context;
  if (!sourceTarget(own.target)) return knownContractOf(session, own.target, { abi: own.abi, artifact: undefined });
  const { compiledArtifact } = await import("../contract/compiledArtifact");
  const artifact = await compiledArtifact(session, own.target, own.solc);
  const abi = contractInterface(artifact.abi, session.suite);
  const data = abi.encodeDeploy(deployableCode(artifact, session.suite.name, {}), []);
  return { address: await deploy(context, abi, data, JSON.stringify(artifact.abi)), abi };
}

async function ownContract(context: WorkloadContext, own: OwnContract): Promise<Workload> {
  const { address, abi } = await contractTarget(context, own);
  const { signature } = abi.getFunction(own.functionName);
  // a table or another built-in contract says by a negative number what it refused
  const refuses = (await precompiledBehind(context.session, address)) !== undefined;
  return {
    to: address,
    ...(refuses ? { refusal: ({ output }: TransactionReceipt) => negativeCode(output) } : {}),
    data: (values) =>
      abi.encodeCall(
        signature,
        own.args.map((each) => fillTemplate(each, values)),
      ),
  };
}

/**
 * Makes what the transactions need: a deployed contract, a table, users with a balance.
 * @throws ChainError as deploying, creating and compiling do.
 */
export function prepareWorkload(
  name: WorkloadName,
  context: WorkloadContext,
  own: OwnContract | undefined,
): Promise<Workload> {
  if (name === "contract") {
    if (!own) throw new TypeError("no contract of one's own");
    return ownContract(context, own);
  }
  return { transfer, hello, table }[name](context);
}
