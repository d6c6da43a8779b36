import { operations } from "../language/operations";
import type { Scenario, Step } from "../language/scenario";

/** Whether a step signs: a transaction, or a call whose caller the node is to believe. A run takes a key for no other step. */
export function stepSigns({ kind, word, from }: Pick<Step, "kind" | "word" | "from">): boolean {
  switch (kind) {
    case "deploy":
    case "link":
    case "send":
      return true;
    case "operation":
      return operations.get(word)?.effect === "signs" || from !== undefined;
    case "call":
    case "encode":
    case "wait":
    case "set":
      return from !== undefined;
  }
}

/** Steps that are grave or irreversible whatever they are done with: a person is asked about each. */
export const heavySteps = ({ steps }: Pick<Scenario, "steps">): readonly Step[] =>
  steps.filter(({ kind, word }) => kind === "operation" && operations.get(word)?.weight !== undefined);

/** Whether anything in a scenario signs. */
export const scenarioSigns = ({ steps }: Pick<Scenario, "steps">): boolean => steps.some(stepSigns);
