import type { TlcpMaterial } from "../../src/chain/tlcp/credentials";
import { readTlcpCredentials, type TlcpCredentials } from "../../src/chain/tlcp/credentials";
import { usages } from "../../src/chain/tlcp/smCertificate";
import type { TlsMaterial } from "../../src/chain/transport/tlsMaterial";
import { writePem } from "../../src/crypto/keyFiles/pem";
import type { Sm2KeyPair } from "../../src/crypto/sm2Curve";
import { sm2KeyPair } from "../../src/crypto/sm2KeyPair";
import { issueSmCertificate, type SmRequest } from "../../src/devchain/tls/smTlsMaterial";

const day = 86_400_000;
const name = (commonName: string) => ({ commonName, organization: "fisco-bcos", unit: "agency" });

/** An authority that signs SM certificates. */
export interface SmAuthority {
  readonly subject: ReturnType<typeof name>;
  readonly keys: Sm2KeyPair;
  readonly pem: string;
}

export function smAuthority(label = "SM CA", changes: Partial<SmRequest> = {}, by?: SmAuthority): SmAuthority {
  const subject = name(label);
  const keys = sm2KeyPair();
  return { subject, keys, pem: smCertificate({ subject, keys }, by ?? { subject, keys }, { ca: true, ...changes }) };
}

function smCertificate(
  owner: { subject: SmAuthority["subject"]; keys: Sm2KeyPair },
  authority: Pick<SmAuthority, "subject" | "keys">,
  changes: Partial<SmRequest> = {},
): string {
  const validity = { notBefore: new Date(Date.now() - day), notAfter: new Date(Date.now() + day) };
  const request = { subject: owner.subject, publicKey: owner.keys.publicKey, ...validity, ...changes };
  return issueSmCertificate(request, authority);
}

export const signUse = usages.digitalSignature | usages.nonRepudiation;
export const encryptUse = usages.keyEncipherment | usages.dataEncipherment | usages.keyAgreement;

/** Both pairs of one side, of one authority. */
export function smSide(
  authority: SmAuthority,
  label: string,
  changes: { sign?: Partial<SmRequest>; encrypt?: Partial<SmRequest> } = {},
): TlcpMaterial {
  const pair = (suffix: string, keyUsage: number, more: Partial<SmRequest> = {}) => {
    const owner = { subject: name(`${label}${suffix}`), keys: sm2KeyPair() };
    const cert = smCertificate(owner, authority, { ca: false, keyUsage, ...more });
    return { cert, key: writePem("sm", owner.keys.privateKey) };
  };
  return {
    ca: authority.pem,
    sign: pair("", signUse, changes.sign),
    encrypt: pair(" encrypt", encryptUse, changes.encrypt),
  };
}

export const credentialsOf = (material: TlcpMaterial): TlcpCredentials => readTlcpCredentials(material);

/** As a connection has it. */
export const tlsMaterialOf = ({ ca, sign, encrypt }: TlcpMaterial): TlsMaterial => ({
  ca,
  cert: sign.cert,
  key: sign.key,
  enCert: encrypt.cert,
  enKey: encrypt.key,
});
