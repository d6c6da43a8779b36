import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { smTlsMaterial } from "../../../../src/devchain/tls/smTlsMaterial";
import { makesLinks } from "../../../support/portable";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sm-tls-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const symbolic = makesLinks ? symlinkSync : linkSync;

it.each([
  ["ca/sm_ca.key", symbolic],
  ["sdk/sm_sdk.key", linkSync],
  ["node0/sm_ssl.crt", symbolic],
  ["sdk/sm_ca.crt", linkSync],
] as const)("%s as a name of another file leaves that as it is", (name, link) => {
  const precious = join(folder, "precious");
  writeFileSync(precious, "words");
  mkdirSync(join(folder, "tls", name, ".."), { recursive: true });
  link(precious, join(folder, "tls", name));
  expect(() => smTlsMaterial(join(folder, "tls"))).toThrow(`has ${name} but no node0/sm_enssl.key`);
  expect(readFileSync(precious, "utf8")).toBe("words");
});

it("keys of another chain are never written over", () => {
  mkdirSync(join(folder, "ca"));
  writeFileSync(join(folder, "ca", "sm_ca.key"), "the key of a real chain");
  expect(() => smTlsMaterial(folder)).toThrow("an embedded chain didn't create it");
  expect(readFileSync(join(folder, "ca", "sm_ca.key"), "utf8")).toBe("the key of a real chain");

  rmSync(join(folder, "ca"), { recursive: true });
  const made = smTlsMaterial(folder);
  expect(made.sign.key).toContain("PRIVATE KEY");
  expect(smTlsMaterial(folder)).toEqual(made);
});
