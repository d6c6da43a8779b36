import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bytesToHexDigits, hexToBytes } from "../../../../src/crypto/bytes/hex";
import { exportKeyFile } from "../../../../src/crypto/keyFiles/exportKeyFile";
import { importKeyFile } from "../../../../src/crypto/keyFiles/importKeyFile";
import { KeyFileError } from "../../../../src/crypto/keyFiles/keyFileError";
import { describeKeyFile } from "../../../../src/crypto/keyFiles/keyFileFormat";
import { readPublicPem } from "../../../../src/crypto/keyFiles/pem";
import { cryptoSuite } from "../../../../src/crypto/suites";
import { createAuthority } from "../../../support/certificates";

const privateKey = hexToBytes("0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20");
const fixture = (name: string): Uint8Array =>
  readFileSync(join(import.meta.dirname, "../../../fixtures/keyFiles", name));
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const codeOf = (content: Uint8Array, password?: string): Promise<string> =>
  importKeyFile(content, password).then(
    () => "imported",
    (error: unknown) => {
      if (!(error instanceof KeyFileError)) throw error;
      expect(error.message + error.advice).not.toContain(bytesToHexDigits(privateKey).slice(0, 12));
      expect(error.message + error.advice).not.toContain("secret");
      return error.code;
    },
  );
/** A keystore with few rounds, so that tests are quick: PBKDF2, password "secret", the key above on a standard chain. */
const quickKeystore = fixture("keystore-pbkdf2.json");

describe.each(["standard", "sm"] as const)("key files of the %s suite", (suite) => {
  it.each([
    ["openssl3", "p12", "secret"],
    ["openssl3-empty", "p12", ""],
    ["openssl1", "p12", "secret"],
    ["encrypted", "pem", "secret"],
    ["encrypted-3des", "pem", "secret"],
    ["sec1", "pem", undefined],
    ["compressed", "pem", undefined],
    ["explicit", "pem", undefined],
    ["pkcs8", "der", undefined],
    ["sec1", "der", undefined],
    ["encrypted", "der", "secret"],
  ])("made by OpenSSL are read: %s", async (name, format, password) => {
    const content = fixture(`${name}-${suite}.${format}`);
    expect(await importKeyFile(content, password)).toEqual({ format, suite, privateKey });
    if (password === undefined) return;
    expect(describeKeyFile(content).passwordNeeded).toBe(true);
    expect(await codeOf(content)).toBe("passwordNeeded");
    expect(await codeOf(content, "other")).toBe("wrongPassword");
  });

  it("whose key stands in the clear still want the right password", async () => {
    const content = fixture(`clear-${suite}.p12`);
    expect(await importKeyFile(content, "secret")).toEqual({ format: "p12", suite, privateKey });
    expect(await codeOf(content, "other")).toBe("wrongPassword");
  });

  it.each(["pem", "p12", "keystore"] as const)("are read as they were written: %s", async (format) => {
    const file = await exportKeyFile({ format, suite, privateKey, password: "密码 1" });
    expect(await importKeyFile(file.content, "密码 1")).toEqual({ format, suite, privateKey });
    const address = cryptoSuite(suite).address(cryptoSuite(suite).publicKey(privateKey));
    expect(file.fileName.startsWith(`${address}.`)).toBe(true);
  });

  it("come with the public key beside a PEM file", async () => {
    const { publicFile, fileName } = await exportKeyFile({ format: "pem", suite, privateKey });
    expect(publicFile?.fileName).toBe(`${fileName}.pub`);
    const text = new TextDecoder().decode(publicFile?.content);
    expect(readPublicPem(text)).toEqual({ suite, publicKey: cryptoSuite(suite).publicKey(privateKey) });
    expect(await codeOf(utf8(text))).toBe("noPrivateKey");
  });

  it("give the same key or an error wherever a byte is changed", async () => {
    const whole = fixture(`openssl3-${suite}.p12`);
    for (let at = 0; at < whole.length; at += 23) {
      const changed = Uint8Array.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 0x41;
      if ((await codeOf(changed, "secret")) !== "imported") continue;
      expect((await importKeyFile(changed, "secret")).privateKey, `byte ${at}`).toEqual(privateKey);
    }
    for (const length of [70, 200, whole.length - 1]) {
      expect(await codeOf(whole.slice(0, length), "secret"), `${length} bytes`).toBe("damaged");
    }
  });
});

describe("key files", () => {
  it("of the Java client tell damage from a wrong password", async () => {
    const file: { vectors: { p12Base64: string; password: string }[] } = JSON.parse(
      readFileSync(join(import.meta.dirname, "../../../fixtures/vectors/key-files.json"), "utf8"),
    );
    const [{ p12Base64, password } = { p12Base64: "", password: "" }] = file.vectors;
    const whole = Buffer.from(p12Base64, "base64");
    expect(await codeOf(whole, `${password}x`)).toBe("wrongPassword");
    for (const at of [300, 700, whole.length - 45]) {
      const changed = Uint8Array.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 0x41;
      expect(await codeOf(changed, password), `byte ${at}`).toBe("damaged");
    }
  });

  it("in hex are read with and without prefix, and tell no suite", async () => {
    const digits = bytesToHexDigits(privateKey);
    for (const text of [digits, `0x${digits}`, ` ${digits.toUpperCase()}\r\n`, `\ufeff${digits}`]) {
      expect(await importKeyFile(utf8(text))).toEqual({ format: "hex", suite: undefined, privateKey });
    }
    expect(await codeOf(utf8(digits.slice(1)))).toBe("damaged");
    const { content } = await exportKeyFile({ format: "hex", suite: "standard", privateKey });
    expect(new TextDecoder().decode(content)).toBe(`${digits}\n`);
  });

  it("that are keystores tell damage from a wrong password", async () => {
    expect(await importKeyFile(quickKeystore, "secret")).toEqual({ format: "keystore", suite: "standard", privateKey });
    expect(await codeOf(quickKeystore, "other")).toBe("wrongPassword");
    const text = new TextDecoder().decode(quickKeystore);
    expect(await codeOf(utf8(text.slice(0, -20)), "secret")).toBe("damaged");
    expect(await codeOf(utf8(text.replace(/"mac": "../, '"mac": "00')), "secret")).toBe("damaged");
    expect(await codeOf(utf8(text.replace('"ciphertext"', '"text"')), "secret")).toBe("damaged");
    expect(await codeOf(utf8(text.replace(/"address": "[0-9a-f]{2}/, '"address": "00')), "secret")).toBe("damaged");
    expect(await codeOf(utf8(text.replace("pbkdf2", "bcrypt")), "secret")).toBe("unsupportedCipher");
    expect(await codeOf(utf8(text.replace(/"address": "[0-9a-f]*"/, '"address": ""')), "secret")).toBe("imported");
  });

  it.each([
    ["other-curve.pem", "unsupportedCurve"],
    ["old-encryption.pem", "unsupportedCipher"],
    ["sha224.pem", "unsupportedCipher"],
    ["certificates-only.p12", "noPrivateKey"],
  ])("that cannot serve say why: %s", async (name, code) => {
    expect(await codeOf(fixture(name), "secret")).toBe(code);
  });

  it("out of range are refused", async () => {
    const pem = new TextDecoder().decode(
      (await exportKeyFile({ format: "pem", suite: "standard", privateKey })).content,
    );
    const der = Buffer.from(pem.replace(/-----.*-----/g, ""), "base64");
    der.fill(0xff, der.indexOf(privateKey), der.indexOf(privateKey) + 32);
    const text = `-----BEGIN PRIVATE KEY-----\n${der.toString("base64")}\n-----END PRIVATE KEY-----`;
    expect(await codeOf(utf8(text))).toBe("keyOutOfRange");
    await expect(
      exportKeyFile({ format: "hex", suite: "standard", privateKey: new Uint8Array(32) }),
    ).rejects.toBeInstanceOf(RangeError);
    await expect(exportKeyFile({ format: "p12", suite: "standard", privateKey })).rejects.toMatchObject({
      code: "passwordNeeded",
    });
  });

  it("whose public key is another's are damaged", async () => {
    const other = hexToBytes("02".repeat(32));
    const pem = new TextDecoder().decode((await exportKeyFile({ format: "pem", suite: "sm", privateKey })).content);
    const der = Buffer.from(pem.replace(/-----.*-----/g, ""), "base64");
    Buffer.from(other).copy(der, der.indexOf(privateKey));
    expect(
      await codeOf(utf8(`-----BEGIN PRIVATE KEY-----\n${der.toString("base64")}\n-----END PRIVATE KEY-----`)),
    ).toBe("damaged");
  });

  it("of arbitrary content are answered with a key or a key file error", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 150 }),
        fc.constantFrom("", "-----BEGIN ", "{", "0\x82"),
        async (bytes, head) => {
          await codeOf(Buffer.concat([Buffer.from(head, "latin1"), bytes]), "secret");
        },
      ),
      { numRuns: 150 },
    );
    for (const text of [
      "",
      "hello",
      "-----BEGIN X-----",
      "{}",
      '{"version":3}',
      "-----BEGIN PRIVATE KEY-----\n!!\n-----END PRIVATE KEY-----",
    ]) {
      expect(["unknownFormat", "damaged", "unsupportedCipher"]).toContain(await codeOf(utf8(text), ""));
    }
  });
});

describe("an open key in JSON", () => {
  const digits = bytesToHexDigits(privateKey);
  const json = (value: unknown): Uint8Array => utf8(JSON.stringify(value));
  const addressOf = (name: "standard" | "sm"): string => {
    const suite = cryptoSuite(name);
    return suite.address(suite.publicKey(privateKey));
  };

  it.each([
    [{ privateKey: digits }, undefined],
    [{ private_key: `0x${digits}`, public_key: "04" }, undefined],
    [{ address: addressOf("standard"), privKey: digits.toUpperCase() }, "standard"],
    [{ admin: { Address: addressOf("sm").slice(2), PrivateKey: digits } }, "sm"],
  ])("needs no password: %#", async (value, suite) => {
    expect(describeKeyFile(json(value))).toEqual({ format: "json", passwordNeeded: false });
    expect(await importKeyFile(json(value))).toEqual({ format: "json", suite, privateKey });
  });

  it("must belong to the address beside it, and be the only one", async () => {
    expect(await codeOf(json({ address: `0x${"1".repeat(40)}`, privateKey: digits }))).toBe("damaged");
    const two = json({ a: { privateKey: digits }, b: { privateKey: digits.replace("01", "02") } });
    expect(() => describeKeyFile(two)).toThrow(expect.objectContaining({ code: "unknownFormat" }));
  });

  it("is not what other JSON, or a certificate, is taken for", () => {
    for (const text of [
      '{"nodes":["127.0.0.1:30300","127.0.0.1:30301"]}',
      '{"name":"app","version":"3.0.0","dependencies":{"crypto":"^1.0.1"}}',
      "{}",
      '{"nodes":[',
    ])
      expect(() => describeKeyFile(utf8(text)), text).toThrow(expect.objectContaining({ code: "unknownFormat" }));
    const certificate = new X509Certificate(createAuthority("ca").pem).raw;
    expect(() => describeKeyFile(certificate)).toThrow(expect.objectContaining({ code: "unknownFormat" }));
  });

  it("is not mistaken for a keystore", () => {
    expect(describeKeyFile(quickKeystore)).toEqual({ format: "keystore", passwordNeeded: true });
  });
});
