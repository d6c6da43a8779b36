import type { DecodedValue } from "../../../chain/abi/abiDecoder";
import type { AbiParameter } from "../../../chain/abi/abiType";
import type { AbiFunction } from "../../../chain/abi/contractInterface";
import { namedType, namedValue } from "../../../chain/abi/namedValue";
import { withStraightQuotes } from "../../../chain/abi/typedQuotes";
import { withNotes } from "../../../chain/abi/valueNotes";
import { artifactInterface } from "../../../chain/artifact/artifactInterface";
import type { TransactionReceipt } from "../../../chain/rpc/receiptSchema";
import { parseAmount } from "../../../chain/services/balance/amount";
import { EventNames } from "../../../chain/services/contract/eventNames";
import { type ContractTarget, readFunction } from "../../../chain/services/contract/readFunction";
import type { Signer } from "../../../crypto/cryptoSuite";
import { ChainError } from "../../../errors/chainError";
import { shortened } from "../../../text/shortText";
import type { FormOutcome, FunctionDraft, ShownEvent, ShownValue } from "../../../webview/contractForm/messages";
import { ownAccount } from "../../flows/accounts/accountName";
import { deployArtifact, withDeployedLibraries } from "../../flows/contracts/deployArtifact";
import { sendFunction } from "../../flows/contracts/signTransaction";
import { namesOn } from "../../flows/lines/addressName";
import { dryRunInEditor } from "../../flows/signing/editorDryRun";
import { signedCaller } from "../../flows/signing/signedCaller";
import { typedAddress, withAddresses } from "../../flows/target/addressNamed";
import { namedContract } from "../../flows/target/contractTarget";
import type { Account } from "../../state/accounts/account";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { requireWritable } from "../../state/connections/signingPermit";
import type { LoadedArtifact } from "../../state/contracts/artifacts";

/** Where a form acts. */
interface Place {
  readonly app: Chainside;
  readonly group: ChainGroup;
}

/** A page holds a long answer, but not any. */
const maxValueLength = 100_000;

function shownText(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value, undefined, 2);
  return shortened(text, maxValueLength);
}

/** Decoded values as the page shows them: texts as they are, structs and lists as JSON. */
function shownValues({ app, group }: Place, values: readonly DecodedValue[]): ShownValue[] {
  return values.map((each) => {
    const doc = each.source?.doc;
    const value = shownText(namedValue(each));
    const noted = shownText(namedValue(withNotes(each, namesOn(app, group))));
    return {
      ...{ name: each.name, type: namedType(each), value },
      ...(noted === value ? {} : { noted }),
      ...(doc === undefined ? {} : { doc }),
    };
  });
}

/** The events of a receipt, decoded where anything knows the contract that emitted them. */
async function shownEvents(place: Place, { logEntries, blockNumber }: TransactionReceipt): Promise<ShownEvent[]> {
  const { app, group } = place;
  const names = new EventNames(group.session);
  return Promise.all(
    logEntries.map(async (log): Promise<ShownEvent> => {
      const emitter = await namedContract(app, group, log.address, blockNumber).catch(() => undefined);
      const event = await names.decode(log, emitter?.abi);
      const emitted = { address: log.address, contract: emitter?.name ?? "" };
      if (event) {
        // Of an indexed text, list or struct the log has only the hash.
        const values = shownValues(place, event.arguments).map((each, index) =>
          event.arguments[index]?.hashed ? { ...each, type: `${each.type} #` } : each,
        );
        return { name: event.name, ...emitted, values };
      }
      const raw = [
        ...log.topics.map((value) => ({ name: "", type: "topic", value })),
        { name: "", type: "data", value: log.data },
      ];
      return { name: log.topics[0]?.slice(0, 10) ?? "–", ...emitted, values: raw };
    }),
  );
}

/** One action of the form: on which function, with which texts. */
export interface FormCall extends Place {
  readonly contract: ContractTarget;
  readonly called: AbiFunction;
  readonly draft: FunctionDraft;
  /** Address of the account that is its sender; empty for none, or for the signer. */
  readonly from: string;
}

/** What was typed, with addresses where names stand for them. */
export const argumentsOf = ({ app, group, called, draft }: FormCall): unknown[] =>
  withAddresses(app, group, called.inputs, withStraightQuotes(called.inputs, draft.values));

/** A draft with addresses where names stand for them, the libraries' included. */
export const namedDraft = (
  app: Chainside,
  group: ChainGroup,
  inputs: readonly AbiParameter[],
  { values, libraries }: FunctionDraft,
): { readonly values: unknown[]; readonly libraries: Record<string, string> } => ({
  values: withAddresses(app, group, inputs, withStraightQuotes(inputs, values)),
  libraries: Object.fromEntries(
    Object.entries(libraries).map(([name, text]) => [name, typedAddress(app, group, String(text)) ?? text]),
  ),
});

export function amountOf({ called, draft }: FormCall): bigint {
  return called.stateMutability === "payable" && draft.amount.trim() !== "" ? parseAmount(draft.amount) : 0n;
}

/**
 * The account of the list *From*; undefined for none.
 * @throws ChainError usage `readOnlyConnection`: there nothing is signed; `unknownOwnAccount` for one that is gone by now.
 */
function accountFrom({ app, group, from }: Pick<FormCall, "app" | "group" | "from">): Account | undefined {
  if (from === "") return undefined;
  requireWritable(group);
  return ownAccount(app, group, from);
}

async function callerOf(call: FormCall): Promise<Signer | undefined> {
  const account = accountFrom(call);
  // The form shows the account as the sender: pressing its button says so.
  return account && signedCaller(call.app, call.group, account, true);
}

const choiceOf = (place: Pick<FormCall, "app" | "group" | "from">): { account?: Account } => {
  const account = accountFrom(place);
  return account ? { account } : {};
};

/** @throws ChainError as `readFunction` does. */
export async function callInForm(call: FormCall, signal: AbortSignal): Promise<FormOutcome> {
  const { group, contract, called } = call;
  const caller = await callerOf(call);
  const { values, blockNumber } = await readFunction(group.session, contract, called, argumentsOf(call), caller, {
    signal,
  });
  return { kind: "answer", block: blockNumber, values: shownValues(call, values) };
}

/** Says what the transaction would do; signed by the account that was chosen. @throws ChainError usage for an argument. */
export async function tryOutInForm(call: FormCall): Promise<FormOutcome> {
  const { app, group, contract, called } = call;
  const data = contract.abi.encodeCall(called.signature, argumentsOf(call));
  const signer = await callerOf(call);
  const value = amountOf(call);
  const request = { to: contract.address, data, ...(value > 0n ? { value } : {}) };
  const { outcome, text, detail } = await dryRunInEditor(app, group, signer, request, contract.abi);
  return { kind: "preview", outcome, text, detail };
}

/** @throws Cancelled; ChainError as `sendFunction` does. */
export async function sendInForm(call: FormCall): Promise<FormOutcome> {
  const { app, group, contract, called } = call;
  const { receipt, values } = await sendFunction(
    app,
    requireWritable(group),
    contract,
    called,
    argumentsOf(call),
    amountOf(call),
    choiceOf(call),
  );
  return {
    kind: "sent",
    hash: receipt.transactionHash,
    block: receipt.blockNumber,
    gasUsed: receipt.gasUsed,
    values: shownValues(call, values),
    events: await shownEvents({ app, group }, receipt),
  };
}

/** @throws Cancelled; ChainError as `deployArtifact` does. */
export async function deployInForm(
  app: Chainside,
  group: ChainGroup,
  artifact: LoadedArtifact,
  draft: FunctionDraft,
  from: string,
): Promise<FormOutcome> {
  const { constructorInputs } = artifactInterface(artifact.artifact, group.session.suite);
  const { values: given, libraries: named } = namedDraft(app, group, constructorInputs, draft);
  const libraries = await withDeployedLibraries(app, group, artifact, named);
  const { receipt, address } = await deployArtifact(
    app,
    requireWritable(group),
    artifact,
    given,
    libraries,
    choiceOf({ app, group, from }),
  );
  return {
    kind: "sent",
    hash: receipt.transactionHash,
    block: receipt.blockNumber,
    gasUsed: receipt.gasUsed,
    address,
    values: [],
    events: await shownEvents({ app, group }, receipt),
  };
}

/** A failure as the form shows it: beneath the field that is wrong, with the transaction that failed. */
export async function failureInForm(app: Chainside, error: unknown): Promise<FormOutcome> {
  app.errors.log(error);
  const { message, advice } = await app.errors.words(error);
  const { argument, transactionHash, converted } = error instanceof ChainError ? error.details : {};
  return {
    kind: "failure",
    message,
    advice,
    ...(typeof argument === "string" ? { path: argument } : {}),
    ...(typeof converted === "string" ? { converted } : {}),
    ...(typeof transactionHash === "string" ? { hash: transactionHash } : {}),
  };
}
