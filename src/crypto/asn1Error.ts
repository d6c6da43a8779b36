/** Bytes that are no ASN.1, or another structure than the one that was looked for. Start-up knows it without the library. */
export class Asn1Error extends RangeError {}
