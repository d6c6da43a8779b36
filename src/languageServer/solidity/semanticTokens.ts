import { SemanticTokensBuilder } from "vscode-languageserver/node";
import { semanticTokensOf, tokenModifiers, tokenTypes } from "../../solidity/language/answers/semanticTokens";
import type { SolidityFeature } from "./feature";
import { lookAt } from "./lookedAt";

/** What each name is, for its color. */
export const semanticTokens: SolidityFeature = {
  capabilities: {
    semanticTokensProvider: {
      legend: { tokenTypes: [...tokenTypes], tokenModifiers: [...tokenModifiers] },
      full: true,
    },
  },
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
