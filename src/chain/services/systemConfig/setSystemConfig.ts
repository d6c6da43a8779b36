import type { Signer } from "../../../crypto/cryptoSuite";
import { questionsFor } from "../../client/client";
import type { ChainSession } from "../../session";
import { type WriteOptions, type WriteOutcome, writePrecompiled } from "../../transaction/precompiledCall";
import { checkSystemConfig } from "./checkSystemConfig";

/** A key of the system configuration and its new value. */
export interface SetSystemConfigRequest {
  readonly key: string;
  /** A gas price may carry a unit: `2 gwei`. */
  readonly value: string;
  /** Send it although it locks people out of the chain. */
  readonly override?: boolean;
}

/**
 * Sets a value of the system configuration, in force from the next block on. Without permission management every account may; with it, only
 * by proposal.
 * @throws ChainError usage `config…` before signing, also for a value that locks people out unless `override` is set; `precompiled` −50000;
 * `execution` 15 with the node's reason.
 */
export async function setSystemConfig(
  session: ChainSession,
  signer: Signer,
  request: SetSystemConfigRequest,
  options?: WriteOptions,
): Promise<WriteOutcome> {
  const { key, value, warnings } = await checkSystemConfig(session, request.key, request.value, questionsFor(options));
  const danger = warnings.find((warning) => warning.severity === "locksOut");
  if (danger && !request.override) throw danger.error;
  return writePrecompiled(
    session,
    signer,
    { contract: "SystemConfig", function: "setValueByKey", args: [key, value] },
    options,
  );
}
