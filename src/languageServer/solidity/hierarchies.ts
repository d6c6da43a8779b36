import type { CallHierarchyItem, CancellationToken, Position } from "vscode-languageserver/node";
import { nameOf, type PlaceAsked } from "../../solidity/language/answers/asked";
import {
  basesOf,
  type CallsWith,
  callablesAt,
  calleesOf,
  callersOf,
  contractsAt,
  heirsOf,
} from "../../solidity/language/answers/related";
import { detailOf } from "../../solidity/language/completion";
import type { Declaration } from "../../solidity/language/names/declarations";
import { visibleText } from "../../text/visibleText";
import type { SolidityFeature } from "./feature";
import { type LookedAt, lookAt } from "./lookedAt";
import type { SolidityState } from "./solidityState";
import { symbolKindOf } from "./symbolKind";

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
