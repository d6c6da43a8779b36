import { contractInterface } from "../../chain/abi/contractInterface";
import { ChainError } from "../../chain/errors/chainError";
import { cryptoSuite } from "../../crypto/suites";
import { mostBytes, readRegularTextIfAny } from "../../files/regularFile";
import type { EditorContext } from "../../scenarios/editor/offers";
import type { AbiOf } from "../../scenarios/language/contracts";
import type { ReadText } from "../../scenarios/language/readScenario";
import type { Editor } from "../protocol/messages";
import type { OpenScenarios } from "./openScenarios";

/** What lies around open scenarios: other files, read here, and contracts, which the editor is asked for. */
export class WorkspaceContext implements EditorContext {
  readonly #known = new Map<string, ReturnType<AbiOf>>();

  constructor(
    private readonly editor: Editor,
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
    // An editor without trust of workspaces trusts them all.
    const may = (await this.editor.ask("chainside/mayRead", { path })) ?? true;
    return may ? readRegularTextIfAny(path, mostBytes.scenario) : undefined;
  };

  readonly abiOf: AbiOf = (path) => {
    const known = this.#known.get(path) ?? this.#ask(path);
    this.#known.set(path, known);
    return known;
  };

  async contracts(): Promise<readonly string[]> {
    return (await this.editor.ask("chainside/contracts")) ?? [];
  }

  async scenarios(): Promise<readonly string[]> {
    return (await this.editor.ask("chainside/scenarios")) ?? [];
  }

  async #ask(path: string): ReturnType<AbiOf> {
    const told = await this.editor.ask("chainside/contract", { path });
    if (!told) return undefined;
    if ("said" in told) return told.said;
    try {
      return contractInterface(told.abi, cryptoSuite("standard"));
    } catch (error) {
      if (error instanceof ChainError) return undefined; // an ABI that can't be read says so when the scenario runs
      throw error;
    }
  }
}
