import type { Address } from "../../../crypto/bytes/hex";
import type { RequestOptions } from "../../client/client";
import type { ChainSession } from "../../session";
import { readPrecompiled } from "../../transaction/precompiledCall";
import { type DeployAuthType, deployAuthTypes } from "../governance/propose";

/** Who may deploy contracts. Enforced only while permission management is on. */
export async function getDeployAuthType(session: ChainSession, options?: RequestOptions): Promise<DeployAuthType> {
  const [type] = await readPrecompiled(
    session,
    { contract: "ContractAuth", function: "deployType", args: [] },
    options,
  );
  return deployAuthTypes[Number(type)] ?? "none";
}

/** Whether the account may deploy contracts by the deploy policy. */
export async function hasDeployAuth(
  session: ChainSession,
  account: Address,
  options?: RequestOptions,
): Promise<boolean> {
  const request = { contract: "ContractAuth", function: "hasDeployAuth", args: [account] } as const;
  const [allowed] = await readPrecompiled(session, request, options);
  return allowed === true;
}
