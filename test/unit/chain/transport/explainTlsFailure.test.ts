import { describe, expect, it } from "vitest";
import { explainTlsFailure } from "../../../../src/chain/transport/explainTlsFailure";
import { ChainError } from "../../../../src/errors/chainError";
import { clientError } from "../../../../src/errors/clientError";
import { createAuthority, createCertificate } from "../../../support/certificates";

const [authority, other] = [createAuthority("chain A"), createAuthority("chain B")];
const endpoint = "https://node:20200";
const failure = (code: string): ChainError =>
  new ChainError({ kind: "tls", code, message: "cut", details: { endpoint } });

function material(of = authority, days = 365) {
  const { pem, keyPem } = createCertificate(of, "sdk", days);
  return { ca: authority.pem, cert: pem, key: keyPem };
}

describe("why a TLS connection fails, as far as this side can tell", () => {
  it.each([
    ["no certificates at all", undefined, "ECONNRESET", "tlsWithoutCertificates"],
    ["files of two chains", material(other), "ECONNRESET", "clientNotOfCa"],
    ["a client certificate that is over", material(authority, -1), "ECONNRESET", "certificateOverdue"],
    [
      "a key of another certificate",
      { ...material(), key: material().key },
      "ECONNRESET",
      "ERR_OSSL_X509_KEY_VALUES_MISMATCH",
    ],
    ["files that fit, but the node breaks off", material(), "ECONNRESET", "handshakeBrokenOff"],
    ["a node certificate that is over", material(), "CERT_HAS_EXPIRED", "CERT_HAS_EXPIRED"],
    ["a node of another CA", material(), "UNABLE_TO_VERIFY_LEAF_SIGNATURE", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"],
  ])("%s", async (_, tls, code, expected) => {
    const explained = await explainTlsFailure(failure(code), endpoint, tls);
    expect(explained).toMatchObject({ kind: "tls", code: expected, details: { endpoint } });
    expect(explained.message).not.toMatch(/[{}]/);
  });

  it("says nothing about TLS where there is none, or where the port is closed", async () => {
    const refused = clientError("connectionRefused", { endpoint });
    expect(await explainTlsFailure(refused, endpoint, material(other))).toBe(refused);
    const lost = clientError("connectionLost", { endpoint: "http://node:1", method: "connect" });
    expect(await explainTlsFailure(lost, "http://node:1", undefined)).toBe(lost);
  });
});
