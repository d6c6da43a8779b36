/** A nonce is the hex of its text since 3.3. */
export function nonceText(nonce: string): string {
  const bytes = /^(?:[0-9a-f]{2})+$/.test(nonce) ? Buffer.from(nonce, "hex").toString("utf8") : "";
  return /^[\x20-\x7e]+$/.test(bytes) ? bytes : nonce;
}
