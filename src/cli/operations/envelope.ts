import * as v from "valibot";
import { stringifyExactJson } from "../../chain/json/exactJson";
import type { ProposalOutcome } from "../../chain/services/governance/propose";
import type { ChainSession } from "../../chain/session";
import type { Signer } from "../../crypto/cryptoSuite";
import { errorSentence } from "../../errors/errorText";
import { findOperation } from "../../operations/catalogue";
import type { Operation } from "../../operations/model/operation";
import { expectedOutcome, type ShownPreview } from "../../operations/predictOutcome";
import { weights } from "../../signing/request";
import { framedLines } from "../../signing/requestText";
import { t } from "../../text/catalogue";
import { labelled } from "../../text/joining";
import { unmistakableLine } from "../../text/visibleText";
import { print, printJson } from "../output/print";
import { errorJson, exitCodeOf, report } from "../output/showError";

const text = v.string();

const errorShape = v.object({
  kind: text,
  code: v.union([text, v.number()]),
  message: text,
  advice: v.optional(text),
  nodeMessage: v.optional(text),
  details: v.optional(v.record(text, v.unknown())),
});

const previewShape = v.object({
  title: text,
  lines: v.array(v.object({ label: text, value: text })),
  notes: v.array(text),
  warnings: v.array(text),
  weight: v.picklist(weights),
  irreversible: v.boolean(),
  /** What is put to the committee instead. */
  proposal: v.optional(v.record(text, v.unknown())),
  /** Why the chain would refuse it. */
  refusal: v.optional(errorShape),
  dryRun: v.optional(
    v.object({
      outcome: v.picklist(["success", "failure", "unknown"]),
      text,
      error: v.optional(errorShape),
    }),
  ),
});

const proposedShape = v.object({
  id: v.number(),
  type: text,
  status: text,
  executed: v.boolean(),
  transactionHash: text,
  blockNumber: v.number(),
});

/** What a part of a long list is, whether the chain gave only that part or this program cut it. */
const pageShape = v.object({
  offset: v.number(),
  count: v.number(),
  /** Where the whole list came. */
  total: v.optional(v.number()),
  more: v.boolean(),
});

/** The one form of what `--json` prints of an operation. */
export const envelopeShape = v.object({
  ok: v.boolean(),
  /** `node add-sealer`. */
  operation: text,
  result: v.optional(v.unknown()),
  page: v.optional(pageShape),
  proposed: v.optional(proposedShape),
  preview: v.optional(previewShape),
  /** What was written to be signed elsewhere. */
  request: v.optional(v.object({ hash: text, file: text })),
  error: v.optional(errorShape),
});

export type Envelope = v.InferOutput<typeof envelopeShape>;
type PreviewJson = v.InferOutput<typeof previewShape>;
export type Page = v.InferOutput<typeof pageShape>;

/** A proposal that was made instead, as JSON. */
export const proposedJson = ({ proposal, executed, receipt }: ProposalOutcome): NonNullable<Envelope["proposed"]> => ({
  id: proposal.id,
  type: proposal.type,
  status: proposal.status,
  executed,
  transactionHash: receipt.transactionHash,
  blockNumber: receipt.blockNumber,
});

const exitCodes = { success: 0, failure: 1, unknown: 3 } as const;

/** With what a question ends that has a yes and a no. */
export const answerExitCode = (holds: boolean | "unknown" | undefined): number =>
  exitCodes[holds === "unknown" ? holds : holds === false ? "failure" : "success"];

/** With what a dry run ends: 0 where it would work, 1 where it wouldn't, 3 where that can't be told without doing it. */
export const dryRunExitCode = (shown: ShownPreview): number => exitCodes[expectedOutcome(shown)];

/** The preview for a terminal, a line for each thing: what speaks against it first, and texts from outside in a frame. */
export async function previewLines(
  { preview, tried }: ShownPreview,
  session: ChainSession,
  signer: Signer | undefined,
): Promise<string[]> {
  const { title, lines, notes, warnings, refusal = preview.blocked } = preview;
  const own = [
    ...(signer ? [{ label: t("Signed by"), value: signer.address }] : []),
    { label: t("Chain"), value: `${session.chainId} · ${session.groupId}` },
  ];
  const warns = (text: string): string => `! ${unmistakableLine(text)}`;
  const says = (text: string): string => `  ${unmistakableLine(text)}`;
  return [
    unmistakableLine(title),
    ...(refusal ? [warns(await errorSentence(refusal))] : []),
    ...warnings.map(warns),
    ...(tried ? [(tried.outcome === "failure" && !refusal ? warns : says)(tried.text)] : []),
    ...notes.map(says),
    ...own.map(({ label, value }) => says(labelled(label, value))),
    ...framedLines(lines),
  ];
}

type ErrorShape = NonNullable<PreviewJson["refusal"]>;

/** The preview as JSON. */
export function previewJson({ preview, tried }: ShownPreview): PreviewJson {
  const { title, lines, notes, warnings, weight, proposal, refusal = preview.blocked } = preview;
  return {
    title,
    lines: lines.map(({ label, value }) => ({ label, value })),
    notes: [...notes],
    warnings: [...warnings],
    weight,
    irreversible: weight === "irreversible",
    ...(proposal ? { proposal: { ...proposal } } : {}),
    ...(refusal ? { refusal: errorJson(refusal) as ErrorShape } : {}),
    ...(tried
      ? {
          dryRun: {
            outcome: tried.outcome,
            text: tried.text,
            ...(tried.error ? { error: errorJson(tried.error) as ErrorShape } : {}),
          },
        }
      : {}),
  };
}

export const outputs = ["table", "json", "yaml"] as const;
export type Output = (typeof outputs)[number];

/** @throws Error where it isn't an envelope. */
export async function printEnvelope(envelope: Envelope, output: Output): Promise<void> {
  const checked = v.parse(envelopeShape, envelope);
  if (output === "json") return printJson(stringifyExactJson(checked));
  const { yamlText } = await import("../../yaml/yamlText");
  print(yamlText(checked));
}

/** `node add-sealer`. */
export const nameOf = ({ noun, verb }: { readonly noun: string; readonly verb: string }): string => `${noun} ${verb}`;

/** A result as the schema of its operation has it. @throws Error where it is another */
export function checkedResult(operation: Pick<Operation, "noun" | "verb" | "result">, result: unknown): unknown {
  const checked = v.safeParse(operation.result, result);
  if (checked.success) return checked.output;
  const problems = checked.issues.map((issue) => `${v.getDotPath(issue) ?? ""} ${issue.message}`);
  throw new Error([nameOf(operation), ...problems].join(": "));
}

/** The operation of the catalogue whose envelope a command prints. */
export async function operationNamed(noun: string, verb: string): Promise<Operation> {
  const operation = await findOperation(noun, verb);
  if (operation) return operation;
  throw new TypeError(`${noun} ${verb} is no operation`);
}

/** The envelope of what went wrong; `beside` has what is known beside it. Gives the exit code. */
export async function printFailure(
  thrown: unknown,
  beside: Pick<Envelope, "operation"> & Partial<Envelope>,
  output: Output,
  details: object = {},
): Promise<number> {
  const { json } = await report(thrown);
  await printEnvelope(
    { ...beside, ok: false, error: { ...(json as NonNullable<Envelope["error"]>), ...details } },
    output,
  );
  return exitCodeOf(thrown);
}
