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

/**
 * Nothing is signed on a read-only connection; everybody has the keys of `--key dev0`, which sign only for chains on this machine.
 * @throws WrongCommandLine; ChainError usage `badUrl`, `readOnlyConnection`.
 */
export function requireOwnKey(keyFile: string, connection: Connection): void {
  requireWriteAccess(connection);
  if (devAccountNumber(keyFile) === undefined || foreignHosts(connection.urls).length === 0) return;
  throw new WrongCommandLine(
    t("{0} is a development account with a public key; it signs only on this machine", keyFile),
  );
}
