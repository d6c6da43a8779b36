// SM2 by a device of JavaScript's making: SoftHSM has none. The real thing for secp256k1: test/protocol/softHsm.test.ts.
import { describe, expect, it } from "vitest";
import { cryptoSuite } from "../../../../src/crypto/suites";
import { heldPin, pkcs11Signer } from "../../../../src/signing/signers/pkcs11Signer";
import { readSigner } from "../../../../src/signing/signers/signerSetting";
import { Device, type Fault, pin, vendorSm2 } from "../../../support/signingDevice";

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
