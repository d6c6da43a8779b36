import { clientError } from "../../errors/clientError";
import type { Agreement } from "../../signing/consent";
import { t } from "../../text/catalogue";
import { WrongCommandLine } from "../options/commandLine";
import { foreignHosts } from "../options/foreignHosts";
import { devAccountNumber } from "../options/signingOptions";
import { terminalQuestion } from "../output/terminalQuestion";
import type { Connection } from "./connectionOptions";
import { requireAgreement, terminalAsk } from "./terminalConsent";

const askedFor = new WeakMap<Connection, Promise<Agreement>>();

/** @throws ChainError usage `readOnlyConnection` */
export function requireWriteAccess({ access, name = "" }: Connection): void {
  if (access === "readOnly") throw clientError("readOnlyConnection", { name });
}

/**
 * Agreement to all that this process signs on a connection: never where it is read-only, after one question where it asks.
 * @throws ChainError usage `readOnlyConnection`; WrongInput `consentNeeded`, `declined`
 */
export function requireSigning(connection: Connection): Promise<Agreement> {
  const { name = "", access = "full", agreed = false } = connection;
  const act = { title: t("Sign what this command sends") };
  const terms = { access, connection: name, before: { yes: agreed } };
  const asked = askedFor.get(connection) ?? requireAgreement(act, terms, terminalAsk(terminalQuestion(), false));
  askedFor.set(connection, asked);
  return asked;
}

const isKeyOfOthers = (keyFile: string, { urls }: Connection): boolean =>
  devAccountNumber(keyFile) !== undefined && foreignHosts(urls).length > 0;

/**
 * Nothing is signed on a read-only connection; the keys of `--key dev0` are public, and sign only for chains on this machine.
 * @throws WrongCommandLine; ChainError usage `badUrl`, `readOnlyConnection`.
 */
export function requireOwnKey(keyFile: string, connection: Connection): void {
  requireWriteAccess(connection);
  if (!isKeyOfOthers(keyFile, connection)) return;
  throw new WrongCommandLine(
    t("{0} is a development account with a public key; it signs only on this machine", keyFile),
  );
}

/**
 * What a command does with an account: it signs transactions; it asks, and what it is told depends on who asks; or it asks alone, so that
 * the key of the environment isn't opened for it.
 */
export type KeyUse = "signs" | "asksAs" | "none";

/**
 * The key file of `--key`, else that of the environment. The latter forbids no reading: where it may not sign, it is left out.
 * @throws as `requireOwnKey`
 */
export function ownKeyOf(key: string | undefined, connection: Connection, use: KeyUse): string | undefined {
  if (key === undefined && use === "none") return undefined;
  const keyFile = key ?? (process.env["CHAINSIDE_KEY"] || undefined);
  if (keyFile === undefined) return undefined;
  const maySign = connection.access !== "readOnly" && !isKeyOfOthers(keyFile, connection);
  if (key === undefined && use === "asksAs" && !maySign) return undefined;
  requireOwnKey(keyFile, connection);
  return keyFile;
}
