import * as vscode from "vscode";
import { pathKey } from "../../../files/pathKey";
import { maxBytes, readRegularTextIfAny } from "../../../files/regularFile";
import type { ReadText } from "../../../scenarios/language/readScenario";
import { scenarioEnding } from "../../../scenarios/language/scenario";
import { mayRead } from "../../kit/files/namedUri";

/** Files of scenarios in the workspace. */
export const scenarioPattern = `**/*${scenarioEnding}`;

/** Where the editor's features work. */
export const scenarioSelector = { scheme: "file", pattern: scenarioPattern };

/** Whether a file is a scenario, by its name. */
export const isScenario = ({ scheme, path }: vscode.Uri): boolean => scheme === "file" && path.endsWith(scenarioEnding);

/** Reads a file as it stands in its editor, else on disk; undefined when it is not there, or may not be read. */
export const readShown: ReadText = async (path) => {
  const key = pathKey(path);
  const open = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === "file" && pathKey(uri.fsPath) === key);
  if (open) return open.getText();
  return (await mayRead(path)) ? readRegularTextIfAny(path, maxBytes.scenario) : undefined;
};
