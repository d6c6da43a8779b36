// SM2 of Node's OpenSSL, in half the time of a library's; where that doesn't know the curve (VS Code's Electron) there is none, and in a
// page neither (opensslSm2.browser.ts).
import { createECDH, type ECDH, getCurves } from "node:crypto";
import type { Sm2KeyPair } from "./sm2Curve";

/** What it does with keys of the curve. */
interface OpensslSm2 {
  /** A fresh pair. */
  keyPair(): Sm2KeyPair;
  /** 64 bytes x ‖ y of a key in range. */
  publicKey(privateKey: Uint8Array): Uint8Array;
}

let drawer: ECDH | undefined;

const withOpenssl: OpensslSm2 = {
  keyPair() {
    drawer ??= createECDH("SM2");
    const publicKey = new Uint8Array(drawer.generateKeys().subarray(1));
    // it comes without its leading zeros
    const number = drawer.getPrivateKey();
    const privateKey = new Uint8Array(32);
    privateKey.set(number, 32 - number.length);
    return { privateKey, publicKey };
  },
  publicKey(privateKey) {
    const owner = createECDH("SM2");
    owner.setPrivateKey(privateKey);
    return new Uint8Array(owner.getPublicKey().subarray(1));
  },
};

let known: boolean | undefined;

/** Undefined where OpenSSL doesn't know the curve. */
export function opensslSm2(): OpensslSm2 | undefined {
  known ??= getCurves().includes("SM2");
  return known ? withOpenssl : undefined;
}
