import type { CancellationToken, Location, TextDocumentPositionParams } from "vscode-languageserver/node";
import type { PlaceAsked } from "../../solidity/language/answers/asked";
import { implementationsAt, typeDefinitionAt } from "../../solidity/language/answers/related";
import type { Place } from "../../solidity/language/names/places";
import type { SolidityFeature } from "./feature";
import { lookAt } from "./lookedAt";
import type { SolidityState } from "./solidityState";

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
  capabilities: { implementationProvider: true, typeDefinitionProvider: true },
  register(state) {
    state.connection.onImplementation((asked, token) => placesBy(state, implementationsAt, "whole", asked, token));
    state.connection.onTypeDefinition((asked, token) => placesBy(state, typeDefinitionAt, "around", asked, token));
  },
};
