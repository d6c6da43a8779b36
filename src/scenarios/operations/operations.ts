import { chainOperations } from "./chain";
import type { Operation } from "./operation";
import { rightsOperations } from "./rights";
import { tableOperations } from "./tables";

/** The service and governance operations of scenarios, by the word that a step begins with. */
export const operations: ReadonlyMap<string, Operation> = new Map(
  Object.entries({ ...tableOperations, ...chainOperations, ...rightsOperations }),
);
