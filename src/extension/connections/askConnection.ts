import * as vscode from "vscode";
import { parseEndpoint } from "../../chain/transport/endpoint";
import type { Chainside } from "../app/chainside";
import { askText } from "../asking/ask";
import { askTlsFolder } from "./askTlsFolder";
import type { Connection } from "./connection";

/** Asks for an address (and certificates for https) and makes a connection of it for this session. @throws Cancelled */
export async function askConnection(app: Chainside, title: string): Promise<Connection> {
  const url = await askText({
    title,
    prompt: vscode.l10n.t("JSON-RPC address of a node"),
    placeHolder: "http://127.0.0.1:20200",
    validate: async (text) => {
      if (text.trim() === "") return vscode.l10n.t("Write it as http://HOST:PORT or https://HOST:PORT.");
      try {
        parseEndpoint(text);
        return undefined;
      } catch (error) {
        const { message, advice } = await app.errors.words(error);
        return `${message} ${advice}`.trim();
      }
    },
  });
  const { origin, secure, host, port } = parseEndpoint(url);
  const tls = secure ? await askTlsFolder(title) : undefined;
  const name = await askText({
    title,
    prompt: vscode.l10n.t("A name for the connection"),
    value: `${host}:${port}`,
    validate: (text) => (text.trim() === "" ? vscode.l10n.t("It needs a name.") : undefined),
  });
  return app.connections.add(
    { name: name.trim(), endpoints: [origin], group: "", access: "confirm", ...(tls ? { tls } : {}) },
    "session",
  );
}
