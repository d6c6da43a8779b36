import { readFoundrySettings } from "../../solidity/project/foundrySettings";
import { isJsonObject } from "../../text/limits/boundedJson";
import { type OperatorGroup, operatorGroups } from "../mutate/operators";

/** What the section `mutation` of a project's `foundry.toml` says. */
interface MutationConfig {
  /** In seconds; undefined: it names none. */
  readonly timeout: number | undefined;
  readonly operators: ReadonlySet<OperatorGroup>;
}

const namesIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Reads `[mutation]`: `timeout`, `exclude_operators`, `include_operators`. All operators and no timeout where there is none. */
export async function readMutationConfig(root: string): Promise<MutationConfig> {
  const section = (await readFoundrySettings(root, undefined))?.values["mutation"];
  if (!isJsonObject(section)) return { timeout: undefined, operators: new Set(operatorGroups) };
  const excluded = new Set(namesIn(section["exclude_operators"]));
  const included = new Set(namesIn(section["include_operators"]));
  const { timeout } = section;
  return {
    timeout: typeof timeout === "number" && timeout > 0 ? timeout : undefined,
    operators: new Set(operatorGroups.filter((name) => included.has(name) || !excluded.has(name))),
  };
}
