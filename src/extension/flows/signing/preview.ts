import * as vscode from "vscode";
import type { AbiFunction, ContractInterface } from "../../../chain/abi/contractInterface";
import { decodedTexts } from "../../../chain/abi/namedValue";
import { executionError, precompiledError } from "../../../chain/errors/nodeError";
import { dependsOnSender } from "../../../chain/errors/senderRefusal";
import type { Simulation } from "../../../chain/services/contract/simulate";
import type { TransactionRequest } from "../../../chain/transaction/transact";
import type { Signer } from "../../../crypto/cryptoSuite";
import type { Hex } from "../../../crypto/hex";
import { joinSentences } from "../../kit/errors/joinSentences";
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

/** Nobody waits longer than this to hear what a transaction would do. */
const patienceMs = 4000;

async function builtinInterfaceAt(group: ChainGroup, to: string): Promise<ContractInterface | undefined> {
  const { builtinAt, builtinInterface } = await import("../../../chain/abi/builtinContracts");
  const name = builtinAt(to);
  return name && builtinInterface(name, group.session.suite);
}

function functionOf(abi: ContractInterface | undefined, data: string): AbiFunction | undefined {
  const signature = abi?.decodeCall(data as Hex)?.signature;
  return signature === undefined ? undefined : abi?.getFunction(signature);
}

interface Run {
  readonly request: TransactionRequest;
  readonly simulation: Simulation & { kind: "ran" };
  /** The contract's own interface. */
  readonly abi: ContractInterface | undefined;
  readonly builtin: ContractInterface | undefined;
}

/** Why it would fail; undefined when it would succeed. A built-in contract says so by a negative number under status 0. */
async function failureOf({ request, simulation, abi, builtin }: Run): Promise<Error | undefined> {
  const { status, output } = simulation;
  if (status !== 0) {
    const { decodeRevert, revertText } = await import("../../../chain/abi/revert");
    return executionError(status, revertText(abi?.decodeRevert(output) ?? decodeRevert(output)) ?? "");
  }
  const [result] = functionOf(builtin, String(request.data))?.outputs ?? [];
  if (result?.shape.kind !== "integer" || !result.shape.signed || output.length !== 66) return undefined;
  const code = Number(BigInt.asIntN(result.shape.bits, BigInt(output)));
  return code < 0 ? precompiledError(code) : undefined;
}

/** `→ 42`; empty when it returns nothing or nobody knows what. */
function resultText({ request, simulation, abi, builtin }: Run): string {
  const known = abi ?? builtin;
  const called = functionOf(known, String(request.data));
  // A built-in contract says by 0 that it worked, which the words above say too.
  if (!abi && /^0x0*$/.test(simulation.output)) return "";
  if (!known || !called || called.outputs.length === 0 || simulation.output.length <= 2) return "";
  try {
    return `→ ${decodedTexts(known.decodeOutput(called.signature, simulation.output))}`;
  } catch {
    return ""; // another contract stands there than its ABI says: the words above are right all the same
  }
}

async function ranPreview(app: Chainside, run: Run): Promise<Preview> {
  const failure = await failureOf(run);
  const unsigned = !run.simulation.asSender;
  const doubt = unsigned
    ? vscode.l10n.t("The contract saw no sender. If it checks who calls it, the transaction might end differently.")
    : "";
  if (!failure) {
    const text = run.simulation.asSender
      ? vscode.l10n.t("Dry run: would succeed")
      : vscode.l10n.t("Dry run without your signature: would succeed");
    return { outcome: "success", text, detail: joinSentences(resultText(run), doubt), unsigned };
  }
  const { message, advice } = await app.errors.words(failure);
  if (unsigned && dependsOnSender(failure)) {
    return {
      outcome: "unknown",
      text: vscode.l10n.t("Dry run without your signature: result unknown"),
      detail: vscode.l10n.t(
        "The node can't see who signs, and the result depends on it. Without a sender: {0}",
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
  switch (simulation.reason) {
    case "deployment":
      return vscode.l10n.t("Nodes can dry-run contract calls, but not deployments.");
    case "amount":
      return vscode.l10n.t("Nodes can dry-run only calls without an amount.");
    case "noWriting":
      return vscode.l10n.t("This node can dry-run only calls that don't write.");
  }
}

const unknown = (detail: string): Preview => ({
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
    const simulation = await simulate(group.session, signer, request, { timeoutMs: patienceMs });
    if (simulation.kind !== "ran") return unknown(await whyNot(app, simulation));
    return await ranPreview(app, {
      request,
      simulation,
      abi,
      builtin: await builtinInterfaceAt(group, request.to ?? ""),
    });
  } catch (error) {
    app.errors.log(error);
    return unknown((await app.errors.words(error)).message);
  }
}
