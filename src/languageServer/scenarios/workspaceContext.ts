import { type Connection, ErrorCodes, ResponseError } from "vscode-languageserver/node";
import { contractInterface } from "../../chain/abi/contractInterface";
import { ChainError } from "../../chain/errors/chainError";
import { cryptoSuite } from "../../crypto/suites";
import { mostBytes, readRegularTextIfAny } from "../../files/regularFile";
import type { EditorContext } from "../../scenarios/editor/offers";
import type { AbiOf } from "../../scenarios/language/contracts";
import type { ReadText } from "../../scenarios/language/readScenario";
import { askEditor } from "../protocol/messages";
import type { OpenScenarios } from "./openScenarios";

/** What lies around open scenarios: other files, read here, and contracts, which the editor is asked for. */
export class WorkspaceContext implements EditorContext {
  readonly #known = new Map<string, ReturnType<AbiOf>>();

  constructor(
    private readonly connection: Connection,
    private readonly open: OpenScenarios,
  ) {}

  /** Sources or artifacts are others now. */
  forget(): void {
    this.#known.clear();
  }

  readonly read: ReadText = async (path) => {
    const open = this.open.at(path);
    if (open) return open.text;
    // What isn't trusted may name no file outside of its folder: the editor knows.
    const may = await askEditor(this.connection, "chainside/mayRead", { path }).catch((error: unknown) => {
      // An editor without trust of workspaces trusts them all.
      if (error instanceof ResponseError && error.code === ErrorCodes.MethodNotFound) return true;
      throw error;
    });
    return may ? readRegularTextIfAny(path, mostBytes.scenario) : undefined;
  };

  readonly abiOf: AbiOf = (path) => {
    const known = this.#known.get(path) ?? this.#ask(path);
    this.#known.set(path, known);
    return known;
  };

  contracts(): Promise<readonly string[]> {
    return askEditor(this.connection, "chainside/contracts");
  }

  scenarios(): Promise<readonly string[]> {
    return askEditor(this.connection, "chainside/scenarios");
  }

  async #ask(path: string): ReturnType<AbiOf> {
    const told = await askEditor(this.connection, "chainside/contract", { path });
    if (told === null) return undefined;
    if ("said" in told) return told.said;
    try {
      return contractInterface(told.abi, cryptoSuite("standard"));
    } catch (error) {
      if (error instanceof ChainError) return undefined; // an ABI that can't be read says so when the scenario runs
      throw error;
    }
  }
}
