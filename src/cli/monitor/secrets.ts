import { resolve } from "node:path";
import { maxBytes, readGivenText } from "../../files/regularFile";
import type { SecretSource } from "../../monitoring/settings/monitorSettings";
import { t } from "../../text/catalogue";
import { WrongInput } from "../output/showError";

/** A secret that isn't where the settings say it is; its words hold nothing of it. */
export class MissingSecret extends WrongInput {
  constructor(message: string) {
    super("monitorSecret", message);
  }
}

/**
 * The secret that a variable or a file holds; line ends around it don't belong to it.
 * @param what it is for, as the settings call it
 * @param folder in which relative paths begin
 * @throws MissingSecret with words for people
 */
export async function readSecret(source: SecretSource, what: string, folder: string): Promise<string> {
  if ("env" in source) {
    const value = process.env[source.env]?.trim();
    if (value) return value;
    throw new MissingSecret(t("{0}: the variable {1} isn't set.", what, source.env));
  }
  const path = resolve(folder, source.file);
  let value: string;
  try {
    value = (await readGivenText(path, maxBytes.key)).trim();
  } catch {
    throw new MissingSecret(t("{0}: {1} can't be read.", what, path));
  }
  if (value === "") throw new MissingSecret(t("{0}: {1} is empty.", what, path));
  return value;
}
