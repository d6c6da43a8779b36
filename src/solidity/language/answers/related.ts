import type { BoundCall } from "../names/binding";
import type { Declaration } from "../names/declarations";
import { contractsOf, familyOf, type Place, type ProjectNames } from "../names/places";
import type { Type } from "../names/types";
import { withoutOptions } from "../syntax/walk";
import { nameOf, type PlaceAsked, targetOf } from "./asked";

/** Functions that carry out what is named at a place, and contracts that inherit from what is. */
export function implementationsAt(asked: PlaceAsked): Place[] {
  const { project } = asked;
  const { names } = project;
  const declarations = targetOf(asked)?.declarations ?? [];
  const found = new Set<Declaration>();
  for (const declaration of declarations) {
    if (declaration.kind === "contract") {
      for (const each of contractsOf(project))
        if (each !== declaration && names.inherits(each, declaration)) found.add(each);
      continue;
    }
    const { contract } = declaration;
    if (!contract) continue;
    for (const each of familyOf(project, [declaration])) {
      const hasBody = each.kind === "variable" || each.function?.body !== undefined;
      if (hasBody && each.contract && names.inherits(each.contract, contract)) found.add(each);
    }
  }
  return [...found].map(nameOf);
}

function named(type: Type): Declaration[] {
  switch (type.is) {
    case "instance":
      return [type.of];
    case "array":
      return named(type.base);
    case "mapping":
      return named(type.value);
    default:
      return [];
  }
}

/** Where the type of what is named at a place is declared. */
export function typeDefinitionAt(asked: PlaceAsked): Place[] {
  const { names } = asked.project;
  return (targetOf(asked)?.declarations ?? [])
    .flatMap((each) => {
      if (each.kind === "variable") return named(names.typeOf(each));
      if (each.kind === "function") return each.returns.flatMap((one) => named(names.typeOf(one)));
      if (each.kind === "enumValue" && each.parent) return [each.parent];
      return ["contract", "struct", "enum", "valueType"].includes(each.kind) ? [each] : [];
    })
    .map(nameOf);
}

/** The functions, modifiers and contracts at a place: what a hierarchy begins at. */
export const callablesAt = (asked: PlaceAsked): Declaration[] =>
  (targetOf(asked)?.declarations ?? []).filter(({ kind }) => kind === "function" || kind === "modifier");

export const contractsAt = (asked: PlaceAsked): Declaration[] =>
  (targetOf(asked)?.declarations ?? []).filter(({ kind }) => kind === "contract");

/** Calls between two declarations. */
export interface CallsWith {
  readonly with: Declaration;
  /** Where it is called, in the file of the caller. */
  readonly places: readonly Place[];
}

/** Where the name of what is called stands. */
function calleeOf({ node: { callee } }: BoundCall): { start: number; end: number } {
  const named = withoutOptions(callee);
  return named.kind === "member" ? named.name : named;
}

function grouped(calls: readonly (readonly [Declaration, Place])[]): CallsWith[] {
  const groups = new Map<Declaration, Place[]>();
  for (const [declaration, place] of calls) groups.set(declaration, [...(groups.get(declaration) ?? []), place]);
  return [...groups].map(([declaration, places]) => ({ with: declaration, places }));
}

/** Who calls a function: also by the name of one that it overrides. */
export function callersOf(project: ProjectNames, declaration: Declaration): CallsWith[] {
  const family = familyOf(project, [declaration]);
  const calls: [Declaration, Place][] = [];
  const name = declaration.name.text === "" ? declaration.parent?.name.text : declaration.name.text;
  for (const file of project.files.values()) {
    if (name !== undefined && !file.wordSet.has(name)) continue;
    for (const call of project.names.bind(file).calls)
      if (call.inside && call.to.some((each) => family.has(each)))
        calls.push([call.inside, { file, ...calleeOf(call) }]);
  }
  return grouped(calls);
}

/** What a function calls. */
export function calleesOf({ names }: ProjectNames, declaration: Declaration): CallsWith[] {
  const { file } = declaration;
  const calls = names.bind(file).calls.filter(({ inside }) => inside === declaration);
  return grouped(
    calls.flatMap((call) => call.to.map((to): [Declaration, Place] => [to, { file, ...calleeOf(call) }])),
  ).filter(({ with: { kind } }) => kind === "function" || kind === "modifier");
}

/** Contracts that a contract inherits from, right above it. */
export const basesOf = ({ names }: ProjectNames, contract: Declaration): readonly Declaration[] =>
  names.basesOf(contract);

/** Contracts that inherit from a contract, right below it. */
export const heirsOf = (project: ProjectNames, contract: Declaration): Declaration[] =>
  [...contractsOf(project)].filter((each) => project.names.basesOf(each).includes(contract));
