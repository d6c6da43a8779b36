import type { ContractInterface } from "../../../chain/abi/contractInterface";
import { decodeRevert, revertText } from "../../../chain/abi/revert";
import { lookUpReceipt, lookUpTransaction, proveArchived } from "../../../chain/archive/archiveFallback";
import type { RequestOptions } from "../../../chain/client";
import { ChainError } from "../../../chain/errors/chainError";
import { lookUpCode } from "../../../chain/errors/dictionary";
import { getBlockByNumber } from "../../../chain/rpc/getBlockByNumber";
import type { TransactionReceipt } from "../../../chain/rpc/receiptSchema";
import { verifyReceiptProof, verifyTransactionProof } from "../../../chain/transaction/verifyInclusion";
import type { Hex } from "../../../crypto/hex";
import type { TransactionPage, Verdict } from "../../../webview/explorer/messages";
import { nonceText } from "../../flows/records/nonceText";
import { decodedEvent, decodedInput, decodedOutput } from "./decodedParts";
import type { ExplorerGround, InterfaceFinder } from "./explorerGround";
import { inclusionVerdict, unprovenInArchive } from "./verdicts";

/** The receipt, or undefined while the transaction waits: a node answers 3008 then (docs/protocol/errors.md). */
async function receiptOf(
  { session, archive }: ExplorerGround,
  hash: string,
  options: RequestOptions,
): Promise<TransactionReceipt | undefined> {
  try {
    return (await lookUpReceipt(session, hash, { ...options, archive, withProof: true })).value;
  } catch (error) {
    if (error instanceof ChainError && error.kind === "rpc") return undefined;
    throw error;
  }
}

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

function namesOf({ nameOf }: ExplorerGround, addresses: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    addresses.flatMap((address) => {
      const name = address === "" ? undefined : nameOf(address);
      return name === undefined ? [] : [[address, name]];
    }),
  );
}

export async function transactionPage(
  ground: ExplorerGround,
  hash: string,
  options: RequestOptions,
): Promise<TransactionPage> {
  const { session, finder } = ground;
  const [{ value: transaction, archive }, receipt] = await Promise.all([
    lookUpTransaction(session, hash, { ...options, archive: ground.archive, withProof: true }),
    receiptOf(ground, hash, options),
  ]);
  const target = transaction.to === "" ? receipt?.contractAddress : transaction.to;
  const contract = target ? await finder(target) : undefined;
  const decoded = transaction.to === "" ? undefined : decodedInput(contract, transaction.input);
  const verdicts: Verdict[] = [];
  if (receipt) {
    const block = await getBlockByNumber(session.client, receipt.blockNumber, "hashes", options);
    // Of an archived transaction the node still has the hash: the proof is made of the hashes of the block.
    const proven = archive === undefined ? transaction : proveArchived(session, transaction, block);
    const receiptVerdict = verifyReceiptProof(session.suite, receipt, block);
    verdicts.push(
      inclusionVerdict("transactionProof", verifyTransactionProof(session.suite, proven, block)),
      archive !== undefined && receiptVerdict.kind === "noProof"
        ? unprovenInArchive()
        : inclusionVerdict("receiptProof", receiptVerdict),
    );
  }
  return {
    kind: "transaction",
    hash: transaction.hash,
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
