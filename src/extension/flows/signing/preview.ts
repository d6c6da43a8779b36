import * as vscode from "vscode";
import type { ContractInterface } from "../../../chain/abi/contractInterface";
import { decodedTexts } from "../../../chain/abi/namedValue";
import { returnedValues } from "../../../chain/abi/returnedValues";
import type { Simulation } from "../../../chain/services/contract/simulate";
import type { TransactionRequest } from "../../../chain/transaction/transact";
import type { Signer } from "../../../crypto/cryptoSuite";
import type { TriedOut } from "../../../operations/simulationFailure";
import { joinSentences } from "../../../text/joining";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** What a transaction would do, in words. */
export interface Preview {
  readonly outcome: "success" | "failure" | "unknown";
  readonly text: string;
  /** Result, reason, what to do about it; may be empty. */
  readonly detail: string;
  /** It was run without a signature, so that the contract saw no sender, and a signature would tell more. */
  readonly unsigned?: boolean;
}

/** No one waits longer than this to hear what a transaction would do. */
const patienceMs = 4000;

/** As it was tried out, with the interface of the built-in contract that was called. */
interface Run extends TriedOut {
  readonly builtin: ContractInterface | undefined;
}

/** `→ 42`; empty when it returns nothing or no one knows what. */
async function resultText({ request, simulation, abi, builtin: precompiled }: Run): Promise<string> {
  const { calledFunction } = await import("../../../operations/simulationFailure");
  const known = abi ?? precompiled;
  // A built-in contract says by 0 that it worked, which the words above say too.
  if (!abi && /^0x0*$/.test(simulation.output)) return "";
  const values = returnedValues(known, calledFunction(known, String(request.data))?.signature, simulation.output);
  return values.length === 0 ? "" : `→ ${decodedTexts(values)}`;
}

async function ranPreview(app: Chainside, run: Run): Promise<Preview> {
  const { mayDependOnSender, simulationFailure } = await import("../../../operations/simulationFailure");
  const failure = await simulationFailure(run);
  const unsigned = !run.simulation.asSender;
  const doubt = unsigned
    ? vscode.l10n.t(
        "The dry run had no sender. If the contract checks who calls it, the transaction might end differently.",
      )
    : "";
  if (!failure) {
    const text = run.simulation.asSender
      ? vscode.l10n.t("Dry run: would succeed")
      : vscode.l10n.t("Dry run without your signature: would succeed");
    return { outcome: "success", text, detail: joinSentences(await resultText(run), doubt), unsigned };
  }
  const { message, advice } = await app.errors.words(failure);
  if (unsigned && mayDependOnSender(run.session, run.request.to, failure)) {
    return {
      outcome: "unknown",
      text: vscode.l10n.t("Dry run without your signature: result unknown"),
      detail: vscode.l10n.t(
        "The contract saw no sender, and the result might depend on it. Without a sender: {0}",
        message,
      ),
      unsigned,
    };
  }
  const text = run.simulation.asSender
    ? vscode.l10n.t("Dry run: would fail")
    : vscode.l10n.t("Dry run without your signature: would fail");
  return { outcome: "failure", text, detail: joinSentences(message, advice, doubt), unsigned };
}

async function whyNot(app: Chainside, simulation: Exclude<Simulation, { kind: "ran" }>): Promise<string> {
  if (simulation.kind === "failed") return (await app.errors.words(simulation.error)).message;
  const { notTriedOut } = await import("../../../operations/simulationFailure");
  return notTriedOut(simulation.reason);
}

/** That it can't be told, and why. */
export const noPreview = (detail: string): Preview => ({
  outcome: "unknown",
  text: vscode.l10n.t("Dry run not possible"),
  detail,
});

/**
 * Tries a transaction out by a call and says what it would do. Never throws: that it cannot be told is an answer too.
 * @param signer signs the call, so that the contract sees its sender; without one nothing is signed
 * @param abi of the contract, for results and reasons; built-in contracts at fixed addresses are known
 */
export async function previewOf(
  app: Chainside,
  group: ChainGroup,
  signer: Signer | undefined,
  request: TransactionRequest,
  abi?: ContractInterface,
): Promise<Preview> {
  try {
    const { simulate } = await import("../../../chain/services/contract/simulate");
    const { builtInInterface } = await import("../../../operations/simulationFailure");
    const simulation = await simulate(group.session, signer, request, { timeoutMs: patienceMs });
    if (simulation.kind !== "ran") return noPreview(await whyNot(app, simulation));
    return await ranPreview(app, {
      session: group.session,
      request,
      simulation,
      abi,
      builtin: builtInInterface(group.session, request.to),
    });
  } catch (error) {
    app.errors.log(error);
    return noPreview((await app.errors.words(error)).message);
  }
}
