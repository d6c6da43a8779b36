import * as vscode from "vscode";
import { isSameAddress } from "../../../crypto/bytes/hex";
import { clientError } from "../../../errors/clientError";
import type { Ask } from "../../../signing/consent";
import { signRequestFile } from "../../../signing/requestFile";
import { askInEditor, endQuietly } from "../../flows/signing/askInEditor";
import { auditOf } from "../../flows/signing/editorAudit";
import { saveRequest } from "../../flows/signing/saveRequest";
import type { Chainside } from "../../state/chainside";
import { requireFileSigning } from "../../state/connections/signingPermit";
import { chooseRequest, groupsOf, shownRequest } from "./requestFiles";

/**
 * Shows a request that another machine wrote, has it agreed to on its page, signs it with the account that it names, and writes the signed
 * file. No chain is asked.
 * @throws Cancelled; ChainError usage `requestAccountMissing`, `requestSigned`, and as `signRequestFile`
 */
export async function signRequest(app: Chainside): Promise<void> {
  const title = vscode.l10n.t("Open Signing Request");
  const { uri, request } = await chooseRequest(title);
  const { transaction, claimed, signature } = request;
  if (signature) throw clientError("requestSigned", { address: claimed.from });
  const account = app.accounts.all.find(
    ({ address, suite }) => suite === transaction.suite.name && isSameAddress(address, claimed.from),
  );
  if (!account) throw clientError("requestAccountMissing", { address: claimed.from });
  const leave = requireFileSigning(groupsOf(app, request));
  const shown = await shownRequest(app, request, title, account.label);
  const asked = { app, account, yes: vscode.l10n.t("Sign") };
  const ask: Ask = async (to, weight, force) => ({ to, ...(await askInEditor(asked, to, weight, force)) });
  const signer = await app.accounts.signer(account, leave);
  const audit = await auditOf(app, undefined, "editor");
  const signed = await signRequestFile(request, shown, { signer, ask, audit }).catch(endQuietly);
  await saveRequest(signed, "", uri);
}
