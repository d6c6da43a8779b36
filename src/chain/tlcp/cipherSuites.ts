/** How keys are agreed: `ecc` encrypts a secret for the node's encryption certificate, `ecdhe` is the SM2 key exchange. */
export interface CipherSuite {
  readonly id: number;
  readonly name: "ECC_SM4_CBC_SM3" | "ECC_SM4_GCM_SM3" | "ECDHE_SM4_CBC_SM3" | "ECDHE_SM4_GCM_SM3";
  readonly exchange: "ecc" | "ecdhe";
  readonly mode: "cbc" | "gcm";
}

export type CipherSuiteName = CipherSuite["name"];

/** The suites of GB/T 38636-2020, 6.4.5.2.1, with SM2 and SM4; the order is this side's preference. */
export const cipherSuites: readonly CipherSuite[] = [
  { id: 0xe053, name: "ECC_SM4_GCM_SM3", exchange: "ecc", mode: "gcm" },
  { id: 0xe013, name: "ECC_SM4_CBC_SM3", exchange: "ecc", mode: "cbc" },
  { id: 0xe051, name: "ECDHE_SM4_GCM_SM3", exchange: "ecdhe", mode: "gcm" },
  { id: 0xe011, name: "ECDHE_SM4_CBC_SM3", exchange: "ecdhe", mode: "cbc" },
];

export const tlcpVersion = 0x0101;
