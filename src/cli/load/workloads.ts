import { builtinContracts, builtinInterface } from "../../chain/abi/builtinContracts";
import { type ContractInterface, contractInterface } from "../../chain/abi/contractInterface";
import { deployableCode } from "../../chain/artifact/readArtifact";
import { clientError } from "../../chain/errors/clientError";
import type { TransactionReceipt } from "../../chain/rpc/receiptSchema";
import { requireSuccess } from "../../chain/services/contract/requireSuccess";
import { createTable } from "../../chain/services/table/createTable";
import { openTable } from "../../chain/services/table/openTable";
import type { ChainSession } from "../../chain/session";
import { transact } from "../../chain/transaction/transact";
import type { Signer } from "../../crypto/cryptoSuite";
import type { Address, Hex } from "../../crypto/hex";
import { knownContractOf } from "../contract/contractGround";
import { sourceTarget } from "../solidity/sourceTarget";
import { fillTemplate, type TemplateArgument, type TemplateValues } from "./argumentTemplate";
import helloWorld from "./helloWorld.json";

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

interface Ground {
  readonly session: ChainSession;
  readonly signers: readonly Signer[];
  /** Letters and digits that differ from run to run. */
  readonly run: string;
  readonly signal: AbortSignal;
}

async function deploy(
  { session, signers, signal }: Ground,
  abi: ContractInterface,
  data: Hex,
  abiText: string,
): Promise<Address> {
  const [signer] = signers;
  if (!signer) throw new TypeError("no account signs");
  const receipt = await transact(session, signer, { data, abi: abiText }, { signal });
  await requireSuccess(receipt, abi);
  if (!receipt.contractAddress) throw clientError("noCodeAt", { target: "" });
  return receipt.contractAddress as Address;
}

/** A built-in contract says by a number what it refused; as two's complement where the type has no sign. */
function refusalIn(abi: ContractInterface, functionName: string) {
  return ({ output }: TransactionReceipt): number | undefined => {
    if (output.length <= 2) return undefined;
    const [result] = abi.decodeOutput(functionName, output);
    const code = Number(BigInt.asIntN(256, BigInt(String(result?.value ?? 0))));
    return code;
  };
}

const startBalance = "1000000000000";

/** Each sender moves 1 between two users of its own in the node's contract for parallel transfers, so that transfers can run beside each other. */
async function transfer({ session, signers, run, signal }: Ground): Promise<Workload> {
  const abi = builtinInterface("DagTransfer", session.suite);
  const to = builtinContracts.DagTransfer.address;
  const user = (part: "from" | "to", number: number): string => `${run}${part}${number}`;
  for (const [number, signer] of signers.entries()) {
    const data = abi.encodeCall("userSave", [user("from", number), startBalance]);
    await requireSuccess(await transact(session, signer, { to, data }, { signal }), abi);
  }
  const refused = refusalIn(abi, "userTransfer");
  return {
    to,
    data: (_, number) => abi.encodeCall("userTransfer", [user("from", number), user("to", number), "1"]),
    refusal: (receipt) => refused(receipt) || undefined,
  };
}

async function hello(ground: Ground): Promise<Workload> {
  const { suite } = ground.session;
  const abi = contractInterface(helloWorld.abi, suite);
  const code: Hex = `0x${suite.name === "sm" ? helloWorld.sm : helloWorld.standard}`;
  const to = await deploy(ground, abi, code, JSON.stringify(helloWorld.abi));
  return { to, data: ({ run, i }) => abi.encodeCall("set", [`${run} ${i}`]) };
}

async function table(ground: Ground): Promise<Workload> {
  const { session, signers, run, signal } = ground;
  const [signer] = signers;
  if (!signer) throw new TypeError("no account signs");
  const name = `load_${run}`;
  await createTable(session, signer, { table: name, keyField: "id", valueFields: ["value", "sender"] }, { signal });
  const abi = builtinInterface("Table", session.suite);
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

async function contractTarget(ground: Ground, own: OwnContract): Promise<{ address: Address; abi: ContractInterface }> {
  const { session } = ground;
  if (!sourceTarget(own.target)) return knownContractOf(session, own.target, { abi: own.abi, artifact: undefined });
  const { compiledArtifact } = await import("../contract/compiledArtifact");
  const artifact = await compiledArtifact(session, own.target, own.solc);
  const abi = contractInterface(artifact.abi, session.suite);
  const data = abi.encodeDeploy(deployableCode(artifact, session.suite.name, {}), []);
  return { address: await deploy(ground, abi, data, JSON.stringify(artifact.abi)), abi };
}

async function ownContract(ground: Ground, own: OwnContract): Promise<Workload> {
  const { address, abi } = await contractTarget(ground, own);
  const { signature } = abi.getFunction(own.functionName);
  return {
    to: address,
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
export function prepareWorkload(name: WorkloadName, ground: Ground, own: OwnContract | undefined): Promise<Workload> {
  if (name === "contract") {
    if (!own) throw new TypeError("no contract of one's own");
    return ownContract(ground, own);
  }
  return { transfer, hello, table }[name](ground);
}
