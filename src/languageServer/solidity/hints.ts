import {
  FoldingRangeKind,
  InlayHintKind,
  MarkupKind,
  type SelectionRange,
  SemanticTokensBuilder,
} from "vscode-languageserver/node";
import { inlayHintsOf } from "../../solidity/language/answers/inlayHints";
import { foldsOf, selectionsAt } from "../../solidity/language/answers/ranges";
import { semanticTokensOf } from "../../solidity/language/answers/semanticTokens";
import { signatureHelpAt } from "../../solidity/language/answers/signatureHelp";
import { tokenModifiers, tokenTypes } from "../../solidity/language/answers/tokenTypes";
import { jsonObjectOf } from "../../text/limits/boundedJson";
import { md } from "../../text/markdown";
import { visibleText } from "../../text/visibleText";
import { answerHints } from "../documents/answers";
import type { SolidityFeature } from "./feature";
import { lookAt } from "./lookedAt";

const documented = (text: string) =>
  text === "" ? {} : { documentation: { kind: MarkupKind.Markdown, value: md`${text}` } };

/** What a function takes, while its arguments are written. */
export const signatureHelp: SolidityFeature = {
  register(state) {
    state.connection.onSignatureHelp(async ({ textDocument, position }, token) => {
      const looked = await lookAt(state, textDocument.uri, "around", token);
      const help = looked && signatureHelpAt(looked.at(position));
      if (!help) return null;
      return {
        activeSignature: 0,
        activeParameter: help.parameter,
        signatures: help.signatures.map(({ label, documentation, parameters }) => ({
          label: visibleText(label),
          ...documented(documentation),
          parameters: parameters.map((each) => ({
            label: visibleText(label.slice(each.start, each.end)),
            ...documented(each.documentation),
          })),
        })),
      };
    });
  },
};

/** Names of parameters before arguments; selectors behind functions where a person wants them. */
export const inlayHints: SolidityFeature = {
  register(state) {
    answerHints(state.connection, async ({ textDocument, range }, token) => {
      const path = state.sources.get(textDocument.uri)?.path;
      if (path === undefined) return [];
      const settings = jsonObjectOf(jsonObjectOf(jsonObjectOf(await state.settings())["solidity"])["inlayHints"]);
      const names = settings["argumentNames"] !== false;
      const selectors = settings["selectors"] === true ? (await state.compileFor(path)).suite : undefined;
      if (!names && !selectors) return [];
      const looked = await lookAt(state, textDocument.uri, "around", token);
      if (!looked) return [];
      const { project, file } = looked.found;
      const [from, until] = [looked.at(range.start).offset, looked.at(range.end).offset];
      return inlayHintsOf(project, file, { names, selectors }, from, until).map(({ offset, label, kind }) => ({
        position: looked.position(offset),
        label: visibleText(label),
        ...(kind === "parameter"
          ? { kind: InlayHintKind.Parameter, paddingRight: true }
          : { kind: InlayHintKind.Type, paddingLeft: true }),
      }));
    });
  },
};

/** What each name is, for its color. */
export const semanticTokens: SolidityFeature = {
  register(state) {
    state.connection.languages.semanticTokens.on(async ({ textDocument }, token) => {
      const looked = await lookAt(state, textDocument.uri, "around", token);
      if (!looked) return { data: [] };
      const builder = new SemanticTokensBuilder();
      for (const { start, length, type, modifiers } of semanticTokensOf(looked.found.project, looked.found.file)) {
        const { line, character } = looked.position(start);
        const bits = modifiers.reduce((all, each) => all | (1 << tokenModifiers.indexOf(each)), 0);
        builder.push(line, character, length, tokenTypes.indexOf(type), bits);
      }
      return builder.build();
    });
  },
};

const kinds = { region: FoldingRangeKind.Region, comment: FoldingRangeKind.Comment, imports: FoldingRangeKind.Imports };

/** What can be folded, and what a selection grows to. */
export const ranges: SolidityFeature = {
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
