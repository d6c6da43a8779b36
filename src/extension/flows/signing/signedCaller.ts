import * as vscode from "vscode";
import { requireSignedCalls, takesSignedCalls } from "../../../chain/services/compatibility";
import type { Signer } from "../../../crypto/cryptoSuite";
import type { ConsentTerms } from "../../../signing/consent";
import { isAllowedByUser } from "../../kit/settings/settings";
import type { Account } from "../../state/accounts/account";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { requireSigning } from "../../state/connections/signingPermit";
import { auditOf } from "./editorAudit";

/** An account as it signs on a group: its key is asked for with each signature, for the access may be another by then, and the chain. */
export const accountSigner = (app: Chainside, group: ChainGroup, account: Account): Signer => ({
  address: account.address,
  suite: account.suite,
  sign: async (hash, request) => {
    const own = await app.accounts.signer(account, await requireSigning(group));
    return own.sign(hash, request);
  },
  ...(account.origin === "signer" ? { elsewhere: true } : {}),
});

/**
 * On what terms a group's calls are signed, dry runs too: as its access says, and where it asks, unasked only where the user's setting says
 * so.
 */
export function callTerms({ connection: { access, name } }: ChainGroup): ConsentTerms {
  const before = access === "confirm" ? { before: { yes: isAllowedByUser("signDryRuns") } } : {};
  return { access, connection: name, ...before };
}

/**
 * What signs a call whose caller the node is to believe. Nothing is sent with it, but a signature it is: asked for where nothing is signed
 * before a yes.
 * @param agreed a person asked for the signature just now
 * @throws Cancelled; ChainError usage `readOnlyConnection`, `pinMismatch`, `keyMissing`, `needsCompatibility` of the node
 */
export async function signedCaller(
  app: Chainside,
  group: ChainGroup,
  account: Account,
  agreed: boolean,
): Promise<Signer> {
  await requireSigning(group);
  const { connection, groupId, session } = group;
  requireSignedCalls(session);
  const title = vscode.l10n.t("Sign this call as {0} on {1} · {2}?", account.label, connection.name, groupId);
  const detail = vscode.l10n.t(
    "The node then takes {0} for the caller. No transaction is sent, and nothing changes.",
    account.address,
  );
  const [{ editorAsk, endQuietly }, { agreedCalls }] = await Promise.all([
    import("./askInEditor"),
    import("../../../signing/calls"),
  ]);
  const place = { connection: connection.name, chainId: session.chainId, groupId };
  const calls = {
    signer: accountSigner(app, group, account),
    audit: await auditOf(app, group, "editor"),
    label: account.label,
  };
  const ask = editorAsk(group, { dialog: { question: title, detail, yes: vscode.l10n.t("Sign Call") } });
  return agreedCalls(calls, { act: { title }, place }, { ...callTerms(group), named: agreed }, ask).catch(endQuietly);
}

/** Whom a contract sees as the caller of a call for which no account was named. */
export interface UsualCaller {
  readonly signer: Signer;
  readonly account: Account;
}

/**
 * The active account, where a call may be signed without a question and the node takes signed calls: what is asked for is then what that
 * account would see. Undefined where the node runs the call with the zero address for its caller (docs/protocol/json-rpc.md, "Calls").
 * @throws ChainError usage `pinMismatch`, `keyMissing`.
 */
export async function usualCaller(app: Chainside, group: ChainGroup): Promise<UsualCaller | undefined> {
  const account = app.accounts.active(group);
  // The person or program that has the key elsewhere would be asked each time.
  if (!account || account.origin === "signer" || !takesSignedCalls(group.session)) return undefined;
  const { basisOfCalls } = await import("../../../signing/calls");
  if (!basisOfCalls(callTerms(group))) return undefined;
  return { account, signer: await signedCaller(app, group, account, false) };
}

/** Who the caller was, for people. */
export const callerName = (caller: { readonly account: Account } | undefined): string =>
  caller?.account.label ?? vscode.l10n.t("no one (the zero address)");
