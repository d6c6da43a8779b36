import type { ContractStatus } from "../../chain/services/contractAuth/contractStatus";
import { getExecutorVersion } from "../../chain/services/executorVersion";
import type { ChainSession } from "../../chain/session";
import type { Address } from "../../crypto/bytes/hex";
import { clientError } from "../../errors/clientError";
import { errorSentence } from "../../errors/errorText";
import { t } from "../../text/catalogue";
import type { Preview } from "../model/operation";
import { permissionsOffWarning } from "./permissionsOff";

/** A contract's status in a word. */
export function contractStatusText(status: ContractStatus | undefined): string {
  switch (status) {
    case "normal":
      return t("can be called");
    case "frozen":
      return t("frozen");
    case "abolished":
      return t("abolished");
    case undefined:
      return t("no permissions recorded");
  }
}

/** What the change does, and what takes it back: executor version 1 lets no account change a frozen contract any more. */
export async function contractStatusConsequences(
  session: ChainSession,
  contract: Address,
  { from, to }: { readonly from: ContractStatus | undefined; readonly to: ContractStatus },
): Promise<Pick<Preview, "notes" | "warnings" | "weight">> {
  const forGood = to === "frozen" && from !== "frozen" && (await getExecutorVersion(session)) > 0;
  const warnings = [
    ...(to === "frozen" ? [t("From then on, every call of the contract fails, including reads.")] : []),
    ...(to === "abolished" ? [t("An abolished contract can never be called again by anyone.")] : []),
    ...(forGood ? [await errorSentence(clientError("frozenForGood", { contract }))] : []),
    ...permissionsOffWarning(session),
  ];
  return {
    notes: [],
    warnings,
    weight: to === "abolished" || forGood ? "irreversible" : to === "frozen" ? "grave" : "ordinary",
  };
}
