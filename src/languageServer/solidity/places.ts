import type { CancellationToken, Location, TextDocumentPositionParams } from "vscode-languageserver/node";
import type { SolidityFeature } from "./feature";
import { locationOf } from "./locations";
import type { SolidityState } from "./solidityState";

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
  capabilities: { definitionProvider: true, referencesProvider: true },
  register(state) {
    state.connection.onDefinition((asked, token) => placesOf(state, "definition", asked, token));
    state.connection.onReferences((asked, token) => placesOf(state, "references", asked, token));
  },
};
