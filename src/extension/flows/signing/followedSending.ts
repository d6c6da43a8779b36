import type { ContractInterface } from "../../../chain/abi/contractInterface";
import type { TransactionReceipt } from "../../../chain/rpc/receiptSchema";
import { UnsettledError } from "../../../chain/transaction/settlement";
import type { SigningAudit } from "../../../signing/auditEntry";
import { noteErrorPosition } from "../../kit/errors/errorPosition";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { rememberSending } from "../sent/rememberSending";
import { followedError, followTransaction } from "./followTransaction";

/** A sending, for what becomes of it. */
interface FollowedSending {
  readonly group: ChainGroup;
  readonly title: string;
  /** Interface of the contract called, for the reason of a failure. */
  readonly abi?: ContractInterface | undefined;
  readonly sending: ReturnType<typeof rememberSending>;
  readonly audit: SigningAudit | undefined;
  /** Whether the user has stopped waiting. */
  readonly isQuiet: () => boolean;
  /** Told the receipt when it comes only after the waiting has ended. */
  readonly onLateReceipt?: ((receipt: TransactionReceipt) => Promise<void>) | undefined;
}

/**
 * What the failure of a sending comes to: it is noted, and a transaction whose answer didn't come is looked for on.
 * @returns the error to be thrown
 */
export function followedFailure(app: Chainside, error: unknown, followed: FollowedSending): unknown {
  const { group, title, abi, sending, audit, isQuiet, onLateReceipt } = followed;
  sending.failed(error);
  noteErrorPosition(error, { group });
  if (!(error instanceof UnsettledError)) return error;
  void followTransaction(app, {
    group,
    title,
    error,
    ...(abi ? { abi } : {}),
    settled: async (settlement) => {
      const { outcomeEntry } = await import("../../../signing/auditEntry");
      const { transactionHash } = error.details;
      await audit?.write(outcomeEntry(String(transactionHash), settlement)).catch(audit.lost);
    },
    quiet: isQuiet(),
    known: async (receipt) => {
      sending.done(receipt, abi);
      await onLateReceipt?.(receipt);
      void group.refreshHeight().catch(app.errors.log);
    },
    ended: sending.failed,
  }).catch(app.errors.log);
  return followedError(error);
}
