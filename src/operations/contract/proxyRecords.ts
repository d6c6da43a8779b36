import type { ContractProxy } from "../../chain/proxy/contractProxy";
import {
  type DeployedAt,
  deployedAt,
  type PendingChange,
  type ProxyChange,
  type ProxyRecords,
  type ProxyStep,
  recordedOutcome,
  stepOf,
} from "../../chain/proxy/proxyRecord";
import { getBlockNumber } from "../../chain/rpc/blocks";
import { requireCode } from "../../chain/rpc/contractCode";
import { lookForReceipt } from "../../chain/transaction/lookForReceipt";
import { signAtOnce, type UnsignedTransaction } from "../../chain/transaction/signTransaction";
import type { TransactOptions } from "../../chain/transaction/transact";
import { type Address, isSameAddress } from "../../crypto/bytes/hex";
import type { Signer } from "../../crypto/cryptoSuite";
import { RequestExported } from "../../signing/exportRequest";
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

/** What became of a transaction; undefined where that isn't known yet. */
async function takenUp(
  { session: { client }, signal }: OperationContext,
  chain: ProxyRecords["chain"],
  head: number,
  pending: PendingChange,
): Promise<ProxyStep | undefined> {
  const look = await lookForReceipt(client, pending.transaction, signal ? { signal } : {});
  const outcome = look.kind === "found" ? recordedOutcome({ kind: "inBlock", receipt: look.receipt }) : undefined;
  if (outcome) return stepOf(chain, pending, outcome);
  return look.kind === "none" && head > pending.blockLimit ? stepOf(chain, pending, { kind: "failed" }) : undefined;
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

/**
 * Writes down code that was just deployed for a proxy, for a run that is interrupted before the proxy has it.
 * @param source that it was compiled from
 * @throws ChainError usage `noCodeAt`, `proxyRecordsWrong`
 */
export async function recordDeployed(
  context: OperationContext,
  sources: Sources,
  source: string,
  implementation: Address,
): Promise<void> {
  const code = await requireCode(context.session.client, implementation, asked(context));
  const at = await deployedAt(context.session, { implementation, code }, asked(context));
  await sources.keepProxyStep(source, { step: "deployed", at });
}

const maxDeployed = 20;

/**
 * Deployed code of a source that needs no deploying again: what the project wrote down, and what else is known, as far as it is what the
 * source compiles to.
 * @param known addresses of contracts of that name
 */
export async function deployedFrom(
  sources: Sources,
  source: string,
  known: readonly Address[],
): Promise<readonly Address[]> {
  const kept = (await sources.proxyRecords(source))?.implementations ?? [];
  const all = [...new Set([...kept, ...known].map((each) => each.toLowerCase() as Address))].slice(0, maxDeployed);
  const are = await inParallel(all, 2, async (address) => {
    const verified = await sources.verify(address, source).catch(() => ({}));
    return "identical" in verified && verified.identical === true;
  });
  return all.filter((_, at) => are[at]);
}

export const recordLines = (recording: Recording | undefined): PreviewLine[] =>
  recording ? [{ label: t("Written down in"), value: recording.records.file }] : [];

/** What a person should know of an interrupted run. */
export const recordWarnings = (recording: Recording | undefined): string[] =>
  (recording?.made ?? []).map((address) =>
    t("An interrupted run deployed a proxy of it already: {0}. This deploys another one.", address),
  );

/** How a transaction is sent, or handed over, so that it is written down before, and what became of it behind. */
export function recording(
  sources: Sources,
  source: string,
  of: Recording | undefined,
  signer: Signer,
  options: TransactOptions,
): TransactOptions {
  if (!of) return options;
  const { sign = (unsigned: UnsignedTransaction) => signAtOnce(signer, unsigned), onSettled } = options;
  const { chain } = of.records;
  const keepSigned = async ({ hash: transaction, data }: UnsignedTransaction): Promise<void> => {
    for (const step of of.taken) await sources.keepProxyStep(source, step);
    const blockLimit = Number(data.blockLimit);
    await sources.keepProxyStep(source, { step: "signed", change: of.change, transaction, blockLimit });
  };
  return {
    ...options,
    sign: async (transaction) => {
      const signature = await sign(transaction).catch(async (error: unknown) => {
        // Who signs it elsewhere sends it from there, or from here.
        if (error instanceof RequestExported) await keepSigned(transaction);
        throw error;
      });
      await keepSigned(transaction);
      return signature;
    },
    onSettled: async (transaction, settlement) => {
      await onSettled?.(transaction, settlement);
      const outcome = recordedOutcome(settlement);
      const pending = { transaction, proxy: of.change.at.proxy };
      // What can't be written down now is looked for by the next run.
      if (outcome) await sources.keepProxyStep(source, stepOf(chain, pending, outcome)).catch(() => undefined);
    },
  };
}
