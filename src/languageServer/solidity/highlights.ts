import { DocumentHighlightKind } from "vscode-languageserver/node";
import { highlightsAt } from "../../solidity/language/answers/highlights";
import type { SolidityFeature } from "./feature";
import { lookAt } from "./lookedAt";

/** The places of the file where the same is meant as where the cursor stands. */
export const highlights: SolidityFeature = {
  capabilities: { documentHighlightProvider: true },
  register(state) {
    state.connection.onDocumentHighlight(async ({ textDocument, position }, token) => {
      const looked = await lookAt(state, textDocument.uri, "around", token);
      return (looked ? highlightsAt(looked.at(position)) : []).map(({ start, end, writes }) => ({
        range: (looked as NonNullable<typeof looked>).rangeOf({ start, end }),
        kind: writes ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
      }));
    });
  },
};
