import type { ContractInterface } from "../../../chain/abi/contractInterface";
import { decodeRevert, revertText } from "../../../chain/abi/revert";
import type { RequestOptions } from "../../../chain/client";
import { lookUpCode } from "../../../chain/errors/dictionary";
import type { TransactionReceipt } from "../../../chain/rpc/receiptSchema";
import { checkTransaction } from "../../../chain/verification/checkTransaction";
import type { Hex } from "../../../crypto/hex";
import type { TransactionPage } from "../../../webview/explorer/messages";
import { decodedCallText } from "../../flows/records/decodeCall";
import { nonceText } from "../../flows/records/nonceText";
import { decodedEvent, decodedInput, decodedOutput } from "./decodedParts";
import type { ExplorerGround, InterfaceFinder } from "./explorerGround";
import { namesOf } from "./namedLine";
import { pageVerdict } from "./verdicts";

async function events(receipt: TransactionReceipt, finder: InterfaceFinder): Promise<TransactionPage["events"]> {
  return Promise.all(
    receipt.logEntries.map(async ({ address, topics, data }) => {
      const decoded = decodedEvent(await finder(address), { topics, data });
      return { address, topics, data, ...(decoded ? { decoded } : {}) };
    }),
  );
}

async function outcome(
  receipt: TransactionReceipt,
  contract: ContractInterface | undefined,
  input: string,
  finder: InterfaceFinder,
): Promise<Partial<TransactionPage>> {
  const failed = receipt.status !== 0;
  const statusName = (await lookUpCode("status", receipt.status))?.name;
  const reason = failed
    ? revertText(contract?.decodeRevert(receipt.output as Hex) ?? decodeRevert(receipt.output as Hex))
    : undefined;
  const decoded = failed ? undefined : decodedOutput(contract, input, receipt.output);
  return {
    block: receipt.blockNumber,
    status: receipt.status,
    gasUsed: receipt.gasUsed,
    output: receipt.output,
    events: await events(receipt, finder),
    ...(statusName ? { statusName } : {}),
    ...(reason ? { revertReason: reason } : {}),
    ...(receipt.contractAddress ? { contractAddress: receipt.contractAddress } : {}),
    ...(decoded ? { decodedOutput: decoded } : {}),
  };
}

export async function transactionPage(
  ground: ExplorerGround,
  hash: string,
  options: RequestOptions,
): Promise<TransactionPage> {
  const { session, finder, knownEvents, knownCalls } = ground;
  const { transaction, verdict, receipt, receiptVerdict, archive, timestampMs } = await checkTransaction(
    session,
    hash,
    { ...options, archive: ground.archive, trust: await ground.trust(), knownCalls },
    knownEvents,
  );
  const target = transaction.to === "" ? receipt?.contractAddress : transaction.to;
  const contract = target ? await finder(target) : undefined;
  const decoded = transaction.to === "" ? undefined : decodedInput(contract, transaction.input);
  const verdicts = [
    pageVerdict("transaction", verdict),
    ...(receiptVerdict ? [pageVerdict("receipt", receiptVerdict)] : []),
  ];
  const call = decodedCallText(target ? await ground.contract(target) : undefined, transaction.input);
  ground.seen([
    {
      hash: transaction.hash,
      from: transaction.from,
      to: transaction.to,
      ...(transaction.to !== "" && call !== undefined ? { call } : {}),
      ...(receipt ? { block: receipt.blockNumber, status: receipt.status } : {}),
      ...(receipt?.contractAddress ? { contractAddress: receipt.contractAddress } : {}),
      ...(timestampMs ? { timeMs: timestampMs } : {}),
    },
  ]);
  return {
    kind: "transaction",
    hash: transaction.hash,
    ...(timestampMs ? { timeMs: timestampMs } : {}),
    names: namesOf(ground, [transaction.from, transaction.to, receipt?.contractAddress ?? ""]),
    from: transaction.from,
    to: transaction.to,
    nonce: nonceText(transaction.nonce),
    blockLimit: String(transaction.blockLimit),
    version: transaction.version,
    ...(archive === undefined ? {} : { archive }),
    input: transaction.input,
    events: [],
    verdicts,
    ...(decoded ? { decodedInput: decoded } : {}),
    ...(receipt ? await outcome(receipt, contract, transaction.input, finder) : {}),
  };
}
