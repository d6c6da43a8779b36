import { pathToFileURL } from "node:url";
import type { Location, Position, PrepareRenameResult, TextEdit, WorkspaceEdit } from "vscode-languageserver/node";
import { type NamedTarget, targetAt } from "../../scenarios/editor/definition";
import { type FamilyMember, familyOf } from "../../scenarios/editor/family";
import { type NamePosition, nameAt, namePositions } from "../../scenarios/editor/names";
import { isName } from "../../scenarios/language/references";
import { adminName } from "../../scenarios/language/scenario";
import { outlineOf } from "../../solidity/language/outline";
import type { OutlineItem } from "../../solidity/language/questions";
import { t } from "../../text/catalogue";
import { refused } from "../documents/answers";
import { offsetAt, positionAt } from "../documents/textChanges";
import type { OpenScenario, OpenScenarios, WorkspaceContext } from "./workspaceContext";

/** Given by every run: nothing else can have this name. */
const given: readonly string[] = [adminName, "run", "suite"];

const nowhere = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** What is asked about the names of scenarios. */
export class ScenarioNames {
  constructor(
    private readonly open: OpenScenarios,
    private readonly context: WorkspaceContext,
  ) {}

  #uri = (path: string): string => this.open.at(path)?.uri ?? pathToFileURL(path).href;

  #location({ path, text }: FamilyMember, { start, end }: NamePosition): Location {
    return { uri: this.#uri(path), range: { start: positionAt(text, start), end: positionAt(text, end) } };
  }

  /** Everything of a name in all scenarios that share it. */
  async #places(scenario: OpenScenario, position: Position, declaring: boolean): Promise<Location[]> {
    const found = nameAt(scenario.text, offsetAt(scenario.text, position));
    if (!found) return [];
    return (await familyOf(scenario, this.context)).flatMap((each) =>
      namePositions(each.text)
        .filter(({ name, declares }) => name === found.name && (declares || !declaring))
        .map((place) => this.#location(each, place)),
    );
  }

  references = (scenario: OpenScenario, position: Position): Promise<Location[]> =>
    this.#places(scenario, position, false);

  /** Where a name is given; behind the dot, and for files, where the function, the contract or the file is. */
  async definition(scenario: OpenScenario, position: Position): Promise<Location[]> {
    const { text, path } = scenario;
    const offset = offsetAt(text, position);
    const places = await this.#places(scenario, position, true);
    if (places.length > 0) return places;
    const target = await targetAt(text, offset, path, this.context);
    return target ? this.#inFile(target) : [];
  }

  async #inFile({ file: path, contract, member }: NamedTarget): Promise<Location[]> {
    const text = await this.context.readFile(path);
    if (text === undefined) return [];
    const uri = this.#uri(path);
    if (!path.endsWith(".sol")) return [{ uri, range: member ? abiRange(text, member) : nowhere }];
    const contracts = outlineOf(text).filter(({ name }) => contract === undefined || name === contract);
    const name = member?.split("(", 1)[0];
    const found = contracts.flatMap(({ children }) => children).filter((each) => each.name === name);
    const shown: readonly OutlineItem[] = found.length > 0 ? found : contracts.slice(0, 1);
    return shown.length > 0 ? shown.map(({ nameRange }) => ({ uri, range: nameRange })) : [{ uri, range: nowhere }];
  }

  prepare({ text }: OpenScenario, position: Position): PrepareRenameResult {
    const found = nameAt(text, offsetAt(text, position));
    if (!found || given.includes(found.name)) throw refused(t("Nothing here can be renamed."));
    const range = { start: positionAt(text, found.start), end: positionAt(text, found.end) };
    return { range, placeholder: found.name };
  }

  /** @throws ResponseError where the new name is none, or means something else already */
  async rename(scenario: OpenScenario, position: Position, newName: string): Promise<WorkspaceEdit> {
    const found = nameAt(scenario.text, offsetAt(scenario.text, position));
    if (!found || given.includes(found.name)) throw refused(t("Nothing here can be renamed."));
    if (!isName(newName)) throw refused(t("A name has letters, digits, and underscores, and begins with no digit."));
    const family = await familyOf(scenario, this.context);
    const all = family.flatMap((each) => namePositions(each.text).map((place) => ({ each, place })));
    if (given.includes(newName) || all.some(({ place }) => place.name === newName))
      throw refused(t('"{0}" is a name of something else already.', newName));
    const places = all.filter(({ place }) => place.name === found.name);
    if (!places.some(({ place }) => place.declares)) throw refused(t("Nothing here can be renamed."));
    const changes: Record<string, TextEdit[]> = {};
    for (const { each, place } of places) {
      const { uri, range } = this.#location(each, place);
      changes[uri] = [...(changes[uri] ?? []), { range, newText: newName }];
    }
    return { changes };
  }
}

/** Where a function or an event stands in the text of an ABI. */
function abiRange(text: string, member: string): Location["range"] {
  const name = member.split("(", 1)[0] ?? "";
  for (let at = text.indexOf(`"${name}"`); at >= 0; at = text.indexOf(`"${name}"`, at + 1)) {
    if (!/"name"\s{0,20}:\s{0,20}$/.test(text.slice(Math.max(0, at - 50), at))) continue;
    return { start: positionAt(text, at + 1), end: positionAt(text, at + 1 + name.length) };
  }
  return nowhere;
}
