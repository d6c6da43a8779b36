import {
  type CancellationToken,
  DocumentHighlightKind,
  type Location,
  type SymbolInformation,
  type TextDocumentPositionParams,
} from "vscode-languageserver/node";
import { nameOf, type PlaceAsked } from "../../solidity/language/answers/asked";
import { implementationsAt, typeDefinitionAt } from "../../solidity/language/answers/related";
import { highlightsAt, symbolsLike } from "../../solidity/language/answers/symbols";
import type { Place } from "../../solidity/language/names/places";
import { PlacesAsked } from "../../solidity/language/placesAsked";
import { visibleText } from "../../text/visibleText";
import { signalOf } from "../protocol/signalOf";
import type { SolidityFeature } from "./feature";
import { locationOf, lookAt } from "./lookedAt";
import type { SolidityState } from "./solidityState";
import { symbolKindOf } from "./symbolKind";

async function placesOf(
  state: SolidityState,
  kind: "definition" | "references",
  { textDocument, position }: TextDocumentPositionParams,
  token: CancellationToken,
): Promise<Location[]> {
  const source = state.sources.get(textDocument.uri);
  const answer = source && (await state.ask(source, { kind, position }, "places", token));
  return (answer?.places ?? []).flatMap((place) => locationOf(state, place) ?? []);
}

/** Where a name is declared, and where it is used. */
export const places: SolidityFeature = {
  register(state) {
    state.connection.onDefinition((asked, token) => placesOf(state, "definition", asked, token));
    state.connection.onReferences((asked, token) => placesOf(state, "references", asked, token));
  },
};

async function placesBy(
  state: SolidityState,
  find: (asked: PlaceAsked) => Place[],
  reach: "around" | "whole",
  { textDocument, position }: TextDocumentPositionParams,
  token: CancellationToken,
): Promise<Location[]> {
  const looked = await lookAt(state, textDocument.uri, reach, token);
  return looked ? find(looked.at(position)).flatMap((place) => looked.locationOf(place) ?? []) : [];
}

/** Who carries out what is named, and what type it has. */
export const related: SolidityFeature = {
  register(state) {
    state.connection.onImplementation((asked, token) => placesBy(state, implementationsAt, "whole", asked, token));
    state.connection.onTypeDefinition((asked, token) => placesBy(state, typeDefinitionAt, "around", asked, token));
  },
};

/** The places of the file where the same is meant as where the cursor stands. */
export const highlights: SolidityFeature = {
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

/** Declarations of all folders that are open, by a part of their name. */
export const workspaceSymbols: SolidityFeature = {
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
