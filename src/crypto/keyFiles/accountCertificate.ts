import { randomBytes } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { dayMs } from "../../time/units";
import {
  bits,
  context,
  encodeDer,
  integer,
  type Node,
  objectId,
  sequence,
  set,
  signatureDer,
  smallInteger,
  time,
  utf8,
} from "../asn1";
import { sm2Sign } from "../sm2Signing";
import { ids, signatureIds } from "./curveIds";
import { type CurveKey, checkedPublicKey, publicKeyInfo } from "./privateKeyInfo";

const validYears = 100;

function signatureOf({ suite, privateKey }: CurveKey, message: Uint8Array): Uint8Array {
  if (suite === "standard") return secp256k1.sign(message, privateKey, { format: "der" });
  return signatureDer(sm2Sign(message, privateKey));
}

/**
 * A certificate that the key issues to itself. It is no identity: PKCS#12 readers take the account's public key from it.
 */
export function certificateOf(key: CurveKey): Node {
  const algorithm = (): Node => sequence(objectId(signatureIds[key.suite]));
  const name = (): Node => sequence(set(sequence(objectId(ids.commonName), utf8("localhost"))));
  const start = new Date();
  const end = new Date(Math.min(start.getTime() + validYears * 365.25 * dayMs, Date.UTC(2049, 11, 31)));
  const serial = Uint8Array.of(1, ...randomBytes(15));
  const tbs = sequence(
    context(0, smallInteger(2)),
    integer(serial),
    algorithm(),
    name(),
    sequence(time(start), time(end)),
    name(),
    publicKeyInfo(key.suite, checkedPublicKey(key)),
  );
  return sequence(tbs, algorithm(), bits(signatureOf(key, encodeDer(tbs))));
}
