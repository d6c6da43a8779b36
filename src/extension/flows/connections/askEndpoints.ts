import * as vscode from "vscode";
import { parseEndpoint } from "../../../chain/transport/endpoint";
import { askText } from "../../kit/asking/ask";
import { complaint } from "../../kit/errors/complaint";
import type { Chainside } from "../../state/chainside";

/** The addresses in a text, separated by commas or blanks; without a scheme they get the given one. @throws ChainError usage `badUrl` */
function endpointsIn(text: string, secure: boolean): string[] {
  const addresses = text.split(/[\s,;，；]+/).filter((address) => address !== "");
  return addresses.map((address) => {
    const bare = !/^[a-z][a-z0-9+.-]*:\/\//i.test(address);
    return parseEndpoint(bare && secure ? `https://${address}` : address).origin;
  });
}

/** Asks for one or several JSON-RPC addresses of one chain's nodes. @throws Cancelled */
export async function askEndpoints(
  app: Chainside,
  question: { title: string; prompt: string; value?: string; secure: boolean },
): Promise<string[]> {
  const { secure, ...rest } = question;
  const text = await askText({
    ...rest,
    placeHolder: secure ? "https://127.0.0.1:20200, https://127.0.0.1:20201" : "http://127.0.0.1:20200",
    validate: (typed) =>
      typed.trim() === ""
        ? vscode.l10n.t("Enter http://HOST:PORT or https://HOST:PORT.")
        : complaint(app, () => void endpointsIn(typed, secure)),
  });
  return endpointsIn(text, secure);
}
