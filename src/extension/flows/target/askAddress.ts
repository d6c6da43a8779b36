import * as vscode from "vscode";
import { type Address, isAddress } from "../../../crypto/bytes/hex";
import type { CryptoSuite } from "../../../crypto/cryptoSuite";
import { askChoice, askText, type Choice } from "../../kit/asking/ask";
import type { Chainside } from "../../state/chainside";
import { ownAccounts } from "../accounts/accountName";
import { accountNamed } from "./addressNamed";

/** Asks for an account: one of the user's own, one of those that fit, one of the address book, or any address. @throws Cancelled */
export async function askAddress(
  app: Chainside,
  group: { readonly session: { readonly suite: Pick<CryptoSuite, "name"> } },
  { title, placeHolder, others = [] }: { title: string; placeHolder: string; others?: readonly Choice<Address>[] },
): Promise<Address> {
  const offered = new Set(others.map(({ value }) => value.toLowerCase()));
  const own = ownAccounts(app, group).filter(({ address }) => !offered.has(address.toLowerCase()));
  const named = new Set([...offered, ...own.map(({ address }) => address.toLowerCase())]);
  const booked = app.accounts.bookEntries().filter(({ address }) => !named.has(address));
  const chosen = await askChoice<Address | undefined>(
    [
      ...others,
      ...own.map(
        ({ label, address }): Choice<Address> => ({
          label: `$(account) ${label || address}`,
          description: label ? address : "",
          value: address,
        }),
      ),
      ...booked.map(
        ({ label, address }): Choice<Address> => ({ label: `$(book) ${label}`, description: address, value: address }),
      ),
      { label: `$(edit) ${vscode.l10n.t("Enter an address…")}`, alwaysShow: true, value: undefined },
    ],
    { title, placeHolder },
  );
  if (chosen) return chosen;
  const byName = (typed: string): Address | undefined => accountNamed(app, group, typed);
  const text = await askText({
    title,
    prompt: placeHolder,
    placeHolder: "0x…",
    validate: (typed) =>
      isAddress(typed.trim()) || byName(typed) ? undefined : vscode.l10n.t("Enter an address: 0x and 40 hex digits."),
  });
  return byName(text) ?? (text.trim().toLowerCase() as Address);
}
