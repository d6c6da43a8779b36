import type { DebugProtocol } from "@vscode/debugprotocol";
import { placeKey } from "../../files/pathKey";
import type { SourceSyntax } from "../source/syntax";
import type { AskedSource } from "./breakpoints";
import { clientSource } from "./shownState";

/** How a client counts lines and columns, from 0 or from 1; here they begin with 1. */
interface ClientCounting {
  lineFromClient(line: number): number;
  lineToClient(line: number): number;
  columnFromClient(column: number): number;
  columnToClient(column: number): number;
}

interface ClientRange {
  line?: number;
  column?: number;
  endLine?: number;
  endColumn?: number;
}

/** Sources and positions as the client of a session speaks of them. */
export class ClientView {
  readonly #texts: SourceSyntax[] = [];

  constructor(readonly counting: ClientCounting) {}

  /** The source that a client speaks of: by its number, else by its path. */
  asked({ path, name = "", sourceReference = 0 }: DebugProtocol.Source): AskedSource {
    const text = this.numbered(sourceReference);
    const place = placeKey(path ?? name);
    return {
      key: text?.name ?? place,
      isIt: (own) => (own.path === undefined ? own.name === text?.name : placeKey(own.path) === place),
    };
  }

  /** The source that has this number for the client: only such that aren't files have one. */
  numbered(sourceReference: number): SourceSyntax | undefined {
    return this.#texts[sourceReference - 1];
  }

  readonly source = (source: SourceSyntax): DebugProtocol.Source =>
    clientSource(source, () => {
      let index = this.#texts.indexOf(source);
      if (index < 0) index = this.#texts.push(source) - 1;
      return index + 1;
    });

  /** A range as this client counts. */
  counted<Range extends ClientRange>(range: Range): Range {
    if (!range.line) return range;
    const { line, column, endLine, endColumn } = range;
    const { lineToClient, columnToClient } = this.counting;
    return {
      ...range,
      line: lineToClient(line),
      ...(column === undefined ? {} : { column: columnToClient(column) }),
      ...(endLine === undefined ? {} : { endLine: lineToClient(endLine) }),
      ...(endColumn === undefined ? {} : { endColumn: columnToClient(endColumn) }),
    };
  }
}
