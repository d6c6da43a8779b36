import {
  type CallHierarchyItem,
  type CancellationToken,
  DocumentHighlightKind,
  type Location,
  type Position,
  type SymbolInformation,
  SymbolKind,
  type TextDocumentPositionParams,
} from "vscode-languageserver/node";
import { nameOf, type PlaceAsked } from "../../solidity/language/answers/asked";
import {
  basesOf,
  type CallsWith,
  callablesAt,
  calleesOf,
  callersOf,
  contractsAt,
  heirsOf,
  implementationsAt,
  typeDefinitionAt,
} from "../../solidity/language/answers/related";
import { highlightsAt, symbolsLike } from "../../solidity/language/answers/symbols";
import { detailOf } from "../../solidity/language/completion";
import type { Declaration } from "../../solidity/language/names/declarations";
import type { Place } from "../../solidity/language/names/places";
import { PlacesAsked } from "../../solidity/language/placesAsked";
import { visibleText } from "../../text/visibleText";
import { signalOf } from "../protocol/messages";
import type { SolidityFeature } from "./feature";
import { type LookedAt, locationOf, lookAt } from "./lookedAt";
import type { SolidityState } from "./solidityState";

/** What an editor's protocol calls a declaration. */
function symbolKindOf({ kind, isConstructor, contractNode, words, role }: Declaration): SymbolKind {
  switch (kind) {
    case "contract":
      if (contractNode?.form === "interface") return SymbolKind.Interface;
      return contractNode?.form === "library" ? SymbolKind.Module : SymbolKind.Class;
    case "function":
      return isConstructor ? SymbolKind.Constructor : SymbolKind.Method;
    case "modifier":
      return SymbolKind.Function;
    case "event":
    case "error":
      return SymbolKind.Event;
    case "struct":
      return SymbolKind.Struct;
    case "enum":
      return SymbolKind.Enum;
    case "enumValue":
      return SymbolKind.EnumMember;
    case "valueType":
      return SymbolKind.TypeParameter;
    default:
      if (role === "field") return SymbolKind.Field;
      return words.includes("constant") || words.includes("immutable") ? SymbolKind.Constant : SymbolKind.Variable;
  }
}

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
      // a folder that is open may lie in another one
      const found = new Map<string, SymbolInformation>();
      for (const folder of state.folders) {
        const project = await state.service.projectOf(folder, await state.request([folder], false));
        signalOf(token).throwIfAborted();
        const places = new PlacesAsked(project);
        for (const declaration of symbolsLike(project, query)) {
          const location = locationOf(state, places.locationOf(nameOf(declaration)));
          const { parent } = declaration;
          if (!location) continue;
          found.set(JSON.stringify(location), {
            name: visibleText(declaration.name.text),
            kind: symbolKindOf(declaration),
            location,
            ...(parent ? { containerName: visibleText(parent.name.text) } : {}),
          });
        }
      }
      return [...found.values()];
    });
  },
};

/** A declaration as the item of a hierarchy; undefined for one without a document. */
function itemOf(looked: LookedAt, declaration: Declaration): CallHierarchyItem | undefined {
  const place = looked.locationOf(nameOf(declaration));
  if (!place) return undefined;
  const { name, parent, function: node } = declaration;
  const own = name.text === "" ? (node?.form ?? "") : name.text;
  const holder = parent?.kind === "contract" ? `${parent.name.text}.` : "";
  const { range } = place;
  const whole = looked.wholeOf(declaration);
  const detail = visibleText(detailOf(declaration));
  // A constructor's name is nowhere: its first word is.
  const isNamed = name.text !== "";
  const selectionRange = isNamed ? range : { start: whole.start, end: whole.start };
  return {
    name: visibleText(`${holder}${own}`),
    kind: symbolKindOf(declaration),
    detail,
    uri: place.uri,
    range: whole,
    selectionRange,
  };
}

const itemsOf = (looked: LookedAt, declarations: readonly Declaration[]): CallHierarchyItem[] =>
  declarations.flatMap((each) => itemOf(looked, each) ?? []);

/** The declaration that an item stands for, as the sources are now. */
async function declarationOf(
  state: SolidityState,
  { uri, selectionRange }: { readonly uri: string; readonly selectionRange: { readonly start: Position } },
  find: (asked: PlaceAsked) => Declaration[],
  token: CancellationToken,
): Promise<{ looked: LookedAt; declaration: Declaration } | undefined> {
  const looked = await lookAt(state, uri, "whole", token);
  if (!looked) return undefined;
  const asked = looked.at(selectionRange.start);
  const [declaration] = find(asked);
  const unnamed = asked.file.items
    .flatMap(({ members }) => members)
    .find((each) => each.name.text === "" && each.start === asked.offset);
  const meant = declaration ?? unnamed;
  return meant && { looked, declaration: meant };
}

const callItems = (looked: LookedAt, calls: readonly CallsWith[]) =>
  calls.flatMap(({ with: declaration, places }) => {
    const item = itemOf(looked, declaration);
    return item ? [{ item, fromRanges: places.map((place) => looked.rangeOf(place)) }] : [];
  });

/** Who calls whom, and who inherits from whom. */
export const hierarchies: SolidityFeature = {
  register(state) {
    const { callHierarchy, typeHierarchy } = state.connection.languages;
    callHierarchy.onPrepare(async ({ textDocument, position }, token) => {
      const looked = await lookAt(state, textDocument.uri, "around", token);
      return looked ? itemsOf(looked, callablesAt(looked.at(position))) : null;
    });
    callHierarchy.onIncomingCalls(async ({ item }, token) => {
      const found = await declarationOf(state, item, callablesAt, token);
      if (!found) return null;
      const calls = callItems(found.looked, callersOf(found.looked.found.project, found.declaration));
      return calls.map(({ item: from, fromRanges }) => ({ from, fromRanges }));
    });
    callHierarchy.onOutgoingCalls(async ({ item }, token) => {
      const found = await declarationOf(state, item, callablesAt, token);
      if (!found) return null;
      const calls = callItems(found.looked, calleesOf(found.looked.found.project, found.declaration));
      return calls.map(({ item: to, fromRanges }) => ({ to, fromRanges }));
    });
    typeHierarchy.onPrepare(async ({ textDocument, position }, token) => {
      const looked = await lookAt(state, textDocument.uri, "around", token);
      return looked ? itemsOf(looked, contractsAt(looked.at(position))) : null;
    });
    typeHierarchy.onSupertypes(async ({ item }, token) => {
      const found = await declarationOf(state, item, contractsAt, token);
      return found ? itemsOf(found.looked, basesOf(found.looked.found.project, found.declaration)) : null;
    });
    typeHierarchy.onSubtypes(async ({ item }, token) => {
      const found = await declarationOf(state, item, contractsAt, token);
      return found ? itemsOf(found.looked, heirsOf(found.looked.found.project, found.declaration)) : null;
    });
  },
};
