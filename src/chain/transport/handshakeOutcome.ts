import type { CertificateFacts } from "./tlsMaterial";

/** How a handshake went. */
export interface Handshake {
  error?: Error;
  /** What the node showed, also when it then refused the client. */
  server?: CertificateFacts;
  /** The node's second certificate, of SM TLS. */
  serverEncrypt?: CertificateFacts;
  /** `TLSv1.2`, or `TLCP 1.1` with the suite. */
  protocol?: string;
}

/** Where the suite of the latest connection with SM TLS is put. */
export interface SuiteSeen {
  smSuite?: string | undefined;
}
