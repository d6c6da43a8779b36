import * as vscode from "vscode";
import { parseEndpoint } from "../../../chain/transport/endpoint";
import { askEndpoints } from "../../flows/connections/askEndpoints";
import type { Chainside } from "../../state/chainside";
import type { Connection } from "../../state/connections/connection";
import { askConnectionName } from "./askConnectionName";
import { askTlsFolder } from "./askTlsFolder";

/** Asks for an address (and certificates for https) and makes a connection of it for this session. @throws Cancelled */
export async function askConnection(app: Chainside, title: string): Promise<Connection> {
  const endpoints = await askEndpoints(app, {
    title,
    prompt: vscode.l10n.t("JSON-RPC address of a node. Separate several addresses of one chain with commas"),
    secure: false,
  });
  const parsed = endpoints.map(parseEndpoint);
  const tls = parsed.some(({ secure }) => secure) ? await askTlsFolder(title) : undefined;
  const [first] = parsed;
  const name = await askConnectionName(app, title, first ? `${first.host}:${first.port}` : "");
  return app.connections.add({ name, endpoints, group: "", access: "confirm", ...(tls ? { tls } : {}) }, "session");
}
