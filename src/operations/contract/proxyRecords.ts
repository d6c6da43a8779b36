import type { ContractProxy } from "../../chain/proxy/contractProxy";
import {
  type DeployedAt,
  deployedAt,
  type PendingChange,
  type ProxyChange,
  type ProxyRecords,
  type ProxyStep,
} from "../../chain/proxy/proxyRecord";
import { getBlockLimit } from "../../chain/rpc/blockLimit";
import { getBlockNumber } from "../../chain/rpc/blocks";
import { requireCode } from "../../chain/rpc/contractCode";
import type { TransactionReceipt } from "../../chain/rpc/receiptSchema";
import { lookForReceipt } from "../../chain/transaction/lookForReceipt";
import type { Settlement } from "../../chain/transaction/settlement";
import type { TransactOptions } from "../../chain/transaction/transact";
import { type Address, type Hex, isSameAddress } from "../../crypto/bytes/hex";
import { t } from "../../text/catalogue";
import { inParallel } from "../../time/inParallel";
import { asked } from "../kit/results";
import type { Sources } from "../model/inspector";
import type { OperationContext, PreviewLine } from "../model/operation";
import type { Implementation } from "./implementation";

/** What the project keeps of a transaction that makes or upgrades a proxy. */
export interface Recording {
  readonly records: ProxyRecords;
  readonly change: ProxyChange;
  /** What became of transactions of an interrupted run, which wasn't written down. */
  readonly taken: readonly ProxyStep[];
  /** Proxies that one of them made of the same code. */
  readonly made: readonly Address[];
}

/** Of one run nothing like as many are interrupted. */
const maxTaken = 20;

const outcomeOf = (
  chain: ProxyRecords["chain"],
  transaction: Hex,
  proxy: Address | undefined,
  { status, contractAddress, blockNumber: block }: TransactionReceipt,
): ProxyStep => {
  const made = proxy ?? (contractAddress as Address);
  return status === 0
    ? { step: "done", chain, transaction, proxy: made, block }
    : { step: "failed", chain, transaction };
};

/** What became of a transaction; undefined where that isn't known yet. */
async function takenUp(
  { session: { client }, signal }: OperationContext,
  chain: ProxyRecords["chain"],
  head: number,
  { transaction, proxy, blockLimit }: PendingChange,
): Promise<ProxyStep | undefined> {
  const look = await lookForReceipt(client, transaction, signal ? { signal } : {});
  if (look.kind === "found") return outcomeOf(chain, transaction, proxy, look.receipt);
  return look.kind === "none" && head > blockLimit ? { step: "failed", chain, transaction } : undefined;
}

/**
 * What is written down of a proxy that runs a deployed contract.
 * @param reading of the proxy that is upgraded; of one that is made its kind alone
 * @returns undefined where nothing is kept
 * @throws ChainError usage `proxyRecordsWrong`
 */
export async function recordingOf(
  context: OperationContext,
  sources: Sources,
  { source, address: implementation, isSame: isSource }: Implementation,
  { kind, beacon, proxy }: Pick<ContractProxy, "kind" | "beacon"> & { readonly proxy?: Address },
): Promise<Recording | undefined> {
  const records = await sources.proxyRecords(source, context.signal);
  if (!records) return undefined;
  const { session } = context;
  const code = await requireCode(session.client, implementation, asked(context));
  const at: DeployedAt = await deployedAt(
    session,
    { ...(proxy ? { proxy } : {}), implementation, code },
    asked(context),
  );
  const pending = records.pending.slice(0, maxTaken);
  const head = pending.length > 0 ? await getBlockNumber(session.client, asked(context)) : 0;
  const looked = await inParallel(pending, 4, (each) => takenUp(context, records.chain, head, each));
  const taken = looked.flatMap((step) => step ?? []);
  const made = taken.flatMap((step) => {
    const of = pending.find(({ transaction }) => step.step === "done" && transaction === step.transaction);
    const isNew = of && of.proxy === undefined && isSameAddress(of.implementation, implementation);
    return isNew && step.step === "done" ? [step.proxy] : [];
  });
  return { records, change: { at, kind, ...(beacon ? { beacon } : {}), isSource }, taken, made };
}

export const recordLines = (recording: Recording | undefined): PreviewLine[] =>
  recording ? [{ label: t("Written down in"), value: recording.records.file }] : [];

/** What a person should know of an interrupted run. */
export const recordWarnings = (recording: Recording | undefined): string[] =>
  (recording?.made ?? []).map((address) =>
    t("An interrupted run deployed a proxy of it already: {0}. This deploys another one.", address),
  );

/** How a transaction is sent, so that it is written down before, and what became of it behind. */
export function recording(
  { session }: OperationContext,
  sources: Sources,
  source: string,
  of: Recording | undefined,
  options: TransactOptions,
): TransactOptions {
  if (!of) return options;
  const { chain } = of.records;
  return {
    ...options,
    onSigned: async (transaction) => {
      for (const step of of.taken) await sources.keepProxyStep(source, step);
      const blockLimit = Number(await getBlockLimit(session.client));
      await sources.keepProxyStep(source, { step: "signed", change: of.change, transaction, blockLimit });
      await options.onSigned?.(transaction);
    },
    onSettled: async (transaction, settlement) => {
      await options.onSettled?.(transaction, settlement);
      const step = settledStep(chain, transaction, of.change.at.proxy, settlement);
      // What can't be written down now is looked for by the next run.
      if (step) await sources.keepProxyStep(source, step).catch(() => undefined);
    },
  };
}

function settledStep(
  chain: ProxyRecords["chain"],
  transaction: Hex,
  proxy: Address | undefined,
  settlement: Settlement,
): ProxyStep | undefined {
  if (settlement.kind === "unknown") return undefined;
  return settlement.kind === "inBlock"
    ? outcomeOf(chain, transaction, proxy, settlement.receipt)
    : { step: "failed", chain, transaction };
}
