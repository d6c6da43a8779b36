import { FoldingRangeKind, type SelectionRange } from "vscode-languageserver/node";
import { foldsOf, selectionsAt } from "../../solidity/language/answers/ranges";
import type { SolidityFeature } from "./feature";
import { lookAt } from "./lookedAt";

const kinds = { region: FoldingRangeKind.Region, comment: FoldingRangeKind.Comment, imports: FoldingRangeKind.Imports };

/** What can be folded, and what a selection grows to. */
export const ranges: SolidityFeature = {
  capabilities: { foldingRangeProvider: true, selectionRangeProvider: true },
  register(state) {
    state.connection.onFoldingRanges(async ({ textDocument }, token) => {
      const looked = await lookAt(state, textDocument.uri, "around", token);
      return (looked ? foldsOf(looked.found.file) : []).map((each) => ({ ...each, kind: kinds[each.kind] }));
    });
    state.connection.onSelectionRanges(async ({ textDocument, positions }, token) => {
      const looked = await lookAt(state, textDocument.uri, "around", token);
      if (!looked) return [];
      return positions.map((position) => {
        const all = selectionsAt(looked.found.file, looked.at(position).offset);
        return all.reduceRight<SelectionRange | undefined>(
          (parent, each) => ({ range: looked.rangeOf(each), ...(parent ? { parent } : {}) }),
          undefined,
        ) as SelectionRange;
      });
    });
  },
};
