// A device with one key, of JavaScript's making, behind the interface that a vendor's library has.
import { numberOfBytes } from "../../src/crypto/bytes/bigEndian";
import { sm2IdentityHash, sm2MessageHash, sm2Point } from "../../src/crypto/sm2Curve";
import { cryptoSuite } from "../../src/crypto/suites";
import type { Pkcs11 } from "../../src/signing/signers/pkcs11Signer";

/** A vendor's number for SM2. */
export const vendorSm2 = 0x8000_1001;
export const pin = "73520416";

/** SM2 over a digest, as a device does it that hashes nothing itself. */
function sm2OverDigest(digest: Uint8Array, privateKey: Uint8Array): Uint8Array {
  const { Fn, BASE } = sm2Point();
  const [d, e, k] = [numberOfBytes(privateKey), numberOfBytes(digest), 123_456_789n];
  const r = Fn.create(e + BASE.multiply(k).toAffine().x);
  const s = Fn.mul(Fn.inv(Fn.create(d + 1n)), Fn.create(k - Fn.mul(r, d)));
  return Uint8Array.from([...Fn.toBytes(r), ...Fn.toBytes(s)]);
}

export type Fault = "otherKey" | "garbage" | "short" | "noKey" | "twoKeys" | "noToken" | "twoTokens" | "signFails";

/** A device: one key under label and ID, which asks for its PIN. */
export class Device {
  readonly calls: string[] = [];
  readonly open = { loaded: false, initialized: false, session: false, login: false };
  #mechanism = 0;

  constructor(
    readonly suiteName: "standard" | "sm",
    readonly privateKey: Uint8Array,
    readonly fault?: Fault,
    readonly hashes = false,
  ) {}

  get publicKey(): Uint8Array {
    return cryptoSuite(this.suiteName).publicKey(this.privateKey);
  }

  #sign(data: Buffer): Uint8Array {
    if (this.fault === "signFails") throw new Error(`CKR_DEVICE_ERROR\u001b[2J near ${pin}`);
    if (this.fault === "garbage") return new Uint8Array(64).fill(7);
    if (this.fault === "short") return new Uint8Array(3);
    const key = this.fault === "otherKey" ? new Uint8Array(32).fill(9) : this.privateKey;
    if (this.suiteName === "standard") {
      if (this.#mechanism !== 0x1041) throw new Error("CKR_MECHANISM_INVALID");
      return cryptoSuite("standard").sign(data, key).subarray(0, 64);
    }
    if (this.#mechanism !== vendorSm2) throw new Error("CKR_MECHANISM_INVALID");
    const digest = this.hashes ? sm2MessageHash(data, sm2IdentityHash(this.publicKey)) : data;
    return sm2OverDigest(digest, key);
  }

  library(): Pkcs11 {
    const { open } = this;
    const handle = (name: string): Buffer => Buffer.from(name);
    let found: Buffer[] = [];
    const must = (condition: boolean, code: string): void => {
      if (!condition) throw new Error(code);
    };
    return {
      load: (path) => {
        this.calls.push(`load ${path}`);
        open.loaded = true;
      },
      close: () => {
        open.loaded = false;
      },
      C_Initialize: () => {
        must(open.loaded, "not loaded");
        open.initialized = true;
      },
      C_Finalize: () => {
        open.initialized = false;
      },
      C_GetSlotList: () =>
        this.fault === "noToken" ? [] : this.fault === "twoTokens" ? [handle("a"), handle("b")] : [handle("a")],
      C_GetTokenInfo: () => ({ label: "ops".padEnd(32) }),
      C_OpenSession: () => {
        open.session = true;
        return handle("session");
      },
      C_CloseSession: () => {
        open.session = false;
      },
      C_Login: (_, user, given) => {
        this.calls.push("login");
        must(user === 1 && given === pin, "CKR_PIN_INCORRECT");
        open.login = true;
      },
      C_Logout: () => {
        open.login = false;
      },
      C_FindObjectsInit: (_, template) => {
        const kind = template.find(({ type }) => type === 0)?.value;
        const names = template.slice(1).map(({ value }) => String(value));
        const fits = names.every((name) => name === "mine" || name === "\u0001");
        found = fits && this.fault !== "noKey" ? [handle(kind === 3 ? "private" : "public")] : [];
        if (this.fault === "twoKeys") found = [...found, ...found];
      },
      C_FindObjects: (_, count) => found.slice(0, count),
      C_FindObjectsFinal: () => undefined,
      C_GetAttributeValue: () => [{ value: Buffer.from([4, 65, 4, ...this.publicKey]) }],
      C_SignInit: (_, { mechanism }, key) => {
        must(open.login && key.toString() === "private", "CKR_USER_NOT_LOGGED_IN");
        this.#mechanism = mechanism;
      },
      C_Sign: (_, data) => Buffer.from(this.#sign(data)),
    };
  }
}
