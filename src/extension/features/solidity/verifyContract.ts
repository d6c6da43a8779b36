import * as vscode from "vscode";
import { requireCode } from "../../../chain/rpc/contractCode";
import { resolveTarget } from "../../../chain/services/bfs/readLink";
import { clientError } from "../../../errors/clientError";
import { askContractAddress } from "../../flows/target/askContractAddress";
import { clickedSource } from "../../flows/target/askSource";
import { artifactChoice } from "../../flows/target/choices";
import { askChoice } from "../../kit/asking/ask";
import type { Target } from "../../kit/commands/target";
import { showInformation, showWarning } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { withCompileProgress } from "../../state/solidity/compileProgress";
import { contractUri, isContractUri, isSolidity } from "../../state/solidity/solidity";

/** The source that may be behind the code: the one that was clicked or is in the editor, else the user's choice. */
async function askSource(app: Chainside, target: Target, title: string): Promise<vscode.Uri> {
  const clicked = clickedSource(target);
  if (clicked) return clicked;
  const known = (await app.artifacts.sources()).filter(({ deployable }) => deployable);
  const active = vscode.window.activeTextEditor?.document;
  const first = (uri: vscode.Uri): number =>
    active && isSolidity(active) && uri.with({ fragment: "" }).toString() === active.uri.toString() ? 0 : 1;
  return askChoice([...known].sort((left, right) => first(left.uri) - first(right.uri)).map(artifactChoice), {
    title,
    placeHolder: vscode.l10n.t("Select the source to compare with"),
  });
}

/** Says whether the code at an address is what a source of the workspace compiles to. */
export async function verifyContract(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const title = vscode.l10n.t("Verify Contract");
  const wanted = target.kind === "contract" ? target.address : await askContractAddress(app, group, target, title);
  const address = await resolveTarget(group.session, wanted);
  await requireCode(group.session.client, address, { target: wanted });
  const source = await askSource(app, target, title);
  const name = isContractUri(source) ? source.fragment : undefined;
  const plain = source.with({ fragment: "" });
  const compiledFor = await app.solidity.target(group);
  const { verifyRunning } = await import("../../../chain/proxy/verifyRunning");
  const known = app.knownContracts.find(group, address)?.name ?? "";
  const verified = await withCompileProgress(title, (waiting) =>
    verifyRunning(
      group.session,
      address,
      async (code) => (await app.solidity.verify(plain, code, name, compiledFor, waiting))[0],
      { target: wanted, name: known },
    ),
  );
  const path = vscode.workspace.asRelativePath(plain);
  // Without a verdict it did not compile: the way that everything else compiles says why.
  if (!verified) await app.solidity.compileContract(contractUri(plain, name ?? ""), group);
  if (!verified) return;
  const { best, title: names } = verified;
  const shown = `${path}:${best.name}`;
  // Of a proxy both are named: what stands there, and what runs.
  const there = names ? `${names} · ${wanted}` : wanted;
  const { verdict } = best;
  switch (verdict.kind) {
    case "same":
      void showInformation(vscode.l10n.t("✓ {0} matches the code at {1} byte for byte.", shown, there));
      return;
    case "sameButMetadata":
      void showInformation(
        vscode.l10n.t("✓ {0} matches the code at {1}. Only comments, file names, or settings differ.", shown, there),
      );
      return;
    case "noCode":
      throw clientError("noCodeAt", { target: wanted });
    case "different":
      void showWarning(
        verdict.at < 0
          ? vscode.l10n.t(
              "{0} isn't {1}: {2} bytes on the chain, {3} compiled.",
              there,
              shown,
              verdict.actualLength,
              verdict.expectedLength,
            )
          : vscode.l10n.t(
              "{0} isn't {1}: different from byte {2} on ({3} bytes on the chain, {4} compiled).",
              there,
              shown,
              verdict.at,
              verdict.actualLength,
              verdict.expectedLength,
            ),
      );
  }
}
