// SM2 by a device of JavaScript's making: SoftHSM has none. The real thing for secp256k1: test/protocol/softHsm.test.ts.
import { describe, expect, it } from "vitest";
import { numberOfBytes } from "../../../../src/crypto/bytes/bigEndian";
import { sm2IdentityHash, sm2MessageHash, sm2Point } from "../../../../src/crypto/sm2Curve";
import { cryptoSuite } from "../../../../src/crypto/suites";
import { heldPin, type Pkcs11, pkcs11Signer } from "../../../../src/signing/signers/pkcs11Signer";
import { readSigner } from "../../../../src/signing/signers/signerSetting";

const vendorSm2 = 0x8000_1001;
const pin = "73520416";

/** SM2 over a digest, as a device does it that hashes nothing itself. */
function sm2OverDigest(digest: Uint8Array, privateKey: Uint8Array): Uint8Array {
  const { Fn, BASE } = sm2Point();
  const [d, e, k] = [numberOfBytes(privateKey), numberOfBytes(digest), 123_456_789n];
  const r = Fn.create(e + BASE.multiply(k).toAffine().x);
  const s = Fn.mul(Fn.inv(Fn.create(d + 1n)), Fn.create(k - Fn.mul(r, d)));
  return Uint8Array.from([...Fn.toBytes(r), ...Fn.toBytes(s)]);
}

type Fault = "otherKey" | "garbage" | "short" | "noKey" | "twoKeys" | "noToken" | "twoTokens" | "signFails";

/** A device: one key under label and ID, which asks for its PIN. */
class Device {
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

const privateKey = new Uint8Array(32).fill(0x31);
const hash = new Uint8Array(32).fill(0x55);
const addressOf = (name: "standard" | "sm"): string => {
  const suite = cryptoSuite(name);
  return suite.address(suite.publicKey(privateKey));
};

function signer(device: Device, more: object = {}, typed = pin) {
  const { suiteName } = device;
  const entry = {
    kind: "pkcs11",
    module: "/opt/vendor.so",
    token: "ops",
    label: "mine",
    address: addressOf(suiteName),
    suite: suiteName,
    ...(suiteName === "sm" ? { mechanism: vendorSm2 } : {}),
    ...more,
  };
  const setting = readSigner({ ops: entry }, "ops", "signers.json");
  if (setting.kind !== "pkcs11") throw new Error("another kind");
  return pkcs11Signer(
    setting,
    () => device.library(),
    heldPin(async () => typed),
  );
}

const left = { loaded: false, initialized: false, session: false, login: false };

describe("a signer on a device", () => {
  it.each<["standard" | "sm", boolean, object]>([
    ["standard", false, {}],
    ["standard", false, { id: "01" }],
    ["sm", false, {}],
    ["sm", true, { input: "message" }],
    ["sm", false, { label: undefined, id: "01" }],
  ])("signs with %s (hashes itself: %s, %j), and leaves the device closed", async (name, hashes, more) => {
    const device = new Device(name, privateKey, undefined, hashes);
    const signature = await signer(device, more).sign(hash);
    const suite = cryptoSuite(name);
    const key = suite.signer(hash, signature);
    expect(key && suite.address(key)).toBe(addressOf(name));
    expect(device.open).toEqual(left);
    expect(device.calls).toEqual(["load /opt/vendor.so", "login"]);
  });

  it.each<[Fault, string]>([
    ["otherKey", "signatureOfAnother"],
    ["garbage", "signatureOfAnother"],
    ["short", "signatureOfAnother"],
    ["noKey", "deviceTrouble"],
    ["twoKeys", "deviceTrouble"],
    ["noToken", "deviceTrouble"],
    ["twoTokens", "deviceTrouble"],
    ["signFails", "deviceTrouble"],
  ])("isn't believed, and is left closed: %s", async (fault, code) => {
    for (const name of ["standard", "sm"] as const) {
      const device = new Device(name, privateKey, fault);
      const error: unknown = await signer(device)
        .sign(hash)
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code });
      const { message, details } = error as { message: string; details: object };
      expect(`${message} ${JSON.stringify(details)}`).not.toContain(pin);
      expect(message).not.toContain("\u001b");
      expect(device.open).toEqual(left);
    }
  });

  it("tries a PIN once", async () => {
    const device = new Device("standard", privateKey);
    await expect(signer(device, {}, "1111").sign(hash)).rejects.toMatchObject({ code: "pinRefused" });
    expect(device.calls.filter((call) => call === "login")).toHaveLength(1);
    expect(device.open).toEqual(left);
  });

  it("never gives the device a PIN again that it refused, and asks once for one that it takes", async () => {
    const device = new Device("standard", privateKey);
    const typed = ["1111", "1111", pin];
    const entry = { kind: "pkcs11", module: "/opt/vendor.so", label: "mine", address: addressOf("standard") };
    const setting = readSigner({ ops: entry }, "ops", "signers.json");
    if (setting.kind !== "pkcs11") throw new Error("another kind");
    const source = heldPin(async () => typed.shift() ?? "none left");
    const own = pkcs11Signer(setting, () => device.library(), source);
    await expect(own.check()).rejects.toMatchObject({ message: expect.stringMatching(/CKR_PIN_INCORRECT/) as string });
    await expect(own.sign(hash)).rejects.toMatchObject({
      message: expect.stringMatching(/refused it before/) as string,
    });
    expect(device.calls.filter((call) => call === "login")).toHaveLength(1);
    await own.check();
    await own.sign(hash);
    expect(typed).toEqual([]);
    expect(device.calls.filter((call) => call === "login")).toHaveLength(3);
  });

  it("has the mechanism that the vendor's number names, and no other", async () => {
    const device = new Device("sm", privateKey);
    await expect(signer(device, { mechanism: 0x1041 }).sign(hash)).rejects.toMatchObject({ code: "deviceTrouble" });
    await expect(signer(device, { input: "message" }).sign(hash)).rejects.toMatchObject({ code: "signatureOfAnother" });
  });

  it.each([
    { label: undefined },
    { mechanism: undefined, suite: "sm" },
    { input: "message", suite: "standard" },
    { id: "0" },
    { pin: "1234" },
    { module: "" },
    { mechanism: -1 },
  ])("takes no entry such as %j", (more) => {
    expect(() => signer(new Device("standard", privateKey), more)).toThrow(
      expect.objectContaining({ code: "signerSetting" }) as Error,
    );
  });
});
