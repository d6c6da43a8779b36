import { clientError } from "../../chain/errors/clientError";
import { t } from "../../text/catalogue";
import { WrongCommandLine } from "../options/commandLine";
import { foreignHosts } from "../options/foreignHosts";
import { devAccountNumber } from "../options/signingOptions";
import { WrongInput } from "../output/showError";
import { isYes, terminalQuestion } from "../output/terminalQuestion";
import type { Connection } from "./connectionOptions";

const askedFor = new WeakMap<Connection, Promise<void>>();

async function ask({ name = "" }: Connection): Promise<void> {
  const question = terminalQuestion();
  if (!question)
    throw new WrongInput("consentNeeded", t("This signs a transaction. Specify --yes where no one can be asked."));
  const answer = await question(t("The connection {0} asks before anything is signed. Sign? [y/N]", name));
  if (!isYes(answer)) throw new WrongInput("declined", t("Nothing was signed or sent."));
}

/** @throws ChainError usage `readOnlyConnection` */
export function requireWriteAccess({ access, name = "" }: Connection): void {
  if (access === "readOnly") throw clientError("readOnlyConnection", { name });
}

/**
 * Leave to sign on a connection: never where it is read-only, after one question of this process where it asks.
 * @throws ChainError usage `readOnlyConnection`; WrongInput `consentNeeded`, `declined`
 */
export async function requireSigning(connection: Connection): Promise<void> {
  requireWriteAccess(connection);
  if (connection.access !== "confirm" || connection.agreed) return;
  const asked = askedFor.get(connection) ?? ask(connection);
  askedFor.set(connection, asked);
  await asked;
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
 * The key file of `--key`, else that of the environment. The latter keeps no one from reading: where it may not sign, it is left out.
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
