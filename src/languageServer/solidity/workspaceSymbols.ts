import type { SymbolInformation } from "vscode-languageserver/node";
import { nameOf } from "../../solidity/language/answers/asked";
import { symbolsLike } from "../../solidity/language/answers/symbols";
import { PlacesAsked } from "../../solidity/language/placesAsked";
import { visibleText } from "../../text/visibleText";
import { signalOf } from "../protocol/signalOf";
import type { SolidityFeature } from "./feature";
import { locationOf } from "./locations";
import { symbolKindOf } from "./symbolKind";

/** Declarations of all folders that are open, by a part of their name. */
export const workspaceSymbols: SolidityFeature = {
  capabilities: { workspaceSymbolProvider: true },
  register(state) {
    state.connection.onWorkspaceSymbol(async ({ query }, token) => {
      const found: SymbolInformation[] = [];
      for (const folder of state.folders) {
        const project = await state.service.projectOf(folder, await state.request([folder], false));
        signalOf(token).throwIfAborted();
        const places = new PlacesAsked(project);
        for (const declaration of symbolsLike(project, query)) {
          const location = locationOf(state, places.locationOf(nameOf(declaration)));
          const { parent } = declaration;
          if (!location) continue;
          found.push({
            name: visibleText(declaration.name.text),
            kind: symbolKindOf(declaration),
            location,
            ...(parent ? { containerName: visibleText(parent.name.text) } : {}),
          });
        }
      }
      return found;
    });
  },
};
