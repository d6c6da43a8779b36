import type { DecodedValue } from "../../chain/abi/abiDecoder";
import type { ContractInterface, DecodedEvent } from "../../chain/abi/contractInterface";
import { bareText, namedType } from "../../chain/abi/namedValue";
import type { RequestOptions } from "../../chain/client/client";
import type { TransactionReceipt } from "../../chain/rpc/receiptSchema";
import { EventNames } from "../../chain/services/contract/eventNames";
import { reasonOf } from "../../chain/services/contract/revertOf";
import type { ChainSession } from "../../chain/session";
import { checkTransaction } from "../../chain/verification/checkTransaction";
import { isSenderProven } from "../../chain/verification/link";
import { type Hex, prefixedAddress } from "../../crypto/bytes/hex";
import { lookUpCode } from "../../errors/dictionary";
import { revertMessage } from "../../errors/revertText";
import type { DecodedPart, TransactionPage } from "../../webview/explorer/messages";
import { decodedCallText } from "../records/decodeCall";
import { nonceText } from "../records/nonceText";
import { senderReservation } from "../records/verdictText";
import type { ExplorerContext, InterfaceFinder } from "./explorerContext";
import { namesOf, pageVerdict } from "./namedLine";

function part(signature: string, values: readonly DecodedValue[]): DecodedPart {
  return {
    signature,
    values: values.map((each) => ({ name: each.name, type: namedType(each), value: bareText(each) })),
  };
}

function decodedInput(contract: ContractInterface | undefined, input: string): DecodedPart | undefined {
  const call = contract?.decodeCall(input as Hex);
  return call ? part(call.signature, call.arguments) : undefined;
}

function decodedOutput(
  contract: ContractInterface | undefined,
  input: string,
  output: string,
): DecodedPart | undefined {
  const call = contract?.decodeCall(input as Hex);
  if (!contract || !call || output === "0x") return undefined;
  try {
    return part(call.signature, contract.decodeOutput(call.signature, output as Hex));
  } catch {
    // An output of another shape than the ABI says is shown raw.
    return undefined;
  }
}

function decodedEvent(event: DecodedEvent | undefined): DecodedPart | undefined {
  return event ? part(event.signature, event.arguments) : undefined;
}

async function events(
  session: ChainSession,
  receipt: TransactionReceipt,
  finder: InterfaceFinder,
): Promise<TransactionPage["events"]> {
  const names = new EventNames(session);
  return Promise.all(
    receipt.logEntries.map(async ({ address, topics, data }) => {
      const decoded = decodedEvent(await names.decode({ topics, data }, await finder(address, receipt.blockNumber)));
      return { address, topics, data, ...(decoded ? { decoded } : {}) };
    }),
  );
}

async function outcome(
  session: ChainSession,
  receipt: TransactionReceipt,
  contract: ContractInterface | undefined,
  input: string,
  finder: InterfaceFinder,
): Promise<Partial<TransactionPage>> {
  const failed = receipt.status !== 0;
  const statusName = (await lookUpCode("status", receipt.status))?.name;
  const reason = failed ? await reasonOf(session, receipt, contract) : undefined;
  const decoded = failed ? undefined : decodedOutput(contract, input, receipt.output);
  return {
    block: receipt.blockNumber,
    status: receipt.status,
    gasUsed: receipt.gasUsed,
    output: receipt.output,
    events: await events(session, receipt, finder),
    ...(statusName ? { statusName } : {}),
    ...(reason ? { revertReason: revertMessage(reason) } : {}),
    ...(receipt.contractAddress ? { contractAddress: receipt.contractAddress } : {}),
    ...(decoded ? { decodedOutput: decoded } : {}),
  };
}

export async function transactionPage(
  context: ExplorerContext,
  hash: string,
  options: RequestOptions,
): Promise<TransactionPage> {
  const { session, finder, knownEvents, knownCalls } = context;
  const { transaction, verdict, receipt, receiptVerdict, archive, timestampMs } = await checkTransaction(
    session,
    hash,
    { ...options, archive: context.archive, trust: await context.trust(), knownCalls },
    knownEvents,
  );
  const to = prefixedAddress(transaction.to);
  const target = to === "" ? receipt?.contractAddress : to;
  const contract = target ? await finder(target, receipt?.blockNumber) : undefined;
  const decoded = to === "" ? undefined : decodedInput(contract, transaction.input);
  const verdicts = [
    pageVerdict("transaction", verdict),
    ...(receiptVerdict ? [pageVerdict("receipt", receiptVerdict)] : []),
  ];
  const call = decodedCallText(
    target ? await context.contract(target, receipt?.blockNumber) : undefined,
    transaction.input,
  );
  context.seen([
    {
      hash: transaction.hash,
      from: transaction.from,
      to,
      ...(to !== "" && call !== undefined ? { call } : {}),
      ...(receipt ? { block: receipt.blockNumber, status: receipt.status } : {}),
      ...(receipt?.contractAddress ? { contractAddress: receipt.contractAddress } : {}),
      ...(timestampMs ? { timeMs: timestampMs } : {}),
    },
  ]);
  return {
    kind: "transaction",
    hash: transaction.hash,
    ...(timestampMs ? { timeMs: timestampMs } : {}),
    names: namesOf(context, [transaction.from, to, receipt?.contractAddress ?? ""]),
    from: transaction.from,
    ...(isSenderProven(verdict) ? {} : { fromNote: senderReservation() }),
    to,
    nonce: nonceText(transaction.nonce),
    blockLimit: String(transaction.blockLimit),
    version: transaction.version,
    ...(archive === undefined ? {} : { archive }),
    input: transaction.input,
    events: [],
    verdicts,
    ...(decoded ? { decodedInput: decoded } : {}),
    ...(receipt ? await outcome(session, receipt, contract, transaction.input, finder) : {}),
  };
}
