/** Every certificate of a PEM text in DER, in its order; what isn't closed is left out. */
export const certificatesIn = (pem: string): Buffer[] =>
  [...pem.matchAll(/-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]*)-----END CERTIFICATE-----/g)].map(([, base64 = ""]) =>
    Buffer.from(base64, "base64"),
  );

/** Whether the lines of a PEM say that it is under a password, in the form before PKCS#8. */
export const isEncryptedOldForm = (text: string): boolean => /^[ \t]*Proc-Type:.*ENCRYPTED/m.test(text);

/** Whether the key of a PEM text is under a password. */
export const isEncryptedPem = (text: string): boolean =>
  text.includes("-----BEGIN ENCRYPTED PRIVATE KEY-----") || isEncryptedOldForm(text);
