/** A page has no OpenSSL: the library does all of it. */
export const opensslSm2 = (): undefined => undefined;
