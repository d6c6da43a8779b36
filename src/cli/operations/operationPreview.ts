import type { ChainSession } from "../../chain/session";
import type { Signer } from "../../crypto/cryptoSuite";
import { errorSentence } from "../../errors/errorText";
import { foretold, type ShownPreview } from "../../operations/predictOutcome";
import { framedLines } from "../../signing/requestText";
import { t } from "../../text/catalogue";
import { labelled } from "../../text/joining";
import { unmistakableLine } from "../../text/visibleText";
import { errorJson } from "../output/showError";
import type { PreviewJson } from "./envelope";

const exitCodes = { success: 0, failure: 1, unknown: 3 } as const;

/** With what a question ends that has a yes and a no. */
export const answerExitCode = (holds: boolean | "unknown" | undefined): number =>
  exitCodes[holds === "unknown" ? holds : holds === false ? "failure" : "success"];

/** With what a dry run ends: 0 where it would work, 1 where it wouldn't, 3 where no one can tell without doing it. */
export const dryRunExitCode = (shown: ShownPreview): number => exitCodes[foretold(shown)];

/** The preview for a terminal, a line for each thing: what speaks against it first, and what is anyone's words in a frame. */
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
