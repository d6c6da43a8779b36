import { writeFile } from "node:fs/promises";
import * as vscode from "vscode";
import { bytesToHexDigits } from "../../../crypto/bytes/hex";
import { type ExportedKeyFile, exportKeyFile } from "../../../crypto/keyFiles/exportKeyFile";
import { type ImportedKey, importKeyFile } from "../../../crypto/keyFiles/importKeyFile";
import { KeyFileError } from "../../../crypto/keyFiles/keyFileError";
import { describeKeyFile, type KeyFileFormat } from "../../../crypto/keyFiles/keyFileFormat";
import { maxBytes } from "../../../files/regularFile";
import { askChoice, askText } from "../../kit/asking/ask";
import { Cancelled } from "../../kit/errors/cancelled";
import { readWhole } from "../../kit/files/readFile";
import { meantFolder } from "../../kit/files/workspaceFolder";
import { copyText, showInformation, showWarning } from "../../kit/messages/notify";
import type { Account } from "../../state/accounts/account";
import type { Chainside } from "../../state/chainside";
import { askImportedName, askSuite } from "./accountQuestions";

const password = (title: string, prompt: string): Promise<string> => askText({ title, prompt, password: true });

/** Reads the file; a wrong password is asked for again. */
async function open(content: Uint8Array, title: string): Promise<ImportedKey> {
  if (!describeKeyFile(content).passwordNeeded) return importKeyFile(content);
  for (let prompt = vscode.l10n.t("Enter the password of the key file"); ; ) {
    try {
      return await importKeyFile(content, await password(title, prompt));
    } catch (error) {
      if (!(error instanceof KeyFileError) || error.code !== "wrongPassword") throw error;
      prompt = vscode.l10n.t("The password doesn't open the file. Try again");
    }
  }
}

/** Takes an account out of a PEM, PKCS#12, keystore or hex file into the secret storage. */
export async function importFromFile(app: Chainside): Promise<void> {
  const title = vscode.l10n.t("Import Account from Key File");
  const [uri] =
    (await vscode.window.showOpenDialog({
      title,
      openLabel: vscode.l10n.t("Import"),
      filters: { [vscode.l10n.t("Key file")]: ["pem", "p12", "pfx", "json", "hex", "key"], "*": ["*"] },
    })) ?? [];
  if (!uri) throw new Cancelled();
  const { privateKey, suite } = await open(await readWhole(uri, maxBytes.key), title);
  try {
    const ownSuite = suite ?? (await askSuite(app, title));
    const known = await app.accounts.storedAccountOf(ownSuite, bytesToHexDigits(privateKey));
    const label = await askImportedName(app, title, ownSuite, known);
    const { address } = await app.accounts.importKey(ownSuite, privateKey, label);
    void showInformation(vscode.l10n.t("Imported {0}.", address));
  } finally {
    privateKey.fill(0);
  }
}

async function newPassword(title: string): Promise<string> {
  const first = await askText({
    title,
    prompt: vscode.l10n.t("Enter a password for the file"),
    password: true,
    validate: (text) => (text.length < 8 ? vscode.l10n.t("Use at least 8 characters.") : undefined),
  });
  await askText({
    title,
    prompt: vscode.l10n.t("Enter the password again"),
    password: true,
    validate: (text) => (text === first ? undefined : vscode.l10n.t("The two passwords don't match.")),
  });
  return first;
}

/** Whether something stands at the path already. */
const isThere = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "EEXIST";

/**
 * Writes the file where the user says, readable by its owner alone and never over another file: who chooses one is asked again.
 * @returns the path written @throws Cancelled
 */
async function saveKeyFile({ fileName, content }: ExportedKeyFile, title: string): Promise<string> {
  const folder = meantFolder()?.uri;
  // Beside the workspace, not in it: what lies in it is committed easily.
  let proposed = folder && vscode.Uri.joinPath(folder, "..", fileName);
  for (;;) {
    const target = await vscode.window.showSaveDialog({ title, ...(proposed ? { defaultUri: proposed } : {}) });
    if (!target) throw new Cancelled();
    try {
      await writeFile(target.fsPath, content, { mode: 0o600, flag: "wx" });
      return target.fsPath;
    } catch (error) {
      if (!isThere(error)) throw error;
      const another = vscode.l10n.t("Use Another Name");
      const chosen = await showWarning(
        vscode.l10n.t("{0} already exists and wasn't changed. A key never overwrites another file.", target.fsPath),
        another,
      );
      if (chosen !== another) throw new Cancelled();
      proposed = target;
    }
  }
}

/** Writes an account's key into a file, after a warning, and says where it is. */
export async function exportToFile(app: Chainside, account: Account): Promise<void> {
  const title = vscode.l10n.t("Export Account");
  const format = await askChoice<KeyFileFormat>(
    [
      { label: "PKCS#12 (.p12)", description: vscode.l10n.t("with a password"), value: "p12" },
      ...(account.suite === "standard"
        ? [{ label: "Keystore (.json)", description: vscode.l10n.t("with a password"), value: "keystore" as const }]
        : []),
      {
        label: "PEM (.pem)",
        description: vscode.l10n.t("without a password: anyone who reads the file can sign"),
        value: "pem",
      },
      {
        label: vscode.l10n.t("Hex (.hex)"),
        description: vscode.l10n.t("without a password: anyone who reads the file can sign"),
        value: "hex",
      },
    ],
    {
      title,
      placeHolder: vscode.l10n.t("Anyone who has the file and its password can sign for {0}.", account.address),
    },
  );
  const secret = format === "p12" || format === "keystore" ? await newPassword(title) : undefined;
  const privateKey = await app.accounts.exportKey(account);
  const file = await exportKeyFile({
    format,
    suite: account.suite,
    privateKey,
    ...(secret === undefined ? {} : { password: secret }),
  }).finally(() => privateKey.fill(0));
  const path = await saveKeyFile(file, title);
  const copy = vscode.l10n.t("Copy Path");
  const whose = account.label || account.address;
  const written =
    process.platform === "win32"
      ? vscode.l10n.t("Exported the key of {0} to {1}. Whoever can read its folder can read the key.", whose, path)
      : vscode.l10n.t("Exported the key of {0} to {1}. Only you can read the file.", whose, path);
  const chosen = await showInformation(written, copy);
  if (chosen === copy) await copyText(path);
}
