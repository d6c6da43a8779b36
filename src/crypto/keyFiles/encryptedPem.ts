/** Whether the lines of a PEM say that it is under a password, in the form before PKCS#8. */
export const isEncryptedOldForm = (text: string): boolean => /^[ \t]*Proc-Type:.*ENCRYPTED/m.test(text);

/** Whether the key of a PEM text is under a password. */
export const isEncryptedPem = (text: string): boolean =>
  text.includes("-----BEGIN ENCRYPTED PRIVATE KEY-----") || isEncryptedOldForm(text);
