import type { IniDocument } from "../document/iniDocument";
import type { Finding } from "../findings/finding";
import type { AnalysisContext } from "./analysisContext";
import { analyze } from "./analyze";

/** The first thing in the file with which its node doesn't start; undefined where none is known. */
export function startObstacle(document: IniDocument, context: AnalysisContext): Finding | undefined {
  return analyze(document, context).find(({ message }) => message.stopsNode);
}
