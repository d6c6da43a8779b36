import type { DecodedValue } from "../../chain/abi/abiDecoder";
import type { ContractInterface } from "../../chain/abi/contractInterface";
import { bareText, namedType } from "../../chain/abi/namedValue";
import { amountText, type NameOf, withNotes } from "../../chain/abi/valueNotes";
import type { RequestOptions } from "../../chain/client/client";
import type { TransactionReceipt } from "../../chain/rpc/receiptSchema";
import { EventNames } from "../../chain/services/contract/eventNames";
import { reasonOf } from "../../chain/services/contract/revertOf";
import { checkTransaction } from "../../chain/verification/checkTransaction";
import { isSenderProven } from "../../chain/verification/link";
import { type Hex, prefixedAddress } from "../../crypto/bytes/hex";
import { lookUpCode } from "../../errors/dictionary";
import { revertMessage } from "../../errors/revertText";
import type { DecodedPart, TransactionPage } from "../../webview/explorer/messages";
import { decodedCallText } from "../records/decodeCall";
import { nonceText } from "../records/nonceText";
import { senderReservation } from "../records/verdictText";
import { type ExplorerContext, namesOf, pageVerdict } from "./explorerContext";

interface Decoded {
  readonly signature: string;
  readonly arguments: readonly DecodedValue[];
}

/** An address alone stays as it is, so that it leads to its page: its name is among those of the page. */
function part(decoded: Decoded | undefined, nameOf: NameOf): DecodedPart | undefined {
  return (
    decoded && {
      signature: decoded.signature,
      values: decoded.arguments.map((each) => ({
        name: each.name,
        type: namedType(each),
        value: bareText(each.type === "address" ? each : withNotes(each, nameOf)),
      })),
    }
  );
}

const addressesIn = (shown: DecodedPart | undefined): string[] =>
  (shown?.values ?? []).flatMap(({ type, value }) => (type === "address" ? [value] : []));

/** The same context, in which contracts that are looked at for a page have their names there. */
function namingContracts(context: ExplorerContext): ExplorerContext {
  const found = new Map<string, string>();
  return {
    ...context,
    contract: async (address, block) => {
      const contract = await context.contract(address, block);
      if (contract?.name) found.set(address.toLowerCase(), contract.name);
      return contract;
    },
    nameOf: (address) => context.nameOf(address) ?? found.get(address.toLowerCase()),
  };
}

function decodedOutput(contract: ContractInterface | undefined, input: string, output: string): Decoded | undefined {
  const call = contract?.decodeCall(input as Hex);
  if (!contract || !call || output === "0x") return undefined;
  try {
    return { signature: call.signature, arguments: contract.decodeOutput(call.signature, output as Hex) };
  } catch {
    // An output of another shape than the ABI says is shown raw.
    return undefined;
  }
}

async function events(
  { session, contract, nameOf }: ExplorerContext,
  { logEntries, blockNumber }: TransactionReceipt,
): Promise<TransactionPage["events"]> {
  const names = new EventNames(session);
  const found = await Promise.all(
    logEntries.map(async ({ address, topics, data }) => {
      const event = await names.decode({ topics, data }, (await contract(address, blockNumber))?.abi);
      return { address, topics, data, event };
    }),
  );
  // values of one event may name the contract of another
  return found.map(({ event, ...log }) => {
    const decoded = part(event, nameOf);
    return { ...log, ...(decoded ? { decoded } : {}) };
  });
}

async function outcome(
  context: ExplorerContext,
  receipt: TransactionReceipt,
  contract: ContractInterface | undefined,
  input: string,
): Promise<Partial<TransactionPage>> {
  const { session, nameOf } = context;
  const failed = receipt.status !== 0;
  const statusName = (await lookUpCode("status", receipt.status))?.name;
  const reason = failed ? await reasonOf(session, receipt, contract) : undefined;
  const shownEvents = await events(context, receipt);
  const decoded = failed ? undefined : part(decodedOutput(contract, input, receipt.output), nameOf);
  return {
    block: receipt.blockNumber,
    status: receipt.status,
    gasUsed: receipt.gasUsed,
    output: receipt.output,
    events: shownEvents,
    ...(statusName ? { statusName } : {}),
    ...(reason ? { revertReason: revertMessage(reason) } : {}),
    ...(receipt.contractAddress ? { contractAddress: receipt.contractAddress } : {}),
    ...(decoded ? { decodedOutput: decoded } : {}),
  };
}

export async function transactionPage(
  asked: ExplorerContext,
  hash: string,
  options: RequestOptions,
): Promise<TransactionPage> {
  const context = namingContracts(asked);
  const { session, knownEvents, knownCalls } = context;
  const { transaction, verdict, receipt, receiptVerdict, archive, timestampMs } = await checkTransaction(
    session,
    hash,
    { ...options, archive: context.archive, trust: await context.trust(), knownCalls },
    knownEvents,
  );
  const to = prefixedAddress(transaction.to);
  const target = to === "" ? receipt?.contractAddress : to;
  const contract = target ? await context.contract(target, receipt?.blockNumber) : undefined;
  const verdicts = [
    pageVerdict("transaction", verdict),
    ...(receiptVerdict ? [pageVerdict("receipt", receiptVerdict)] : []),
  ];
  const call = decodedCallText(contract, transaction.input);
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
  const came: Partial<TransactionPage> = receipt
    ? await outcome(context, receipt, contract?.abi, transaction.input)
    : {};
  const decoded = to === "" ? undefined : part(contract?.abi.decodeCall(transaction.input), context.nameOf);
  const shown = [decoded, came.decodedOutput, ...(came.events ?? []).map((event) => event.decoded)];
  const emitters = (came.events ?? []).map(({ address }) => address);
  const { value = "" } = transaction;
  return {
    kind: "transaction",
    hash: transaction.hash,
    ...(timestampMs ? { timeMs: timestampMs } : {}),
    names: namesOf(context, [
      ...[transaction.from, to, receipt?.contractAddress ?? ""],
      ...emitters,
      ...shown.flatMap(addressesIn),
    ]),
    from: transaction.from,
    ...(isSenderProven(verdict) ? {} : { fromNote: senderReservation() }),
    to,
    ...(/^(?:0x)?0*$/i.test(value) ? {} : { amount: amountText(value) }),
    nonce: nonceText(transaction.nonce),
    blockLimit: String(transaction.blockLimit),
    version: transaction.version,
    ...(archive === undefined ? {} : { archive }),
    input: transaction.input,
    events: [],
    verdicts,
    ...(decoded ? { decodedInput: decoded } : {}),
    ...came,
  };
}
