// SoftHSM, where this machine has it, and the package by which it is asked.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The library that the token is in; undefined where SoftHSM is not installed. */
export const softHsmLibrary = ["/usr/lib/softhsm/libsofthsm2.so", "/usr/local/lib/softhsm/libsofthsm2.so"].find(
  (path) => existsSync(path),
);

/** Installs the package in a folder, which takes a compiler. Gives why it isn't there; undefined where it is. */
export function installPkcs11(folder: string): string | undefined {
  if (softHsmLibrary === undefined) return "SoftHSM isn't installed";
  mkdirSync(folder, { recursive: true });
  const built = join(folder, "node_modules/pkcs11js/build/Release/pkcs11.node");
  if (existsSync(built)) return undefined;
  writeFileSync(join(folder, "package.json"), "{}");
  const install = spawnSync(
    "npm",
    ["install", "--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts=false", "pkcs11js@2.1.7"],
    { cwd: folder, encoding: "utf8", timeout: 240_000, shell: process.platform === "win32" },
  );
  return existsSync(built) ? undefined : `pkcs11js couldn't be compiled here: ${install.stderr.slice(0, 200)}`;
}

/**
 * Makes a token with one key, whose files lie in a folder.
 * @param pem of a secp256k1 key, PKCS#8
 * @returns the entry of a file of signers, without the account's address; the program that uses it needs `SOFTHSM2_CONF` from the start
 */
export function softHsmToken(folder: string, pem: string | Buffer, pin: string) {
  const config = join(folder, "softhsm2.conf");
  mkdirSync(join(folder, "tokens"));
  writeFileSync(config, `directories.tokendir = ${join(folder, "tokens")}\nlog.level = ERROR\n`);
  const util = (...args: string[]): string =>
    execFileSync("softhsm2-util", args, { env: { ...process.env, SOFTHSM2_CONF: config }, encoding: "utf8" });
  util("--init-token", "--free", "--label", "ops", "--pin", pin, "--so-pin", "87654321");
  const file = join(folder, "key.pem");
  writeFileSync(file, pem);
  util("--import", file, "--token", "ops", "--label", "mine", "--id", "a1", "--pin", pin);
  rmSync(file);
  return { config, entry: { kind: "pkcs11", module: softHsmLibrary, token: "ops", label: "mine", id: "a1" } };
}
