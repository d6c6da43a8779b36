import { shortHex } from "../../kit/text/shortHex";
import type { Chainside } from "../chainside";

/** `dev0` where the account is one of the user's own, else the short address. */
export function accountLabel(app: Pick<Chainside, "accounts">, address: string): string {
  const known = app.accounts.all.find((account) => account.address.toLowerCase() === address.toLowerCase());
  return known?.label || shortHex(address);
}

/** `dev0 0x29ac…` where the account is one of the user's own, else the short address. */
export function accountName(app: Pick<Chainside, "accounts">, address: string): string {
  const label = accountLabel(app, address);
  return label === shortHex(address) ? label : `${label} ${shortHex(address)}`;
}
