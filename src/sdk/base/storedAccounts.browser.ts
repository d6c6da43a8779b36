import { clientError } from "../../errors/clientError";
import type { Account } from "./accounts";

export type { SignerOptions } from "./storedAccounts";

/** A page reads no files: `privateKeyAccount` takes a key that it has. */
export async function importAccount(): Promise<Account> {
  throw clientError("notInBrowser", { what: "importAccount" });
}

/** Signers are programs and devices beside Node.js. */
export async function signerAccount(): Promise<Account> {
  throw clientError("notInBrowser", { what: "signerAccount" });
}
