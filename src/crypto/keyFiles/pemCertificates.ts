/** Every certificate of a PEM text in DER, in its order; what isn't closed is left out. */
export const certificatesIn = (pem: string): Buffer[] =>
  [...pem.matchAll(/-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]*)-----END CERTIFICATE-----/g)].map(([, base64 = ""]) =>
    Buffer.from(base64, "base64"),
  );
