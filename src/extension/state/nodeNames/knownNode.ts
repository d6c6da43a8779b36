/** A node as a connected chain knows it. */
export interface KnownNode {
  /** What people call it: an alias, an end point, or the first digits of its ID. */
  name: string;
  role?: "sealer" | "observer" | "candidateSealer" | "peer";
  /** 128 digits, without `0x`. */
  consensusId?: string;
  /** As the access lists want it: 512 digits (RSA) or 128 (SM), without `0x`. */
  tlsId?: string;
}
