import { isAddress } from "../../../crypto/bytes/hex";
import { shortHex } from "../../../text/shortText";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { givenName, type KnownNames } from "../accounts/accountName";

/**
 * A sentence in which own accounts, known contracts and addresses of the book stand by their name, with the beginning of their address:
 * `dev0 0x29ac0589…`.
 * @param unnamed how any other address stands there
 */
export function withNames(
  app: KnownNames,
  group: ChainGroup,
  text: string,
  unnamed = (address: string) => address,
): string {
  return text.replace(/0x[0-9a-f]{40}(?![0-9a-f])/gi, (address) => {
    const name = givenName(app, group, address);
    return name === undefined ? unnamed(address) : `${name} ${shortHex(address)}`;
  });
}

/** As records have it: an address, with its name behind it; every other value as it is. */
export function valueAndName(app: KnownNames, group: ChainGroup, value: string): string {
  const name = isAddress(value) ? givenName(app, group, value) : undefined;
  return name === undefined ? value : `${value}  ${name}`;
}

/** A value that is an address, with its name before it; every other value as it is. */
export function namedValue(app: KnownNames, group: ChainGroup, value: string): string {
  const name = isAddress(value) ? givenName(app, group, value) : undefined;
  return name === undefined ? value : `${name} · ${value}`;
}
