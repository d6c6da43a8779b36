import * as vscode from "vscode";
import { UserFacingError } from "../../../errors/userFacingError";
import type { Chainside } from "../../state/chainside";
import type { Connection } from "../../state/connections/connection";

/** Where the adapter finds the chain that a configuration is about. */
interface DebuggedChain {
  readonly url: string;
  readonly group: string | undefined;
  /** The connection that the adapter asks through us: it has the certificates. */
  readonly connection?: string;
  readonly relay?: boolean;
}

/** The connection that a configuration names. @throws UserFacingError where there is none */
export function connectionNamed({ connections }: Chainside, name: string): Connection {
  const found = connections.all.find((each) => each.name === name);
  if (!found) throw new UserFacingError(vscode.l10n.t("No connection is named {0}.", name));
  return found;
}

/**
 * The chain of a launch configuration: its `url`, else the connection that it names, else the embedded chain, which is started for it.
 * @throws UserFacingError where the connection is unknown.
 */
export async function chainOf(app: Chainside, given: vscode.DebugConfiguration): Promise<DebuggedChain> {
  const { url, group, connection: name } = given as { url?: string; group?: string; connection?: string };
  if (url) return { url, group };
  const connection = name === undefined ? undefined : connectionNamed(app, name);
  if (connection && connection.origin !== "embedded") {
    const [found] = connection.groups;
    const endpoint = connection.endpoint ?? connection.profile.endpoints[0] ?? "";
    return { url: endpoint, group: group ?? found?.groupId, connection: connection.name, relay: true };
  }
  const ready = await app.embeddedChain.start();
  return { url: ready.url, group: group ?? ready.groups[0] };
}
