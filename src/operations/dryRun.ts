import type { ContractInterface } from "../chain/abi/contractInterface";
import type { RequestOptions } from "../chain/client/client";
import { returnedRefusal } from "../chain/services/contract/requireAccepted";
import { reasonOf } from "../chain/services/contract/revertOf";
import { type Simulation, simulate } from "../chain/services/contract/simulate";
import type { ChainSession } from "../chain/session";
import { requestOf, type TransactionRequest } from "../chain/transaction/transact";
import type { Signer } from "../crypto/cryptoSuite";
import { ChainError } from "../errors/chainError";
import { clientError } from "../errors/clientError";
import { executionError } from "../errors/nodeError";
import type { Prepared } from "./model/operation";

/** An account without its key: every signature is refused. What an operation signs, it signs by a request that was agreed to. */
export const withoutKey = ({ address, suite }: Pick<Signer, "address" | "suite">): Signer => ({
  address,
  suite,
  sign: async () => {
    throw clientError("signerNeeded", { operation: "preview" });
  },
});

/** What a dry run told. */
export interface DryRun {
  /** The transaction that would be signed; undefined where it failed before there was one. */
  readonly request?: TransactionRequest;
  readonly simulation?: Simulation;
  /** Why it would fail, as far as can be told. */
  readonly error?: ChainError;
}

/** Ends an operation where it would sign. */
class Enough extends Error {}

/**
 * Runs an operation up to its first signature, and tries that transaction out by a call. What doesn't sign isn't run.
 * The operation gets the account without its key. Nothing is signed but that call, where `signed` says so and the node takes it; nothing is
 * sent.
 * @param signer whose transaction it would be; the operation may ask the chain what this account can do
 * @param abi of the contract that is called, for its reasons
 */
export async function dryRun(
  session: ChainSession,
  prepared: Prepared,
  signer: Signer,
  { signed = false, abi }: { readonly signed?: boolean; readonly abi?: ContractInterface } = {},
): Promise<DryRun> {
  if (prepared.effect !== "signs") return {};
  let request: TransactionRequest | undefined;
  try {
    await prepared.run(withoutKey(signer), {
      agreed: true,
      sign: async (unsigned) => {
        request = requestOf(unsigned);
        throw new Enough();
      },
    });
  } catch (error) {
    if (error instanceof ChainError) {
      // It would have signed without saying what: how that would end can't be told.
      return error.code === "signerNeeded" ? { error, simulation: { kind: "failed", error } } : { error };
    }
    if (!(error instanceof Enough)) throw error;
  }
  return request ? tried(session, request, { signer: signed ? signer : undefined, abi }) : {};
}

/**
 * Tries a transaction out by a call.
 * @param signer signs that call, where it may; nothing is sent
 */
export async function tried(
  session: ChainSession,
  request: TransactionRequest,
  {
    signer,
    abi,
    ...options
  }: RequestOptions & { readonly signer: Signer | undefined; readonly abi: ContractInterface | undefined },
): Promise<DryRun> {
  const simulation = await simulate(session, signer, request, options);
  if (simulation.kind === "failed") return { request, simulation, error: simulation.error };
  if (simulation.kind === "impossible") return { request, simulation };
  const { status, output } = simulation;
  // A built-in contract refuses by a negative number under status 0.
  const error =
    status === 0
      ? await returnedRefusal(session, request.to ?? "", output)
      : await executionError(status, (await reasonOf(session, { to: request.to, status, output }, abi)) ?? "");
  return { request, simulation, ...(error ? { error } : {}) };
}
