import * as vscode from "vscode";
import { numberText } from "../../../text/formats";
import { mebibyte } from "../../../text/limits/sizes";
import type { IndexReach, IndexState } from "../../state/chainIndex/chainIndexes";

/** Bytes as people read them; less than a tenth of a megabyte is that. */
const sizeText = (bytes: number): string => {
  const megabytes = bytes / mebibyte;
  return vscode.l10n.t("{0} MB", numberText(Math.max(0.1, Number(megabytes.toFixed(megabytes < 10 ? 1 : 0)))));
};

/** Blocks that are wanted and not there yet. */
const left = ({ low, high, from, height }: IndexReach): number =>
  high < low ? height - from + 1 : Math.max(0, low - from) + Math.max(0, height - high);

/** How much of what is wanted is there, 0 to 100. */
export function indexPercent(reach: IndexReach): number {
  const all = Math.max(1, reach.height - reach.from + 1);
  return Math.min(100, Math.max(0, Math.floor((100 * (all - left(reach))) / all)));
}

/** Whether it has all that is wanted. */
export const isWhole = (state: IndexState): boolean =>
  state.kind !== "none" && state.reach !== undefined && state.reach.high >= state.reach.low && left(state.reach) <= 0;

/** `blocks 0 to 1,234`; empty where there are none. */
export function blocksText({ low, high }: IndexReach): string {
  return high < low ? "" : vscode.l10n.t("blocks {0} to {1}", numberText(low), numberText(high));
}

/** What a line says of an index: `45% · 12 MB`, `paused · 12 MB`. */
export function indexText(state: IndexState): string {
  if (state.kind === "none") return "";
  const { reach } = state;
  const size = reach ? sizeText(reach.bytes) : "";
  const what =
    state.kind === "paused"
      ? vscode.l10n.t("paused")
      : state.kind === "failed"
        ? vscode.l10n.t("stopped")
        : !reach
          ? vscode.l10n.t("starting")
          : isWhole(state)
            ? vscode.l10n.t("up to date")
            : `${indexPercent(reach)}%`;
  return [what, size].filter((part) => part !== "").join(" · ");
}
