import { InlayHintKind } from "vscode-languageserver/node";
import { inlayHintsOf } from "../../solidity/language/answers/inlayHints";
import { jsonObjectOf } from "../../text/limits/boundedJson";
import { visibleText } from "../../text/visibleText";
import { answerHints } from "../documents/answers";
import type { SolidityFeature } from "./feature";
import { lookAt } from "./lookedAt";

/** Names of parameters before arguments; selectors behind functions where a person wants them. */
export const inlayHints: SolidityFeature = {
  capabilities: { inlayHintProvider: true },
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
