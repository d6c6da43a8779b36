import { isJsonObject, type JsonObject, jsonLimits, parseBoundedJson } from "../../text/limits/boundedJson";
import { hexToBytes } from "../bytes/hex";
import type { CryptoSuiteName } from "../cryptoSuite";
import { damaged } from "./keyFileError";

/** Names under which tools write an open private key, without case and underscores. */
const keyNames = new Set(["privatekey", "privkey", "prikey", "secretkey", "private", "key", "hexprivatekey"]);
const hexKey = /^(?:0x)?[0-9a-fA-F]{64}$/;
const plain = (name: string): string => name.replaceAll("_", "").replaceAll("-", "").toLowerCase();

/** The object of the text that names a private key openly: the whole of it, or one of its members. */
function keyHolder(text: string): { readonly holder: JsonObject; readonly key: string } | undefined {
  let json: unknown;
  try {
    json = parseBoundedJson(text, jsonLimits.plain);
  } catch {
    return undefined;
  }
  if (!isJsonObject(json)) return undefined;
  const keys = [json, ...Object.values(json).filter(isJsonObject)].flatMap((holder) =>
    Object.entries(holder)
      .filter(([name, value]) => keyNames.has(plain(name)) && typeof value === "string" && hexKey.test(value.trim()))
      .map(([, value]) => ({ holder, key: String(value).trim() })),
  );
  // A file of several accounts does not say which one is meant.
  const [first] = keys;
  return first && keys.every(({ key }) => plain(key) === plain(first.key)) ? first : undefined;
}

/** Whether a JSON text holds one private key without a passphrase, such as `admin_key.json`. */
export const hasOpenKey = (text: string): boolean => keyHolder(text) !== undefined;

/**
 * Reads an open private key out of JSON; the suite is told by the address beside it.
 * @throws KeyFileError code `damaged`. Its text holds nothing secret.
 */
export async function readOpenKey(
  text: string,
): Promise<{ privateKey: Uint8Array; suite: CryptoSuiteName | undefined }> {
  const found = keyHolder(text);
  if (!found) throw damaged("no member holds a private key");
  const privateKey = hexToBytes(found.key.replace(/^0x/i, ""));
  const address = Object.entries(found.holder).find(([name]) => ["address", "account"].includes(plain(name)))?.[1];
  if (typeof address !== "string" || address === "") return { privateKey, suite: undefined };
  const { suiteOfAddress } = await import("./keystore");
  const suite = suiteOfAddress(privateKey, address);
  if (!suite) throw damaged("the key does not belong to the address beside it");
  return { privateKey, suite };
}
