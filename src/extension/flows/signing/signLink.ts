import * as vscode from "vscode";
import type { Chainside } from "../../state/chainside";
import type { WritableGroup } from "../../state/connections/writableGroup";
import { type SigningRequest, signAndSend } from "./signAndSend";

/** A link in BFS, and the contract that it leads to. */
interface Link {
  readonly path: string;
  readonly address: string;
  readonly abi: string;
}

/**
 * Signs and sends what makes a link in BFS.
 * @param more what the question says beside path and contract, and who signs
 * @throws Cancelled; ChainError
 */
export async function signLink(
  app: Chainside,
  group: WritableGroup,
  asked: Link,
  { lines = [], ...more }: Partial<Omit<SigningRequest, "group" | "title">> = {},
): Promise<void> {
  const { link } = await import("../../../chain/services/bfs/link");
  const { path, address } = asked;
  await signAndSend(
    app,
    {
      ...more,
      group,
      title: vscode.l10n.t("Link {0}", path),
      lines: [
        { label: vscode.l10n.t("Link"), value: path },
        { label: vscode.l10n.t("Contract"), value: address },
        ...lines,
      ],
    },
    (signer, options) => link(group.session, signer, asked, options),
  );
  group.notify("bfs");
}
