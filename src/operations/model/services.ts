import type { ChainClient } from "../../chain/client/client";
import type { NodesAround } from "../../chain/health/nodesAround";
import type { ChainError } from "../../errors/chainError";
import { clientError } from "../../errors/clientError";
import type { Inspector, Sources, Tracer } from "./inspector";
import type { Rehearsal } from "./rehearsal";

/** What an operation may need beyond a node. */
export interface ServiceTypes {
  /** The chain is an embedded one, and this reaches it with the powers that no node has. No front brings it for a chain of nodes. */
  readonly embedded: ChainClient;
  /** Address of the archive query service, for what nodes have no more. */
  readonly archive: string;
  readonly inspector: Inspector;
  readonly tracer: Tracer;
  readonly sources: Sources;
  readonly nodes: NodesAround;
  readonly rehearsal: Rehearsal;
}

export type ServiceName = keyof ServiceTypes;

/** What a front brings along; each is made when an operation needs it, and undefined where it can't be had just now. */
export type Services = {
  readonly [Name in ServiceName]?: (() => Promise<ServiceTypes[Name] | undefined>) | undefined;
};

/** Why an operation can't be done in this front, in words for a person. */
function missingService(name: ServiceName): ChainError {
  switch (name) {
    case "embedded":
      return clientError("notEmbedded");
    case "archive":
      return clientError("noArchiveService");
    case "inspector":
    case "tracer":
    case "sources":
      return clientError("noSourcesHere");
    case "rehearsal":
      return clientError("noRehearsalHere");
    case "nodes":
      return clientError("noFoldersHere");
  }
}

/** A service that an operation can do without. */
export const serviceIfAny = async <Name extends ServiceName>(
  services: Services | undefined,
  name: Name,
): Promise<ServiceTypes[Name] | undefined> => {
  // The compiler doesn't relate the member's type to its name.
  const make = services?.[name] as (() => Promise<ServiceTypes[Name] | undefined>) | undefined;
  return make?.();
};

/** @throws ChainError usage `notEmbedded`, `noArchiveService`, `noSourcesHere`, `noFoldersHere`, `noRehearsalHere` */
export async function neededService<Name extends ServiceName>(
  services: Services | undefined,
  name: Name,
): Promise<ServiceTypes[Name]> {
  const found = await serviceIfAny(services, name);
  if (found === undefined) throw missingService(name);
  return found;
}

/** Those of the operations whose needs a front can meet just now; each service is asked for once. */
export async function offeredOf<Each extends { readonly needs?: ServiceName }>(
  operations: readonly Each[],
  services: Services | undefined,
): Promise<readonly Each[]> {
  const names = [...new Set(operations.flatMap(({ needs }) => needs ?? []))];
  const found = await Promise.all(names.map((name) => serviceIfAny(services, name).catch(() => undefined)));
  const had = new Set(names.filter((_, at) => found[at] !== undefined));
  return operations.filter(({ needs }) => needs === undefined || had.has(needs));
}
