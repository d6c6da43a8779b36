/** The number of hex digits an identity of the lists has: 512 with RSA TLS, 128 with SM TLS. */
export type IdentityDigits = 128 | 512;

const hexDigits = /^[0-9a-fA-F]+$/;
const zeros = /^0+$/;

/** Whether the node takes the value as an identity of that length; anything else it drops. */
export function isIdentity(value: string, digits: IdentityDigits): boolean {
  return value.length === digits && hexDigits.test(value) && !zeros.test(value);
}
