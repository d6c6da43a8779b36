import { randomBytes, X509Certificate } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import forge from "node-forge";
import { afterEach, beforeEach, expect, test } from "vitest";
import { serialNumber, tlsMaterial } from "../../../../src/devchain/tls/tlsMaterial";
import { isOwnersAlone, makesLinks } from "../../../support/portable";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "chainside-tls-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The serial number as it stands in a certificate: the library drops one zero byte at most. */
function derSerial(hex: string): Buffer {
  const { asn1, util } = forge;
  return Buffer.from(
    asn1.toDer(asn1.create(asn1.Class.UNIVERSAL, asn1.Type.INTEGER, false, util.hexToBytes(hex))).getBytes(),
    "latin1",
  );
}

/** X.690, 8.3.2: never nine equal bits in front; RFC 5280: above 0, at most 20 bytes. */
function isMinimalPositive(der: Buffer): boolean {
  const [tag, length = 0, first = 0, second = 0] = der;
  if (tag !== 2 || length !== der.length - 2 || length < 1 || length > 20) return false;
  return first < 0x80 && (first !== 0 || second >= 0x80);
}

test("a serial number is written as DER wants it, whatever the random bytes are", () => {
  const firsts = Array.from({ length: 65_536 }, (_, n) => Uint8Array.of(n >> 8, n & 0xff, ...randomBytes(14)));
  const numbers = firsts.map((bytes) => serialNumber(bytes));
  expect(numbers.filter((hex) => !isMinimalPositive(derSerial(hex)))).toEqual([]);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(isMinimalPositive(derSerial("00007f11"))).toBe(false); // what earlier versions could make
});

test("the files of a folder are used again, and certificates that OpenSSL refuses are made anew", async () => {
  const first = await tlsMaterial(folder);
  expect(await tlsMaterial(folder)).toEqual(first);
  expect(new X509Certificate(first.cert).checkIssued(new X509Certificate(first.ca))).toBe(true);
  expect(isOwnersAlone(join(folder, "sdk", "sdk.key"))).toBe(true);

  const path = join(folder, "sdk", "sdk.crt");
  const der = Buffer.from(new X509Certificate(readFileSync(path)).raw);
  // the serial number behind the version: 00 00 in front of a small byte, as about one chain in 170 had it
  const at = der.indexOf(Buffer.from("a003020102", "hex")) + 5;
  der.set([0, 0, 0x11], at + 2);
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  writeFileSync(path, `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`);
  expect(() => new X509Certificate(readFileSync(path))).toThrow("illegal padding");
  const second = await tlsMaterial(folder);
  expect(second.cert).not.toBe(first.cert);
  expect(new X509Certificate(readFileSync(path)).checkIssued(new X509Certificate(second.ca))).toBe(true);
  expect(await tlsMaterial(folder)).toEqual(second);
});

test("keys of another chain are never written over, and links are not followed", async () => {
  mkdirSync(join(folder, "ca"));
  writeFileSync(join(folder, "ca", "ca.key"), "the key of a real chain");
  await expect(tlsMaterial(folder)).rejects.toMatchObject({ code: "strangeFile" });
  expect(readFileSync(join(folder, "ca", "ca.key"), "utf8")).toBe("the key of a real chain");

  rmSync(join(folder, "ca"), { recursive: true });
  mkdirSync(join(folder, "sdk"));
  if (makesLinks) symlinkSync(join(folder, "elsewhere"), join(folder, "sdk", "sdk.key"));
  await tlsMaterial(folder);
  expect(() => statSync(join(folder, "elsewhere"))).toThrow();
});
